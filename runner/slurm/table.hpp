#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace scalegen {

/// The rows of what squeue and sacct print with '|' between the columns. Only the last column may hold a '|'
/// of its own; a line of fewer columns is none of theirs.
std::vector<std::vector<std::string>> parse_rows(std::string_view text, std::size_t columns);

/// The lines of a text that are not blank.
std::vector<std::string> lines_of(std::string_view text);

}  // namespace scalegen
