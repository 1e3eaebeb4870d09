#include "app/match_existing_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "app/open_run_directory.hpp"
#include "core/files.hpp"
#include "core/plan.hpp"
#include "core/try.hpp"
#include "core/units.hpp"
#include "core/yaml.hpp"
#include "generator/plan/rounds.hpp"
#include "generator/script/run_directory_writer.hpp"
#include "runner/run_lock.hpp"

namespace scalegen {

namespace {

// "repeats: 3", perhaps with a comment behind it.
bool is_all_of_its_line(std::string_view line) {
  const auto value = line.find_first_not_of(" \t", line.find(':') + 1);
  const auto behind = line.find_first_not_of("0123456789", value);
  const auto rest = line.find_first_not_of(" \t\r", behind);
  return behind != value && (rest == std::string_view::npos || (line[rest] == '#' && rest > behind));
}

// The position of the key `repeats` in the map of a sweep file, not of the word in another key's text.
int line_of_repeats(std::string_view text) {
  const auto file = parse_yaml("", text);
  if (!file || file->root.kind != YamlNode::Kind::map) return 0;
  for (const auto& [key, value] : file->root.entries)
    if (key.text == "repeats" && key.column == 1 && value.line == key.line) return key.line;
  return 0;
}

/// A text without the line that says `repeats:`, where that says nothing else.
struct WithoutRepeats {
  std::string text{};
  int line_left_out = 0;  // from 1; 0: none
};

WithoutRepeats without_repeats(std::string_view text) {
  const auto repeats = line_of_repeats(text);
  WithoutRepeats rest;
  for (int number = 1; !text.empty(); ++number) {
    const auto end = std::min(text.find('\n'), text.size());
    const auto line = text.substr(0, end);
    if (number == repeats && is_all_of_its_line(line))
      rest.line_left_out = number;
    else
      rest.text.append(line).append("\n");
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return rest;
}

}  // namespace

bool same_but_repeats(std::string_view there, std::string_view here) {
  return there == here || without_repeats(there).text == without_repeats(here).text;
}

LineDifference difference_but_repeats(std::string_view there, std::string_view here) {
  const auto rest = without_repeats(there);
  auto difference = first_differing_line(rest.text, without_repeats(here).text);
  if (rest.line_left_out > 0 && difference.line >= rest.line_left_out) ++difference.line;
  return difference;
}

namespace {

constexpr auto kBeginAnew = "begin a new run directory with -o NEW_FOLDER";

/// The sweep file and the plan of a run directory.
struct Made {
  std::string sweep_text{};
  Plan plan{};
};

Result<Made> read_made(const RunDirectory& directory) {
  TRY_ASSIGN(auto plan, read_plan_of(directory));
  TRY(check_not_edited(directory.plan_file().string(), plan));
  TRY_ASSIGN(auto text, read_file(directory.sweep_file()));
  return Made{std::move(text), std::move(plan)};
}

tl::unexpected<Diagnostics> another_sweep(const RunDirectory& directory, std::vector<std::string> notes) {
  return failure(fmt::format("'{}' holds the runs of another sweep", directory.root.string()), kBeginAnew,
                 std::move(notes));
}

Result<void> check_same(const RunDirectory& directory, const Made& made, const SweepSpec& spec) {
  const auto& head = made.plan.head;
  if (head.cluster != spec.profile.name)
    return another_sweep(directory, {fmt::format("it is for the cluster '{}', and this one for '{}'",
                                                 head.cluster, spec.profile.name)});
  if (!same_but_repeats(made.sweep_text, spec.text.text)) {
    const auto difference = difference_but_repeats(made.sweep_text, spec.text.text);
    return another_sweep(directory,
                         {fmt::format("line {} of its sweep.yaml:  {}", difference.line, difference.first),
                          fmt::format("line {} of this sweep file: {}", difference.line, difference.second)});
  }
  if (made.sweep_text != spec.text.text && !spec.file.mistakes.empty())
    return tl::make_unexpected(spec.file.mistakes);
  if (spec.file.repeats >= head.rounds) return {};
  return failure(fmt::format("'{}' holds {} of this sweep, and the sweep file asks for {}",
                             directory.root.string(), counted(head.rounds, "repeat"), spec.file.repeats),
                 fmt::format("nothing is taken away: write 'repeats: {}', or {}", head.rounds, kBeginAnew));
}

Result<void> check_jobs(const RunDirectory& directory, const Plan& plan, const SweepSource& source) {
  if (!source.one_allocation || shares_nodes(plan)) return {};
  return failure(fmt::format("in '{}' each run is a job of its own", directory.root.string()),
                 fmt::format("leave out --one-allocation, or {}", kBeginAnew));
}

// Options that the directory was not created with would be silently ignored.
Result<void> check_option(const RunDirectory& directory, std::string_view name, const std::string& asked,
                          const std::string& planned) {
  if (asked.empty() || asked == planned) return {};
  return failure(
      fmt::format("the scripts in '{}' do not ask for --{}={}", directory.root.string(), name, asked),
      fmt::format("leave it out, or {}", kBeginAnew));
}

Result<void> check_partition(const RunDirectory& directory, const Plan& plan, const std::string& asked) {
  for (const auto& run : plan.runs) TRY(check_option(directory, "partition", asked, run.resources.partition));
  return {};
}

Result<void> check_time_limit(const RunDirectory& directory, const Plan& plan, const SweepSource& source) {
  TRY_ASSIGN(const auto asked, requested_time_limit(source));
  if (!asked) return {};
  for (const auto& run : plan.runs)
    TRY(check_option(directory, "time", slurm_time(*asked), slurm_time(run.resources.time_limit)));
  return {};
}

Result<void> check_options(const RunDirectory& directory, const Plan& plan, const SweepSource& source) {
  TRY(check_time_limit(directory, plan, source));
  if (plan.head.scheduler == "local") return {};
  const auto& launch = plan.head.launch;
  TRY(check_option(directory, "account", source.account, launch.account));
  TRY(check_partition(directory, plan, source.partition));
  TRY(check_option(directory, "qos", source.qos, launch.qos));
  return check_option(directory, "reservation", source.reservation, launch.reservation);
}

Result<Made> read_same(const RunDirectory& directory, const SweepSpec& spec, const SweepSource& source) {
  TRY_ASSIGN(auto made, read_made(directory));
  TRY(check_same(directory, made, spec));
  TRY(check_jobs(directory, made.plan, source));
  TRY(check_options(directory, made.plan, source));
  return made;
}

bool is_up_to_date(const Made& made, const SweepSpec& spec) {
  return made.sweep_text == spec.text.text && made.plan.head.rounds == spec.file.repeats;
}

Result<MatchedRun> extend(const RunDirectory& directory, const Plan& plan, const SweepSpec& spec) {
  TRY_ASSIGN(auto extended, plan::extend_plan(plan, spec.file.repeats));
  TRY(extend_run_directory(directory, spec.text.text, plan, extended, spec.templates));
  return MatchedRun{extended, extended.head.rounds - plan.head.rounds,
                    std::ssize(extended.runs) - std::ssize(plan.runs)};
}

}  // namespace

Result<MatchedRun> match_existing_run(const RunDirectory& directory, const SweepSpec& spec,
                                      const SweepSource& source) {
  TRY_ASSIGN(const auto seen, read_same(directory, spec, source));
  if (is_up_to_date(seen, spec)) return MatchedRun{seen.plan};
  SystemClock clock;
  TRY_ASSIGN(const auto lock, Lock::take(directory.lock(), clock));
  const auto made =
      read_same(directory, spec, source);  // another may have extended it before the lock was ours
  if (!made) return tl::make_unexpected(made.error());
  if (made->plan.head.rounds < spec.file.repeats) return extend(directory, made->plan, spec);
  TRY(replace_file_durably(directory.sweep_file(), spec.text.text));
  return MatchedRun{made->plan};
}

}  // namespace scalegen
