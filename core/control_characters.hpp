#pragma once
#include <string>
#include <string_view>

namespace scalegen {

/// Whether there are any but tabs and new lines. They are those of without_control_characters.
bool has_control_characters(std::string_view text);

/// The text as it may be shown on a terminal: each control character is a '?', so that what somebody else
/// wrote moves no cursor and forges no line. Tabs and new lines stay. The text is UTF-8, where some of them
/// have two bytes.
std::string without_control_characters(std::string_view text);

}  // namespace scalegen
