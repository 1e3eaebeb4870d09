#include "app/match_existing_run.hpp"

#include <fmt/format.h>

#include <string>

#include "app/open_run_directory.hpp"
#include "app/plan_difference.hpp"
#include "app/replan.hpp"
#include "app/sweep_change.hpp"
#include "core/cksum.hpp"
#include "core/files.hpp"
#include "core/plan.hpp"
#include "core/try.hpp"
#include "core/units.hpp"
#include "generator/plan/rounds.hpp"
#include "generator/script/plan_replacement.hpp"
#include "generator/script/run_directory_writer.hpp"
#include "generator/sweep_file/sweep_reader.hpp"
#include "runner/run_lock.hpp"

namespace scalegen {

namespace {

/// The sweep file and the plan of a run directory.
struct Made {
  std::string sweep_text{};
  Plan plan{};
  bool operator==(const Made&) const = default;
};

Result<Made> read_made(const RunDirectory& directory) {
  TRY_ASSIGN(auto plan, read_plan_of(directory));
  TRY(check_not_edited(directory.plan_file().string(), plan));
  TRY_ASSIGN(auto text, read_file(directory.sweep_file()));
  return Made{std::move(text), std::move(plan)};
}

Result<void> check_same(const RunDirectory& directory, const Made& made, const SweepSpec& spec) {
  const auto& head = made.plan.head;
  if (head.cluster != spec.profile.name)
    return another_sweep(
        directory,
        has_completed_run(directory, made.plan)
            ? kNewDirectory
            : fmt::format("no run has completed there: remove it and give the same command again, or {}",
                          kNewDirectory),
        fmt::format("it is for the cluster '{}', and this one for '{}'", head.cluster, spec.profile.name));
  if (made.sweep_text != spec.text.text && !spec.file.mistakes.empty())
    return tl::make_unexpected(spec.file.mistakes);
  return {};
}

Result<void> check_jobs(const RunDirectory& directory, const Plan& plan, const SweepSource& source) {
  if (!source.one_allocation || source.held || shares_nodes(plan)) return {};
  return failure(fmt::format("in '{}' each run is a job of its own", directory.root.string()),
                 fmt::format("leave out --one-allocation, or {}", kNewDirectory));
}

// Options that the directory was not created with would be silently ignored.
Result<void> check_option(const RunDirectory& directory, std::string_view name, const std::string& asked,
                          const std::string& planned) {
  if (asked.empty() || asked == planned) return {};
  return failure(
      fmt::format("the scripts in '{}' do not ask for --{}={}", directory.root.string(), name, asked),
      fmt::format("leave it out, or {}", kNewDirectory));
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
  if (!traits_of(plan.head.scheduler).takes_directives) return {};
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

std::string sum_of(std::string_view text) {
  Cksum sum;
  sum.add(text);
  return sum.text();
}

// A call that was killed may have left the plan of a later sweep file than sweep.yaml.
bool is_of_its_text(const Made& made) {
  return made.plan.head.sweep_sum.empty() || made.plan.head.sweep_sum == sum_of(made.sweep_text);
}

// It may have more rounds than its file asks for.
bool is_up_to_date(const Made& made, const SweepSpec& spec) {
  return made.sweep_text == spec.text.text && is_of_its_text(made);
}

/// The sweep file, and the machine on the day of the plan, decide what runs depend on. If both files are
/// planned today, they differ in what a person has changed alone.
Result<Plan> planned_before(const Made& made, const SweepSpec& spec, const SweepSource& source) {
  if (!is_of_its_text(made)) return made.plan;
  auto before = spec;
  TRY_ASSIGN(before.file, read_sweep("sweep.yaml", made.sweep_text));
  auto planned = plan_spec(before, source);
  return planned ? std::move(planned->plan) : made.plan;
}

/// The effect of a sweep file on a directory.
struct Decision {
  Plan plan{};
  std::vector<std::string> news{};
  Diagnostics warnings{};
  std::string replaces_by{};  // how the runs differ; if they do, nothing is measured yet
};

/// `difference`: how the runs differ from those that are there. An error if one has completed.
Result<Decision> decide_to_replan(const RunDirectory& directory, const Made& made, const SweepSpec& spec,
                                  const SweepSource& source, std::string difference) {
  TRY(check_nothing_is_measured(directory, made.plan, difference));
  TRY_ASSIGN(auto planned, replan(directory, made.plan, spec, source));
  return Decision{
      .plan = std::move(planned.plan),
      .news = {fmt::format(
          "the sweep file changed since ({}): no run had completed, so they are planned again", difference)},
      .warnings = std::move(planned.warnings),
      .replaces_by = std::move(difference)};
}

Decision decision_for(const Made& made, Plan changed, const SweepSpec& spec) {
  auto news = news_of(made.plan, changed);
  if (changed != made.plan || !made.plan.head.sweep_sum.empty())
    changed.head.sweep_sum = sum_of(spec.text.text);
  return {.plan = std::move(changed), .news = std::move(news)};
}

// `--rounds` may have added to those of the file that the directory holds.
bool takes_rounds_away(const Made& made, const SweepSpec& spec) {
  if (spec.file.repeats >= repeats_of(made.plan.head)) return false;
  const auto before = read_sweep("sweep.yaml", made.sweep_text);
  return !before || spec.file.repeats < before->repeats;
}

Result<Decision> decide_fewer_rounds(const RunDirectory& directory, const Made& made, const SweepSpec& spec,
                                     const SweepSource& source) {
  const auto rounds = repeats_of(made.plan.head);
  if (!has_completed_run(directory, made.plan))
    return decide_to_replan(directory, made, spec, source,
                            fmt::format("repeats: {} -> {}", rounds, spec.file.repeats));
  return failure(fmt::format("'{}' holds {} of this sweep, and the sweep file asks for {}",
                             directory.root.string(), counted(rounds, "round"), spec.file.repeats),
                 fmt::format("nothing is taken away: write 'repeats: {}', or {}", rounds, kNewDirectory));
}

Result<Decision> decide(const RunDirectory& directory, const Made& made, const SweepSpec& spec,
                        const SweepSource& source) {
  if (is_up_to_date(made, spec)) return Decision{.plan = made.plan};
  if (takes_rounds_away(made, spec)) return decide_fewer_rounds(directory, made, spec, source);
  if (made.plan.head.sweep_sum == sum_of(spec.text.text)) return decision_for(made, made.plan, spec);
  TRY_ASSIGN(const auto before, planned_before(made, spec, source));
  TRY_ASSIGN(const auto now, plan_spec(spec, source));
  auto difference = forbidden_change(made.plan, before, now.plan);
  if (difference.empty() && !has_completed_run(directory, made.plan))
    difference = first_difference(before, now.plan);
  if (!difference.empty()) return decide_to_replan(directory, made, spec, source, std::move(difference));
  TRY_ASSIGN(const auto without_figure, runs_without_figure(directory, made.plan));
  TRY_ASSIGN(auto changed, changed_plan(made.plan, before, now.plan, without_figure));
  auto decision = decision_for(made, std::move(changed), spec);
  if (decision.news.empty())  // no other difference is allowed
    if (const auto larger = first_difference(before, now.plan); !larger.empty())
      decision.news.push_back(fmt::format("no run is left for the larger limit ({})", larger));
  return decision;
}

/// The caller holds the directory's lock. Adds to the news where it keeps what was there.
Result<void> carry_out(const RunDirectory& directory, const Made& made, const SweepSpec& spec,
                       Decision& decision) {
  if (decision.replaces_by.empty())
    return extend_run_directory(directory, spec.text.text, made.plan, decision.plan, spec.templates);
  TRY(check_nothing_is_measured(directory, made.plan, decision.replaces_by));
  TRY_ASSIGN(const auto kept, replace_plan(directory, spec.text.text, decision.plan, spec.templates));
  decision.news.front() += fmt::format("; what was there is kept in '{}'", kept.string());
  return {};
}

MatchedRun matched(Decision decision) {
  return {std::move(decision.plan), std::move(decision.news), std::move(decision.warnings)};
}

Result<void> check_more_rounds(const RunDirectory& directory, int there, int rounds) {
  if (rounds >= there) return {};
  return failure(fmt::format("'{}' has {} already, and --rounds asks for {}", directory.root.string(),
                             counted(there, "round"), rounds),
                 fmt::format("ask for more: --rounds {}", there + 1));
}

}  // namespace

Result<MatchedRun> add_rounds(const RunDirectory& directory, int rounds,
                              const std::vector<OwnTemplate>& own_templates) {
  TRY(finish_replanning(directory));
  SystemClock clock;
  TRY_ASSIGN(const auto lock, Lock::take(directory.lock(), clock));
  TRY_ASSIGN(const auto made, read_made(directory));
  const auto there = repeats_of(made.plan.head);
  TRY(check_more_rounds(directory, there, rounds));
  if (rounds == there) return MatchedRun{.plan = made.plan};  // the same command continues
  TRY_ASSIGN(auto extended, plan::extend_plan(made.plan, rounds));
  TRY(extend_run_directory(directory, made.sweep_text, made.plan, extended, own_templates));
  auto news = news_of(made.plan, extended);
  return MatchedRun{.plan = std::move(extended), .news = std::move(news)};
}

Result<MatchedRun> compare_with_existing_run(const RunDirectory& directory, const SweepSpec& spec,
                                             const SweepSource& source) {
  TRY_ASSIGN(const auto made, read_same(directory, spec, source));
  return decide(directory, made, spec, source).map(matched);
}

Result<MatchedRun> match_existing_run(const RunDirectory& directory, const SweepSpec& spec,
                                      const SweepSource& source) {
  TRY(finish_replanning(directory));
  TRY_ASSIGN(const auto seen, read_same(directory, spec, source));
  TRY_ASSIGN(auto decision, decide(directory, seen, spec, source));
  if (is_up_to_date(seen, spec)) return matched(std::move(decision));
  SystemClock clock;
  {
    TRY_ASSIGN(const auto lock, Lock::take(directory.lock(), clock));
    TRY(finish_replacement(directory));
    TRY_ASSIGN(const auto now, read_same(directory, spec, source));
    if (now == seen) {
      TRY(carry_out(directory, seen, spec, decision));
      return matched(std::move(decision));
    }
  }
  return match_existing_run(directory, spec, source);  // another has changed it before the lock was ours
}

}  // namespace scalegen
