#include "runner/ownership.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/attempt_files.hpp"
#include "core/files.hpp"
#include "core/shell_quote.hpp"
#include "core/text.hpp"
#include "core/try.hpp"

namespace scalegen {

namespace {

Result<std::optional<std::string>> cluster_of_attempt(const RunDirectory& directory, const std::string& run) {
  TRY_ASSIGN(const auto attempts, attempt_names(directory, run));
  for (const auto& attempt : attempts) {
    if (attempt_number(attempt) == 0) continue;  // a person may submit it elsewhere
    auto cluster = with_job({}, directory.attempt(run, attempt)).cluster;
    if (!cluster.empty()) return cluster;
  }
  return std::nullopt;
}

}  // namespace

uid_t owner_of(const RunDirectory& directory) {
  struct stat status {};
  return ::stat(directory.root.c_str(), &status) == 0 ? status.st_uid : ::geteuid();
}

Result<void> check_own_directory(const RunDirectory& directory) {
  const auto owner = owner_of(directory);
  if (owner == ::geteuid()) return {};
  return failure(
      fmt::format("'{}' belongs to user {}, and you are user {}", directory.root.string(), owner,
                  ::geteuid()),
      "'report' and 'status' work there; to measure, name a folder of your own: sweep FILE -o FOLDER");
}

Result<std::string> recorded_cluster(const RunDirectory& directory, const Plan& plan,
                                     const JournalContent& journal) {
  if (!journal.cluster.empty() || journal.sweep_id.empty()) return journal.cluster;
  for (const auto& run : plan.runs) {
    TRY_ASSIGN(auto cluster, cluster_of_attempt(directory, run.id));
    if (cluster) return *std::move(cluster);
  }
  return std::string();
}

Result<std::optional<bool>> is_on_its_cluster(const RunDirectory& directory, const Plan& plan,
                                              const JournalContent& journal, Scheduler& scheduler) {
  if (!scheduler.traits().keeps_jobs) return true;
  TRY_ASSIGN(const auto its, recorded_cluster(directory, plan, journal));
  if (its.empty()) return true;
  TRY_ASSIGN(const auto here, scheduler.cluster());
  if (!here) return std::nullopt;
  const auto listed = [](const std::string& clusters) { return "," + lower_case(clusters) + ","; };
  if (here->empty() || listed(*here).find(listed(its)) != std::string::npos) return true;
  return failure(fmt::format("the jobs of '{}' are on cluster '{}', and this is '{}'",
                             directory.root.string(), its, *here),
                 fmt::format("give this command on a login node of '{}'; 'scalegen report {}' works here too",
                             its, shell_quote(directory.root.string())));
}

Result<void> check_cluster(const RunDirectory& directory, const Plan& plan, Scheduler& scheduler,
                           Clock& clock) {
  TRY_ASSIGN(const auto journal, read_journal(directory.journal()));
  if (!journal) return {};
  return ask_patiently(clock, "nobody knows whether this cluster has the jobs of this sweep",
                       [&] { return is_on_its_cluster(directory, plan, *journal, scheduler); })
      .map([](auto) {});
}

}  // namespace scalegen
