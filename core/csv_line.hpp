#pragma once
#include <string>
#include <vector>

namespace scalegen {

/// A line of a CSV file (RFC 4180), with its end: cells with commas, quotes or new lines are quoted. A text
/// that a spreadsheet would compute, such as =1+1, has a ' before it; control characters become '?'.
std::string csv_line(const std::vector<std::string>& cells);

}  // namespace scalegen
