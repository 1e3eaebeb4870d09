#pragma once
#include <fmt/format.h>
#include <sys/types.h>

#include <chrono>
#include <string>

#include "core/clock.hpp"
#include "core/plan.hpp"
#include "core/run_directory.hpp"
#include "runner/journal.hpp"
#include "runner/scheduler.hpp"

namespace scalegen {

// Whose jobs a run directory has: those of the user who owns it, on one cluster. Another cluster may share
// its disk, and has given the numbers of these jobs to others.

/// The user who owns the directory. Before it is made, the user of this process.
uid_t owner_of(const RunDirectory& directory);

/// An error if another user owns the directory: what it says of jobs may be anything.
Result<void> check_own_directory(const RunDirectory& directory);

/// The cluster that has the directory's jobs: as the journal says, or, of scalegen 0.2, one of their records.
/// Empty if none does.
Result<std::string> recorded_cluster(const RunDirectory& directory, const Plan& plan,
                                     const JournalContent& journal);

/// True if that is the scheduler's cluster, or not recorded; nullopt if the scheduler does not answer. An
/// error on another cluster.
Result<std::optional<bool>> is_on_its_cluster(const RunDirectory& directory, const Plan& plan,
                                              const JournalContent& journal, Scheduler& scheduler);

/// An error on another cluster. Waits for the scheduler's answer. Without a journal nothing was submitted.
Result<void> check_cluster(const RunDirectory& directory, const Plan& plan, Scheduler& scheduler,
                           Clock& clock);

/// Asks for 30 s until the scheduler answers. `ask` returns a Result of an optional; `why` ends the error.
template <class Ask>
auto ask_patiently(Clock& clock, const char* why, const Ask& ask) -> decltype(ask()) {
  const auto deadline = clock.now() + std::chrono::seconds(30);
  do {
    auto answer = ask();
    if (!answer || *answer) return answer;
    clock.sleep_for(std::chrono::seconds(2));
  } while (clock.now() < deadline);
  return failure(fmt::format("Slurm's controller does not answer: {}", why),
                 "give the same command again when squeue answers: it continues");
}

}  // namespace scalegen
