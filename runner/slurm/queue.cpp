#include "runner/slurm/queue.hpp"

#include <algorithm>
#include <iterator>

#include "core/units.hpp"
#include "runner/slurm/client.hpp"
#include "runner/slurm/job_id.hpp"
#include "runner/slurm/table.hpp"

namespace scalegen {
namespace {

// Never --json: it says "no jobs" and 0 where the controller is away, and its form differs between releases.
// The reason stands last, because it may be a sentence of the site's.
// Each task of an array stands on a line of its own (--array).
constexpr const char* kColumns = "--format=%i|%T|%N|%l|%j|%r";

// Asked for one job that it does not know, squeue fails; asked for several, it says nothing and does not.
bool knows_none(const ProgramResult& answer) {
  return answer.err.find("Invalid job id specified") != std::string::npos;
}

// With --clusters a failure of one cluster may be told on stderr alone.
bool failed(const ProgramResult& answer) {
  return answer.exit_status != 0 || answer.err.find("error:") != std::string::npos;
}

Result<std::optional<std::vector<QueuedJob>>> ask(const std::string& which, const std::string& cluster) {
  const auto answer =
      run_client({"squeue", "--noheader", "--array", "--states=all", kColumns, which}, cluster);
  if (!answer) return tl::make_unexpected(answer.error());
  if (knows_none(*answer)) return std::vector<QueuedJob>{};
  if (failed(*answer)) return std::nullopt;
  return parse_queue(answer->out);
}

Result<std::optional<std::vector<QueuedJob>>> ask_all(const std::string& option,
                                                      const std::vector<std::string>& words,
                                                      const std::string& cluster) {
  std::vector<QueuedJob> all;
  for (const auto& list : comma_separated_lists(words)) {
    auto some = ask(option + list, cluster);
    if (!some || !*some) return some;
    std::move((*some)->begin(), (*some)->end(), std::back_inserter(all));
  }
  return all;
}

}  // namespace

std::vector<QueuedJob> parse_queue(std::string_view text) {
  std::vector<QueuedJob> jobs;
  for (auto& row : parse_rows(text, 6))
    jobs.push_back({.number = std::move(row[0]),
                    .state = std::move(row[1]),
                    .nodes = std::move(row[2]),
                    .time_limit = parse_time(row[3]),
                    .name = std::move(row[4]),
                    .reason = std::move(row[5])});
  return jobs;
}

Result<std::optional<std::vector<QueuedJob>>> ask_queue(const std::vector<std::string>& numbers,
                                                        const std::string& cluster) {
  return ask_all("--jobs=", numbers, cluster);
}

Result<std::optional<std::vector<QueuedJob>>> ask_queue_for_names(const std::vector<std::string>& names,
                                                                  const std::string& cluster) {
  return ask_all("--name=", names, cluster);
}

}  // namespace scalegen
