#pragma once
#include <string>

#include "analysis/report/report.hpp"

namespace scalegen {

/// A title, an aligned table, then what is to be known of it.
std::string render_terminal(const Report& report);

/// The same with a table in GitHub's Markdown.
std::string render_markdown(const Report& report);

/// A header and a line a rung, numbers without units and with all their digits.
std::string render_csv(const Report& report);

/// Everything: each run with its window and its conditions, so that a referee can recompute every figure.
std::string render_json(const Report& report);

}  // namespace scalegen
