#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace scalegen {

/// The known name that `word` was most likely meant to be, or an empty string where none is close enough:
/// at most a third of its letters differ (one in short words), or one is a prefix of the other.
std::string closest(std::string_view word, const std::vector<std::string>& known);

/// "did you mean 'nodes'?", else "known: a, b, c".
std::string did_you_mean(std::string_view word, const std::vector<std::string>& known);

}  // namespace scalegen
