#include "runner/end_figures.hpp"

#include "runner/reached.hpp"

namespace scalegen {

Outcome with_figures(Outcome outcome, const Run& run, const AttemptFolder& attempt) {
  if (auto* const late = std::get_if<TimedOut>(&outcome); late != nullptr && !late->reached)
    late->reached = how_far(run, attempt);
  if (auto* const full = std::get_if<OutOfMemory>(&outcome); full != nullptr && !full->asked_mib)
    full->asked_mib = run.resources.memory_mib_per_node;
  return outcome;
}

}  // namespace scalegen
