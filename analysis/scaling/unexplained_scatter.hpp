#pragma once
#include <optional>
#include <vector>

#include "analysis/measurement/measurement.hpp"

namespace scalegen {

/// The rounds of a rung differ more than the steps within them explain: something else changed between them.
struct UnexplainedScatter {
  double range = 0;      // the largest value over the smallest, less 1
  double explained = 0;  // the difference of two rounds that their steps explain, at 95 %
};

/// Returns nullopt if the rounds do not differ so, and if too little is known of their steps.
std::optional<UnexplainedScatter> unexplained_scatter(const std::vector<Measurement>& runs);

}  // namespace scalegen
