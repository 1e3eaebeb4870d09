#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace scalegen {

/// All of a few; of many the first and how many more: "a, b", "a, b, c, d, e, f, g, h and 992 more". For what
/// people read of a thousand ranks or rungs.
std::string some_of(const std::vector<std::string>& all, std::string_view separator = ", ");

}  // namespace scalegen
