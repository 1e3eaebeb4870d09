#include "runner/slurm/accounting.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>

#include "core/units.hpp"
#include "runner/slurm/client.hpp"
#include "runner/slurm/job_id.hpp"
#include "runner/slurm/table.hpp"

namespace scalegen {
namespace {

// JobName stands last, because a person may have chosen it. Only fields that all releases know: one that they
// do not is an error.
constexpr const char* kColumns =
    "--format=JobID,State,ExitCode,NodeList,TimelimitRaw,End,ReqMem,NNodes,MaxRSS,JobName";
constexpr std::size_t kColumnCount = 10;
// The default for names is today alone. Relative, so that the tool's clock and time zone do not matter.
constexpr const char* kSince = "--starttime=now-30days";

SlurmExit parse_exit(const std::string& text) {
  const auto colon = text.find(':');
  if (colon == std::string::npos) return {};
  return {std::atoi(text.c_str()), std::atoi(text.c_str() + colon + 1)};
}

/// Of 512000K, 1.50G: nothing where it is none, or nobody looked.
std::optional<std::int64_t> memory_mib(const std::string& text) {
  constexpr std::string_view kUnits = "KMGTP";
  char* unit = nullptr;
  const double number = std::strtod(text.c_str(), &unit);
  const auto power = kUnits.find(*unit);
  if (*unit == '\0' || power == std::string_view::npos) return std::nullopt;
  const auto mib = static_cast<std::int64_t>(number * std::pow(1024.0, static_cast<double>(power) - 1));
  return mib > 0 ? std::optional(mib) : std::nullopt;
}

// Since 21.08 Slurm says what the whole job asked for; before, 4Gn of a node or 2Gc of a core.
std::optional<std::int64_t> memory_of_a_node(const std::string& asked, const std::string& nodes) {
  const auto mib = memory_mib(asked);
  const int count = std::atoi(nodes.c_str());
  if (!mib || asked.ends_with('n')) return mib;
  if (asked.ends_with('c') || count < 1) return std::nullopt;
  return *mib / count;
}

AccountedJob* job_of(const std::string& number, std::vector<AccountedJob>& jobs) {
  const auto found =
      std::find_if(jobs.begin(), jobs.end(), [&](const AccountedJob& job) { return job.number == number; });
  return found == jobs.end() ? nullptr : &*found;
}

void add_start(const std::vector<std::string>& row, std::vector<AccountedJob>& jobs) {
  auto* job = job_of(row[0], jobs);
  if (job == nullptr) job = &jobs.emplace_back(AccountedJob{.number = row[0], .name = row[9]});
  job->starts.push_back({.state = row[1],
                         .exit = parse_exit(row[2]),
                         .nodes = row[3],
                         .time_limit = parse_time(row[4]),
                         .is_whole = !row[4].empty() && row[5] != "Unknown",
                         .asked_mib = memory_of_a_node(row[6], row[7])});
}

// A step's line stands below that of its start.
void add_step(const std::vector<std::string>& row, std::vector<AccountedJob>& jobs) {
  const auto dot = row[0].find('.');
  auto* job = job_of(row[0].substr(0, dot), jobs);
  if (job == nullptr) return;
  job->starts.back().steps.push_back({.id = row[0].substr(dot + 1),
                                      .name = row[9],
                                      .state = row[1],
                                      .exit = parse_exit(row[2]),
                                      .end = row[5],
                                      .used_mib = memory_mib(row[8])});
}

AccountingAnswer ask(const std::string& which, const std::string& cluster) {
  const auto answer = run_client(
      {"sacct", "--noheader", "--parsable2", "--allusers", "--duplicates", kSince, kColumns, which}, cluster);
  if (!answer || answer->err.find("accounting storage is disabled") != std::string::npos)
    return {.accounting = Accounting::none};
  if (answer->exit_status != 0) return {.accounting = Accounting::silent};
  return {.accounting = Accounting::answers, .jobs = parse_accounting(answer->out)};
}

AccountingAnswer ask_all(const std::string& option, const std::vector<std::string>& words,
                         const std::string& cluster) {
  AccountingAnswer all{.accounting = Accounting::answers};
  for (const auto& list : comma_separated_lists(words)) {
    auto some = ask(option + list, cluster);
    if (some.accounting != Accounting::answers) return some;
    std::move(some.jobs.begin(), some.jobs.end(), std::back_inserter(all.jobs));
  }
  return all;
}

}  // namespace

std::vector<AccountedJob> parse_accounting(std::string_view text) {
  std::vector<AccountedJob> jobs;
  for (const auto& row : parse_rows(text, kColumnCount)) {
    const bool is_step = row[0].find('.') != std::string::npos;
    is_step ? add_step(row, jobs) : add_start(row, jobs);
  }
  return jobs;
}

AccountingAnswer ask_accounting(const std::vector<std::string>& numbers, const std::string& cluster) {
  return ask_all("--jobs=", numbers, cluster);
}

AccountingAnswer ask_accounting_for_names(const std::vector<std::string>& names, const std::string& cluster) {
  return ask_all("--name=", names, cluster);
}

}  // namespace scalegen
