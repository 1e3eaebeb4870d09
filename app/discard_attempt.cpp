#include "app/discard_attempt.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <map>
#include <system_error>

#include "analysis/analyse.hpp"
#include "analysis/scaling/confounders.hpp"
#include "app/scheduler_of.hpp"
#include "core/attempt_files.hpp"
#include "core/files.hpp"
#include "core/text.hpp"
#include "core/try.hpp"
#include "runner/journal.hpp"
#include "runner/outcome_of_attempt.hpp"
#include "runner/run_lock.hpp"
#include "runner/run_status.hpp"

namespace scalegen {
namespace {

constexpr auto kNotCounted = "started-not-counted.json";

Result<std::vector<RunRecord>> ended_records(const RunDirectory& directory, const Plan& plan,
                                             const std::string& run, Clock& clock) {
  const auto scheduler = scheduler_of(directory, plan, clock);
  TRY_ASSIGN(const auto all, query_status(directory, plan, *scheduler, clock));
  std::vector<std::string> names;
  for (const auto& status : all.runs) {
    names.push_back(status.record.run.id);
    if (names.back() == run && (is_running(status.record) || is_with_scheduler(status)))
      return failure(fmt::format("'{}' is queued or running", run), "wait until it has ended");
  }
  if (std::ranges::find(names, run) != names.end()) return records_of(all.runs);
  return failure(fmt::format("this sweep has no run '{}'", run), did_you_mean(run, names));
}

bool has_figure(const Measurement& run) { return run.value || run.left_out; }

/// The runs with a figure of the same round; empty if the run has none itself, or is not of the ladder.
std::vector<Measurement> round_of(const Ladder& ladder, const std::string& run) {
  std::map<int, std::vector<Measurement>> rounds;
  int its_round = 0;
  for (const auto& rung : ladder.rungs)
    for (const auto& one : rung.runs) {
      if (has_figure(one)) rounds[one.round].push_back(one);
      if (has_figure(one) && one.run == run) its_round = one.round;
    }
  return rounds[its_round];
}

// Without a claim an attempt is none of the run's, and as a folder it keeps its number.
Result<void> take_back_claim(const AttemptFolder& attempt, const char* name) {
  std::error_code error;
  std::filesystem::rename(attempt.started(), attempt.root / name, error);
  if (error) return file_failure("rename", attempt.started(), error.value());
  return {};
}

// `counted` is the attempt whose figure counts, if one does: the last, so that it counts until a killed
// tool's work is done; its claim is kept under a name that says why. Needs the directory's lock.
Result<void> take_back_claims(const RunDirectory& directory, const Plan& plan, const std::string& run,
                              const std::string& counted, const char* kept_as, Clock& clock) {
  TRY_ASSIGN(auto journal, Journal::open(directory.journal(), clock));
  const auto job =
      std::ranges::find_if(plan.jobs, [&](const Job& one) { return std::ranges::count(one.runs, run) > 0; });
  TRY_ASSIGN(auto attempts, attempt_names(directory, run));
  std::ranges::stable_partition(attempts, [&](const auto& name) { return name != counted; });
  for (const auto& name : attempts) {
    const auto attempt = directory.attempt(run, name);
    TRY_ASSIGN(const auto is_claimed, is_there(attempt.started()));
    if (!is_claimed) continue;
    TRY(take_back_claim(attempt, name == counted ? kept_as : kNotCounted));
    TRY(journal.write(JobEntry{.event = JobEvent::never_started, .job = job->id, .attempt = name}));
  }
  return {};
}

// Never by a value: whoever measures again what is slow gets what he likes.
bool may_be_replaced(const Ladder& ladder, const std::vector<Measurement>& round) {
  const RoundTimes times(ladder);
  return std::ranges::any_of(round, [&](const Measurement& run) {
    const auto is_apart = [&](const Measurement& other) {
      return times.seconds_apart(run, other).has_value();
    };
    return (run.load && has_disturbance(*run.load)) || std::ranges::any_of(round, is_apart);
  });
}

}  // namespace

Result<void> discard_attempts(const RunDirectory& directory, const Plan& plan, const std::string& run) {
  SystemClock clock;
  TRY_ASSIGN(const auto lock, Lock::take(directory.lock(), clock));
  TRY_ASSIGN(const auto records, ended_records(directory, plan, run, clock));
  const auto measured = measured_ladders(plan, records, measure_all(records, plan.head, directory));
  for (const auto& ladder : measured.ladders) {
    const auto round = round_of(ladder, run);
    if (round.empty()) continue;
    if (!may_be_replaced(ladder, round))
      return failure(
          fmt::format("'{}' has a figure, which stays: nothing disturbed its round", run),
          "leave out --again; 'sweep DIR --rounds N' measures its rung again, and 'sweep -o NEW_FOLDER' all");
    for (const auto& one : round)
      TRY(take_back_claims(directory, plan, one.run, one.attempt, kReplaced, clock));
    return {};
  }
  return take_back_claims(directory, plan, run, "", kNotCounted, clock);
}

Result<void> discard_slow_first(const RunDirectory& directory, const Plan& plan, const RunRecord& run) {
  SystemClock clock;
  TRY_ASSIGN(const auto lock, Lock::take(directory.lock(), clock));
  TRY_ASSIGN(const auto now, outcome_of(run.run, directory, {.now = clock.now()}));
  if (now.attempt != run.attempt) return {};  // another command came first
  return take_back_claims(directory, plan, run.run.id, run.attempt, kSlowFirst, clock);
}

}  // namespace scalegen
