#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace scalegen {

/// Whether there are any but tabs and new lines. They are those of without_control_characters.
bool has_control_characters(std::string_view text);

/// The text as it may be shown on a terminal: each control character is a '?', so that what somebody else
/// wrote moves no cursor and forges no line. Tabs and new lines stay. The text is UTF-8, where some of them
/// have two bytes.
std::string without_control_characters(std::string_view text);

/// The known name that `word` was most likely meant to be, or an empty string where none is close enough:
/// at most a third of its letters differ (one in short words), or one is a prefix of the other.
std::string closest(std::string_view word, const std::vector<std::string>& known);

/// "did you mean 'nodes'?", else "known: a, b, c".
std::string did_you_mean(std::string_view word, const std::vector<std::string>& known);

/// A line in which two texts differ; empty for the one that has ended.
struct LineDifference {
  int line = 0;  // from 1
  std::string first{};
  std::string second{};
  bool operator==(const LineDifference&) const = default;
};

/// The first such line of two texts that are not equal.
LineDifference first_difference(std::string_view first, std::string_view second);

/// All of a few; of many the first and how many more: "a, b", "a, b, c, d, e, f, g, h and 992 more". For what
/// people read of a thousand ranks or rungs.
std::string some_of(const std::vector<std::string>& all, std::string_view separator = ", ");

}  // namespace scalegen
