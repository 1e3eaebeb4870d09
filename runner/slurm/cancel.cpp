#include "runner/slurm/cancel.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "runner/slurm/client.hpp"
#include "runner/slurm/queue.hpp"
#include "runner/slurm/states.hpp"
#include "runner/slurm/table.hpp"

namespace scalegen {
namespace {

constexpr std::chrono::minutes kEndTakes{2};  // between SIGTERM and SIGKILL sites leave 30 s and more
constexpr std::chrono::seconds kLongestLook{10};

/// Whether scancel need not be given again. It may fail and yet take effect: the queue tells.
Result<bool> give_scancel(const SlurmJobId& id) {
  const auto answer = run_client({"scancel", id.number}, id.cluster);
  if (!answer) return tl::make_unexpected(answer.error());
  if (answer->err.find("ermission denied") == std::string::npos) return answer->exit_status == 0;
  return failure(fmt::format("job {} is not yours to cancel", id.number), "", lines_of(answer->err));
}

Result<bool> has_left_its_nodes(const SlurmJobId& id) {
  const auto queued = ask_queue({id.number}, id.cluster);
  if (!queued) return tl::make_unexpected(queued.error());
  if (!*queued) return false;
  return std::all_of((*queued)->begin(), (*queued)->end(),
                     [](const QueuedJob& job) { return kind_of(job.state) == StateKind::has_ended; });
}

}  // namespace

Result<void> cancel_in_slurm(const SlurmJobId& id, Clock& clock) {
  const auto deadline = clock.now() + kEndTakes;
  bool was_heard = false;
  for (std::chrono::milliseconds wait{250}; clock.now() < deadline;
       wait = std::min<std::chrono::milliseconds>(wait * 2, kLongestLook)) {
    const auto heard = was_heard ? Result<bool>(true) : give_scancel(id);
    if (!heard) return tl::make_unexpected(heard.error());
    was_heard = *heard;
    const auto left = has_left_its_nodes(id);
    if (!left) return tl::make_unexpected(left.error());
    if (*left) return {};
    clock.sleep_for(wait);
  }
  return failure(
      fmt::format("Slurm does not say that job {} has ended, two minutes after scancel", id.number),
      fmt::format("look yourself: squeue --jobs={}", id.number));
}

}  // namespace scalegen
