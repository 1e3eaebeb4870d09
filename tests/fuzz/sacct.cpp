#include "runner/slurm/sacct.hpp"

#include "check.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace scalegen;
  for (const auto& job : slurm::parse_accounting(fuzz::text_of(data, size))) {
    fuzz::check(!job.starts.empty(), "a job has started once at least");
    for (const auto& start : job.starts) {
      fuzz::check(start.asked_mib.value_or(1) > 0, "memory is above 0, or not known");
      for (const auto& step : start.steps)
        fuzz::check(step.used_mib.value_or(1) > 0, "and so is that of a step");
    }
    const auto end = slurm::end_of(job);
    fuzz::check(end.state == JobState::ended, "the end of a job is one");
  }
  return 0;
}
