#include "analysis/measurement/wall_time.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "analysis/readers/csv.hpp"
#include "analysis/readers/printed_metric.hpp"
#include "core/evidence.hpp"
#include "core/text.hpp"
#include "core/try.hpp"

namespace scalegen {
namespace {

constexpr double kLastTime = 1e11;  // in 5138

/// When the last of a run's tasks began, and when the last ended, each by the clock of its node.
struct TaskTimes {
  std::set<std::string> hosts{};
  int tasks = 0;
  TimeSpan last{};
};

double time_in(const EvidenceLine& line, std::string_view key) {
  return parse_number(line.value(key)).value_or(0);
}

TaskTimes read_task_times(const AttemptListing& files) {
  TaskTimes times;
  for (const auto& [file, host] : named_files(files, "place.", ".txt"))
    for (const auto& line : read_evidence(file)) {
      if (line.word != "ran") continue;
      times.hosts.insert(host);
      ++times.tasks;
      times.last.start = std::max(times.last.start, time_in(line, "begun"));
      times.last.end = std::max(times.last.end, time_in(line, "ended"));
    }
  return times;
}

// The clock of a node is ahead of the script's by `time - heard` at least and by `time - asked` at most.
// Returns by how much two clocks may differ; infinity if a node did not answer.
double most_between_clocks(const std::filesystem::path& clocks, std::set<std::string> hosts) {
  if (hosts.size() < 2) return 0;
  double least = HUGE_VAL;
  double most = -HUGE_VAL;
  for (const auto& line : read_evidence(clocks)) {
    if (line.word != "clock" || hosts.erase(line.value("node")) == 0) continue;
    least = std::min(least, time_in(line, "time") - time_in(line, "heard"));
    most = std::max(most, time_in(line, "time") - time_in(line, "asked"));
  }
  return hosts.empty() ? most - least : HUGE_VAL;
}

// As Slurm 20.11 to 25.05 writes it: "srun: Job 82 step creation temporarily disabled, retrying (Requested
// nodes are busy)", and "still disabled" after the first time.
std::string wait_of_srun(const AttemptFolder& attempt) {
  std::string found;
  for (const auto& file : {attempt.err(), attempt.out()})
    (void)for_each_line(file, [&](const PrintedLine& line) {
      if (found.empty() && line.text.find("tep creation ") != line.text.npos &&
          line.text.find(" disabled, retrying") != line.text.npos)
        found =
            fmt::format("srun waited before it started a step ('{}')", without_control_characters(line.text));
    });
  return found;
}

Result<WallTime> time_of_ranks(int tasks, const TaskTimes& times, double between_clocks) {
  if (times.tasks < tasks)
    return failure(fmt::format("only {} of {} tasks say when they began and ended", times.tasks, tasks));
  const double whole = seconds(times.last);
  if (whole <= 0)
    return failure("its last task ended before its last task began: clocks of its nodes differ");
  WallTime time{.span = times.last};
  if (between_clocks == HUGE_VAL) {
    time.doubt = "the clocks of its nodes were not compared";
  } else if (const double share = between_clocks / whole; share > 0.01) {
    time.doubt = fmt::format("the clocks of its nodes may differ by {:.2g} s, {:.2g} % of its wall time",
                             between_clocks, 100 * share);
    if (share > 0.05) return failure(std::move(time.doubt));
  }
  return time;
}

}  // namespace

std::string why_no_clock_is_believed(const ProgramTimes& times) {
  constexpr double kSame = 0.5;
  if (!times.launched || !times.finished || !times.ran) return "";
  const double set_by = *times.finished - *times.launched - *times.ran;
  if (!(std::abs(set_by) > kSame + times.apart.value_or(0))) return "";
  return fmt::format("the clock of its node was put {} by {:.4g} s while the command ran, for {:.4g} s",
                     set_by > 0 ? "forward" : "back", std::abs(set_by), *times.ran);
}

Result<TimeSpan> command_span(const AttemptFolder& attempt) {
  TRY_ASSIGN(const auto times, read_program_times(attempt));
  if (!times.launched || !times.finished)
    return failure("exit.json does not say when the command began and ended");
  if (auto why = why_no_clock_is_believed(times); !why.empty())
    return failure(std::move(why), "measure the run again: --again");
  const TimeSpan span{*times.launched, *times.finished};
  if (span.end <= span.start)
    return failure("in exit.json the command ends before it begins: a clock was changed");
  for (const double time : {span.start, span.end})
    if (time < kFirstTime || time > kLastTime)
      return failure(
          fmt::format("exit.json has a time of {} s since 1970, which no clock that is set shows", time));
  return span;
}

Result<WallTime> wall_time(const Run& run, const PlanHead& head, const AttemptListing& files) {
  const AttemptFolder attempt{files.folder};
  TRY_ASSIGN(const auto span, command_span(attempt));
  if (!traits_of(head.scheduler).allocates) return WallTime{span};
  if (head.start == Start::once) return WallTime{span, wait_of_srun(attempt)};
  const auto clocks = files.folder / "clocks.txt";
  const auto times = read_task_times(files);
  if (times.tasks == 0 && !contains_file(files, clocks))
    return WallTime{span, "", /*may_include_waits=*/run.rung.nodes > 1};
  return time_of_ranks(head.start == Start::each_rank ? world_size(run.rung) : run.rung.nodes, times,
                       most_between_clocks(clocks, times.hosts));
}

}  // namespace scalegen
