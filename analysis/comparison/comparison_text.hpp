#pragma once
#include <string>
#include <vector>

#include "analysis/comparison/comparison.hpp"
#include "analysis/document/document.hpp"

namespace scalegen::report {

/// "4.2 % [2.9, 5.6] faster", "3.10x [2.9, 3.3] as fast" from a factor of two on; of energy "less" and
/// "more". The ratio of speeds says which: above 1 is faster.
std::string difference_text(const stats::Estimate& ratio, bool of_energy);

/// "from 0.8 % slower to 1.1 % faster"
std::string range_text(const stats::Interval& interval, bool of_energy);

/// "no difference shown: from 0.8 % slower to 1.1 % faster at 97.5 %": with the interval at the level 1 -
/// tail, which contains 1; nullopt if ranks cannot give one.
std::string no_difference_text(const std::optional<stats::Interval>& interval, double tail, bool of_energy);

/// The answer in sentences: where B is faster or slower than A, and where no difference is shown.
std::vector<std::string> verdict_sentences(const comparison::Comparison& comparison);

/// A comparison as people read it: its two sides, the answer, the tables, and how to read them.
document::Document document_of(const comparison::Comparison& comparison);

/// Everything, with the logarithms that each ratio comes from.
std::string render_json(const comparison::Comparison& comparison);

}  // namespace scalegen::report
