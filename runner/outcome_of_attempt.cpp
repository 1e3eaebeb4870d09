#include "runner/outcome_of_attempt.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "core/attempt_files.hpp"
#include "core/files.hpp"
#include "core/parallel_chunks.hpp"
#include "core/secrets.hpp"
#include "core/text.hpp"
#include "core/try.hpp"
#include "runner/failure/failure_reason.hpp"
#include "runner/failure/launcher_verdict.hpp"
#include "runner/failure/stderr_reason.hpp"
#include "runner/step_progress.hpp"

namespace scalegen {

namespace {

constexpr std::size_t kEndMarkerBytes = 4096;
constexpr const char* kLeftBeforeItsEnd = "the script left before the program had ended";
constexpr std::size_t kBytesOfLauncher =
    16'384;  // it says at the end of err what it could not start, or failed

/// A step of srun that failed within a command which went on. With accounting Slurm says so itself.
std::optional<std::string> failed_step(const Run& run, const AttemptFolder& attempt) {
  const auto runs_srun = [](const std::string& word) { return word.find("srun") != std::string::npos; };
  if (std::none_of(run.command->begin(), run.command->end(), runs_srun)) return std::nullopt;
  const auto verdict = srun_verdict_in(read_end(attempt.err(), kBytesOfLauncher).value_or(""));
  if (!verdict) return std::nullopt;
  return fmt::format("srun's {} on {} failed within the command, which went on: {}", verdict->who,
                     verdict->node, verdict->how);
}

/// How its set-up ended the script; nullopt if that was over. The line may give a secret its value.
std::optional<std::string> end_in_setup(const AttemptFolder& attempt) {
  constexpr std::size_t kBytes = 4096;
  constexpr std::size_t kLongest = 80;
  const auto text = without_secrets(read_beginning(attempt.setup_line(), kBytes).value_or(""));
  if (text.empty()) return std::nullopt;
  return "its set-up ended its script at or after: " +
         without_control_characters(at_most(text.substr(0, text.find('\n')), kLongest));
}

// Near the end, not at it: a child of the program may print something after the script did.
Result<Outcome> outcome_of_good_exit(const Run& run, const AttemptFolder& attempt) {
  if (auto reason = end_in_setup(attempt)) return Failed{0, *std::move(reason)};
  const auto end = read_end(attempt.out(), kEndMarkerBytes);
  if (!end) return tl::make_unexpected(end.error());
  if (end->find(fmt::format("scalegen: end of {}\n", run.id)) == std::string::npos)
    return Failed{0, kLeftBeforeItsEnd};
  if (const auto step = failed_step(run, attempt)) return Failed{0, *step};
  return Completed{};
}

Outcome failure_of(const Run& run, const AttemptFolder& attempt, const Exited& exited) {
  const auto end = read_end(attempt.err(), kBytesOfLauncher).value_or("");
  if (auto node = unreachable_node_in(end)) return NodeFailed{*std::move(node)};
  if (const auto why = unanswered_srun_in(end))
    return Lost{"Slurm's controller did not answer srun: " + *why};
  auto reason = failure_reason(run, attempt, exited).text;
  if (const auto in_setup = end_in_setup(attempt))
    reason += (reason.empty() ? "" : "; ") + *in_setup;
  else if (reason.empty() && !exited.launched)
    reason = "its script ended before it started the command";
  return Failed{exited.status, with_failed_part(run, attempt, std::move(reason))};
}

// bash 5.2 cannot parse a trap while it looks for the end of a $(...). A signal of a person's in that moment
// ends the script with status 2 and no cause: "job.sbatch: trap: line 2: unexpected EOF while looking for
// matching `)'".
bool signal_met_bash_parsing(const AttemptFolder& attempt, const Exited& exited) {
  if (exited.status != 2 || !exited.cause.empty()) return false;
  const auto line = last_line_of_script(attempt.script_output());
  return line.find("trap: line ") != std::string::npos &&
         line.find(": unexpected EOF while looking for matching ") != std::string::npos;
}

bool is_cancellation(const AttemptFolder& attempt, const Exited& exited) {
  return was_interrupted(exited) || signal_met_bash_parsing(attempt, exited);
}

// A program may fail because it was suspended: its ranks wait for each other no longer than so.
Result<Outcome> outcome_of_exit(const Run& run, const AttemptFolder& attempt, const Exited& exited) {
  if (exited.cause == "time_limit")
    return TimedOut{.limit = run.resources.time_limit, .held_by = exited.launched ? "" : exited.held_by};
  if (is_cancellation(attempt, exited)) return Cancelled{};
  if (exited.suspended.count() > 0)
    return Suspended{std::chrono::ceil<std::chrono::seconds>(exited.suspended)};
  if (exited.status != 0) return failure_of(run, attempt, exited);
  return outcome_of_good_exit(run, attempt);
}

// Nothing begins another attempt before this one has ended, whatever its outcome was.
std::optional<Outcome> outcome_without_exit(const Run& run, const AttemptFolder& attempt,
                                            const Started& started, const Circumstances& c,
                                            bool is_followed) {
  constexpr const char* kHow = "its script ended without an exit.json";
  const auto probed = c.probe(started);
  if (probed == Liveness::alive) return std::nullopt;
  const bool is_same_boot = started.process.boot_id == this_process().boot_id;
  if (probed == Liveness::dead) return is_same_boot ? outcome_of_silent_end(attempt, kHow) : Lost{kHow};
  if (is_followed) return Lost{"another attempt was begun"};
  const auto limit = run.resources.time_limit;
  const auto since = std::chrono::floor<std::chrono::seconds>(c.now - started.time - c.patience);
  if (limit == std::chrono::seconds(0) || since < limit) return std::nullopt;
  return Lost{fmt::format("no exit.json from host '{}' since its time limit", started.process.host)};
}

Result<std::optional<AttemptRecord>> with_exit(AttemptRecord judged, const Run& run,
                                               const AttemptFolder& folder, const Exited& exited) {
  TRY_ASSIGN(const auto outcome, outcome_of_exit(run, folder, exited));
  judged.outcome = with_details(outcome, run, folder);
  judged.elapsed = exited.lasted.value_or(
      std::chrono::duration_cast<std::chrono::milliseconds>(exited.time - judged.begun));
  return judged;
}

// Returns nullopt if nobody has claimed the attempt.
Result<std::optional<AttemptRecord>> judge(const Run& run, const RunDirectory& directory,
                                           const std::string& attempt, const Circumstances& circumstances,
                                           bool is_followed) {
  const auto folder = directory.attempt(run.id, attempt);
  TRY_ASSIGN(const auto started, read_started(folder));
  if (!started) return std::nullopt;
  AttemptRecord judged{.attempt = attempt, .begun = started->time};
  auto exited = read_exited(folder);
  if (exited && !*exited) {
    judged.outcome = outcome_without_exit(run, folder, *started, circumstances, is_followed);
    if (judged.outcome) exited = read_exited(folder);  // it may have ended well since it was first read
  }
  if (!exited) return tl::make_unexpected(exited.error());
  return *exited ? with_exit(judged, run, folder, **exited) : judged;
}

// By number, because clocks are sometimes set back; what a person started by hand comes first.
auto order(const AttemptRecord& judged) { return std::pair(attempt_number(judged.attempt), judged.begun); }

// A completed measurement stays, whatever is tried after it: so the first of them counts for good.
bool counts_before(const AttemptRecord& a, const AttemptRecord& b) {
  const bool a_completed = a.outcome && is_completed(*a.outcome);
  const bool b_completed = b.outcome && is_completed(*b.outcome);
  if (a_completed != b_completed) return a_completed;
  if (a_completed) return order(a) < order(b);
  if (a.outcome.has_value() != b.outcome.has_value()) return !a.outcome;
  return order(a) > order(b);
}

// A person who removes an attempt's folder wants it repeated, and the repetition may have the same name.
bool is_of_this_claim(const AttemptRecord& known, std::chrono::system_clock::time_point started) {
  return std::chrono::abs(known.begun - started) < std::chrono::milliseconds(1);  // it was written as text
}

bool left_before_its_end(const Outcome& outcome) { return outcome == Outcome(Failed{0, kLeftBeforeItsEnd}); }

bool rests_on_missing_files(const Outcome& outcome) {
  return std::holds_alternative<Lost>(outcome) || left_before_its_end(outcome);
}

// A persisted outcome is kept, because the scheduler may have known more than the files. Only a run of which
// files were missing may reappear, with an outcome of its own.
Result<std::vector<AttemptRecord>> judge_attempts(const Run& run, const RunDirectory& directory,
                                                  const Circumstances& c,
                                                  const std::optional<AttemptRecord>& known) {
  TRY_ASSIGN(const auto names, attempt_names(directory, run.id));
  int last = 0;
  for (const auto& name : names) last = std::max(last, attempt_number(name));
  std::vector<AttemptRecord> found;
  for (const auto& name : names) {
    const int number = attempt_number(name);
    TRY_ASSIGN(auto judged, judge(run, directory, name, c, number > 0 && number < last));
    if (!judged) continue;
    const bool is_known = known && known->attempt == name && is_of_this_claim(*known, judged->begun);
    if (is_known && (!rests_on_missing_files(*known->outcome) || !judged->outcome))
      judged->outcome = known->outcome;
    found.push_back(*judged);
  }
  return found;
}

Result<bool> is_still_there(const RunDirectory& directory, const std::string& run,
                            const AttemptRecord& known) {
  return read_started(directory.attempt(run, known.attempt)).map([&](const std::optional<Started>& started) {
    return started && is_of_this_claim(known, started->time);
  });
}

RunRecord record_of(const Run& run, const AttemptRecord& judged, const std::optional<AttemptRecord>& known) {
  return {.run = run,
          .attempt = judged.attempt,
          .outcome = judged.outcome,
          .elapsed = judged.elapsed,
          .is_persisted = known && known->attempt == judged.attempt && known->outcome == judged.outcome &&
                          is_of_this_claim(*known, judged.begun)};
}

}  // namespace

bool lacks_its_end(const RunRecord& record) {
  return !record.is_persisted && record.outcome && left_before_its_end(*record.outcome);
}

Outcome outcome_of_silent_end(const AttemptFolder& attempt, std::string how) {
  if (auto reason = end_in_setup(attempt)) return Failed{-1, *std::move(reason)};
  return Lost{std::move(how)};
}

Result<RunRecord> outcome_of(const Run& run, const RunDirectory& directory,
                             const Circumstances& circumstances) {
  TRY_ASSIGN(const auto known, read_outcome_file(directory, run.id));
  if (known && is_completed(*known->outcome)) {
    TRY_ASSIGN(const auto counts, is_still_there(directory, run.id, *known));
    if (counts) return record_of(run, *known, known);
  }
  TRY_ASSIGN(const auto found, judge_attempts(run, directory, circumstances, known));
  if (found.empty()) return RunRecord{.run = run};
  return record_of(run, *std::ranges::min_element(found, counts_before), known);
}

Result<std::vector<RunRecord>> outcomes(const Plan& plan, const RunDirectory& directory,
                                        const Circumstances& circumstances) {
  using Records = std::vector<RunRecord>;
  auto parts = parallel_chunks(plan.runs.size(), [&](std::size_t begin, std::size_t end) -> Result<Records> {
    Records records;
    for (auto i = begin; i < end; ++i) {
      TRY_ASSIGN(auto record, outcome_of(plan.runs[i], directory, circumstances));
      records.push_back(std::move(record));
    }
    return records;
  });
  Records all;
  all.reserve(plan.runs.size());
  for (auto& part : parts) {
    if (!part) return tl::make_unexpected(std::move(part.error()));
    std::move(part->begin(), part->end(), std::back_inserter(all));
  }
  return all;
}

}  // namespace scalegen
