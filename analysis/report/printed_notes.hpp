#pragma once
#include <string>
#include <vector>

#include "analysis/report/report.hpp"

namespace scalegen::report {

/// How the values were made from what the program printed: which matches count, how many were left out as
/// warm-up, how far the last one is from the value. Nothing if they are from elsewhere.
std::vector<std::string> printed_notes(const Report& report);

/// The first of these notes as a sentence: "Figures are the 'throughput' that the program prints, in
/// images/s, the median of 40 matches in each run; ...". Empty if they are from elsewhere.
std::string printed_values_sentence(const Report& report);

/// What the program prints beside its speed, which of the matches count, and which runs have none.
std::vector<std::string> further_notes(const Report& report);

}  // namespace scalegen::report
