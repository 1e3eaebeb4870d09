#include "runner/slurm/scancel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/try.hpp"
#include "runner/slurm/job_id.hpp"
#include "runner/slurm/slurm_client.hpp"
#include "runner/slurm/squeue.hpp"

namespace scalegen::slurm {

namespace {

using Numbers = std::vector<std::string>;

constexpr std::chrono::minutes kEndTakes{2};  // between SIGTERM and SIGKILL sites leave 30 s and more
constexpr std::chrono::seconds kLongestWait{10};

/// The jobs of one cluster that may still run, and whether scancel reported success for all of them.
struct Open {
  Numbers numbers{};
  bool was_delivered = false;
  std::string complaint{};  // of squeue, if it did not answer at last
};
using OpenJobs = std::map<std::string, Open>;  // by cluster

/// Runs one scancel for as many jobs as a command line holds. It may fail and yet take effect: the queue
/// tells.
Result<void> run_scancel(OpenJobs& all) {
  for (auto& [cluster, open] : all) {
    if (open.was_delivered) continue;
    open.was_delivered = true;
    for (auto command : argument_lists(open.numbers)) {
      command.insert(command.begin(), "scancel");
      TRY_ASSIGN(const auto answer, run_client(command, cluster));
      open.was_delivered = open.was_delivered && answer.exit_status == 0;
    }
  }
  return {};
}

bool has_ended(const std::string& number, const std::vector<QueuedJob>& queued) {
  return std::ranges::all_of(queued, [&](const QueuedJob& job) {
    return job.number != number || kind_of(job.state) == StateKind::has_ended;
  });
}

/// Drops those that have left their nodes. If the queue does not answer, none has.
Result<void> drop_ended(OpenJobs& all) {
  for (auto& [cluster, open] : all) {
    TRY_ASSIGN(const auto answer, query_queue(open.numbers, {cluster}));
    open.complaint = answer.complaint;
    if (const auto& queued = answer.jobs)
      std::erase_if(open.numbers, [&](const auto& number) { return has_ended(number, *queued); });
  }
  std::erase_if(all, [](const auto& entry) { return entry.second.numbers.empty(); });
  return {};
}

OpenJobs open_jobs(const std::vector<JobId>& ids) {
  OpenJobs all;
  for (auto& [cluster, numbers] : numbers_by_cluster(ids)) all[cluster] = {.numbers = numbers};
  return all;
}

tl::unexpected<Diagnostics> still_there(const OpenJobs& all) {
  const auto& [cluster, open] = *all.begin();  // of several clusters the first is named
  const auto jobs = open.numbers.size() == 1 ? fmt::format("job {} has", open.numbers.front())
                                             : fmt::format("{} jobs have", open.numbers.size());
  return failure(
      fmt::format("Slurm does not report that {} ended, two minutes after scancel", jobs),
      fmt::format("check with: squeue {}--jobs={}",
                  cluster.empty() ? "" : fmt::format("--clusters={} ", cluster),
                  comma_separated(open.numbers)),
      open.complaint.empty() ? std::vector<std::string>() : std::vector{"squeue: " + open.complaint});
}

}  // namespace

Result<void> cancel_jobs(const std::vector<JobId>& ids, Clock& clock) {
  auto open = open_jobs(ids);
  const auto deadline = clock.now() + kEndTakes;
  for (std::chrono::milliseconds wait{250}; !open.empty();
       wait = std::min<std::chrono::milliseconds>(wait * 2, kLongestWait)) {
    if (clock.now() >= deadline) return still_there(open);
    TRY(run_scancel(open));
    TRY(drop_ended(open));
    if (!open.empty()) clock.sleep_for(wait);
  }
  return {};
}

}  // namespace scalegen::slurm
