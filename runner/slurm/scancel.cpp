#include "runner/slurm/scancel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/try.hpp"
#include "runner/slurm/job_id.hpp"
#include "runner/slurm/slurm_client.hpp"
#include "runner/slurm/squeue.hpp"

namespace scalegen {

namespace {

using Numbers = std::vector<std::string>;

constexpr std::chrono::minutes kEndTakes{2};  // between SIGTERM and SIGKILL sites leave 30 s and more
constexpr std::chrono::seconds kLongestLook{10};

/// Those of one cluster that may still run, and whether scancel was heard of all of them.
struct Open {
  Numbers numbers{};
  bool was_heard = false;
};
using OpenJobs = std::map<std::string, Open>;  // by cluster

std::vector<std::string> denials_in(const std::string& said) {
  auto lines = lines_of(said);
  std::erase_if(lines,
                [](const std::string& line) { return line.find("ermission denied") == std::string::npos; });
  return lines;
}

/// Gives one scancel for as many jobs as a command line holds, and collects what is denied. It may fail and
/// yet take effect: the queue tells.
Result<void> give_scancel(const std::string& cluster, Open& open, std::vector<std::string>& denials) {
  open.was_heard = true;
  for (auto command : argument_lists(open.numbers)) {
    command.insert(command.begin(), "scancel");
    TRY_ASSIGN(const auto answer, run_client(command, cluster));
    open.was_heard = open.was_heard && answer.exit_status == 0;
    for (auto& denial : denials_in(answer.err)) denials.push_back(std::move(denial));
  }
  return {};
}

Result<void> give_scancel(OpenJobs& all) {
  std::vector<std::string> denials;
  for (auto& [cluster, open] : all)
    if (!open.was_heard) TRY(give_scancel(cluster, open, denials));
  if (denials.empty()) return {};
  const auto which = denials.size() == 1 ? "a job is" : fmt::format("{} jobs are", denials.size());
  return failure(which + " not yours to cancel", "", std::move(denials));
}

bool has_ended(const std::string& number, const std::vector<QueuedJob>& queued) {
  return std::all_of(queued.begin(), queued.end(), [&](const QueuedJob& job) {
    return job.number != number || kind_of(job.state) == StateKind::has_ended;
  });
}

/// Forgets those that have left their nodes. Where the queue does not answer, none has.
Result<void> drop_ended(OpenJobs& all) {
  for (auto& [cluster, open] : all) {
    TRY_ASSIGN(const auto queued, ask_queue(open.numbers, cluster));
    if (queued) std::erase_if(open.numbers, [&](const auto& number) { return has_ended(number, *queued); });
  }
  std::erase_if(all, [](const auto& entry) { return entry.second.numbers.empty(); });
  return {};
}

OpenJobs open_jobs(const std::vector<std::string>& ids) {
  OpenJobs all;
  for (auto& [cluster, numbers] : numbers_by_cluster(ids)) all[cluster] = {.numbers = numbers};
  return all;
}

tl::unexpected<Diagnostics> still_there(const OpenJobs& all) {
  const auto& [cluster, open] = *all.begin();  // of several clusters one is told
  const auto jobs = open.numbers.size() == 1 ? fmt::format("job {} has", open.numbers.front())
                                             : fmt::format("{} jobs have", open.numbers.size());
  return failure(fmt::format("Slurm does not say that {} ended, two minutes after scancel", jobs),
                 fmt::format("look yourself: squeue {}--jobs={}",
                             cluster.empty() ? "" : fmt::format("--clusters={} ", cluster),
                             comma_separated(open.numbers)));
}

}  // namespace

Result<void> cancel_in_slurm(const std::vector<std::string>& ids, Clock& clock) {
  auto open = open_jobs(ids);
  const auto deadline = clock.now() + kEndTakes;
  for (std::chrono::milliseconds wait{250}; !open.empty();
       wait = std::min<std::chrono::milliseconds>(wait * 2, kLongestLook)) {
    if (clock.now() >= deadline) return still_there(open);
    TRY(give_scancel(open));
    TRY(drop_ended(open));
    if (!open.empty()) clock.sleep_for(wait);
  }
  return {};
}

}  // namespace scalegen
