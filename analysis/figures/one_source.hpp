#pragma once
#include <optional>
#include <vector>

#include "analysis/ladder.hpp"

namespace scalegen {

/// Figures of two sources do not compare. Gives the best source that some run has, and takes their values
/// from the runs that have a lesser one. Nothing where no run is measured.
std::optional<FigureSource> keep_one_source(std::vector<Ladder>& ladders);

}  // namespace scalegen
