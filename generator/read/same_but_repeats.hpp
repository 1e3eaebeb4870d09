#pragma once
#include <string_view>

#include "core/first_difference.hpp"

namespace scalegen {

/// Whether two sweep files are the same, byte for byte, but for the line that says `repeats:`, which may also
/// be missing from either. Not where it shares its line with something else: then it cannot be told.
bool same_but_repeats(std::string_view there, std::string_view here);

/// Where two that are not first differ.
LineDifference difference_but_repeats(std::string_view there, std::string_view here);

}  // namespace scalegen
