#pragma once
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace scalegen {

/// What is said of one thing: a name and a value, line by line. A value without a name goes on from the line
/// before.
using Rows = std::vector<std::pair<std::string, std::string>>;

/// The rows under their title, the values in one column. Empty without rows.
std::string render_rows(std::string_view title, const Rows& rows);

/// Adds the texts to the rows, the name before the first.
void add_lines(Rows& rows, std::string_view name, const std::vector<std::string>& texts);

/// Adds a row, unless there is nothing to say.
void add_text(Rows& rows, std::string_view name, const std::string& text);

}  // namespace scalegen
