#include "analysis/figures/one_source.hpp"

#include <algorithm>

namespace scalegen {
namespace {

template <class Visit>
void for_each_measured(std::vector<Ladder>& ladders, const Visit& visit) {
  for (auto& ladder : ladders)
    for (auto& rung : ladder.rungs)
      for (auto& run : rung.runs)
        if (run.value) visit(run);
}

}  // namespace

std::optional<FigureSource> keep_one_source(std::vector<Ladder>& ladders) {
  std::optional<FigureSource> best;
  for_each_measured(ladders,
                    [&](const Measurement& run) { best = std::min(best.value_or(run.source), run.source); });
  for_each_measured(ladders, [&](Measurement& run) {
    if (run.source == *best) return;
    run.value.reset();
    run.unmeasured =
        "it wrote no step lines, as other runs did: " + to_text(run.source) + " does not compare with them";
  });
  return best;
}

}  // namespace scalegen
