#include "runner/run_sweep.hpp"

#include "runner/sweep_loop.hpp"

namespace scalegen {

Result<SweepEnd> run_sweep(const RunDirectory& directory, const Plan& plan, Scheduler& scheduler,
                           Clock& clock, const SweepOptions& options, const SweepObserver& observer) {
  auto lock = Lock::take(directory.lock(), clock);
  if (!lock) return tl::make_unexpected(lock.error());
  auto journal = Journal::open(directory.journal(), clock);
  if (!journal) return tl::make_unexpected(journal.error());
  auto campaign = Campaign::open(directory, plan, *journal, clock);
  if (!campaign) return tl::make_unexpected(campaign.error());
  const auto interrupted = SweepLoop(*campaign, *lock, scheduler, clock, options, observer).run();
  if (!interrupted) return tl::make_unexpected(interrupted.error());
  return SweepEnd{.interrupted = *interrupted, .records = campaign->records()};
}

}  // namespace scalegen
