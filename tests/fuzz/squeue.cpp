#include "runner/slurm/squeue.hpp"

#include "check.hpp"
#include "runner/slurm/job_observation.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace scalegen;
  for (const auto& job : slurm::parse_queue(fuzz::text_of(data, size))) {
    slurm::advice_for(job.reason, {.number = job.number});
    slurm::end_of(job);
    const auto status = slurm::merge_squeue_and_sacct({.queued = job});
    const bool may_run = slurm::kind_of(job.state) == slurm::StateKind::is_active;
    fuzz::check(!may_run || status.state != JobState::ended, "a job that has its nodes has not ended");
  }
  return 0;
}
