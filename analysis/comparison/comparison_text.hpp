#pragma once
#include <string>
#include <vector>

#include "analysis/comparison/comparison.hpp"
#include "analysis/document/document.hpp"

namespace scalegen::report {

/// The answer in sentences: where B is faster or slower than A, and where no difference is shown.
std::vector<std::string> verdict_sentences(const comparison::Comparison& comparison);

/// A comparison as people read it: its two sides, the answer, the tables, and how to read them.
document::Document document_of(const comparison::Comparison& comparison);

/// Everything, with the logarithms that each ratio comes from.
std::string render_json(const comparison::Comparison& comparison);

}  // namespace scalegen::report
