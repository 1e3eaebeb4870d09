#include "runner/outcome_of_attempt.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "core/attempt_files.hpp"
#include "core/files.hpp"
#include "core/parallel_chunks.hpp"
#include "core/try.hpp"
#include "runner/failure_reason.hpp"
#include "runner/timeout_progress.hpp"

namespace scalegen {

namespace {

constexpr std::size_t kEndMarkerBytes = 4096;

// Looked for near the end, not at it: a child of the program's may say something after the script did.
Result<Outcome> outcome_of_good_exit(const Run& run, const AttemptFolder& attempt) {
  const auto end = read_end(attempt.out(), kEndMarkerBytes);
  if (!end) return tl::make_unexpected(end.error());
  if (end->find(fmt::format("scalegen: end of {}\n", run.id)) != std::string::npos) return Completed{};
  return Failed{0, "the script left before the program had ended"};
}

Result<Outcome> outcome_of_exit(const Run& run, const AttemptFolder& attempt, const Exited& exited) {
  if (exited.cause == "time_limit") return TimedOut{run.resources.time_limit};
  if (exited.cause == "INT" || exited.cause == "TERM" || exited.cause == "HUP") return Cancelled{};
  if (exited.status != 0) return Failed{exited.status, last_word(attempt)};
  return outcome_of_good_exit(run, attempt);
}

std::optional<Outcome> outcome_without_exit(const Run& run, const Started& started, const Circumstances& c) {
  switch (c.probe(started)) {
    case Liveness::alive:
      return std::nullopt;
    case Liveness::dead:
      return Lost{"its script ended without a word"};
    case Liveness::unknown:
      break;
  }
  const auto limit = run.resources.time_limit;
  if (limit == std::chrono::seconds(0) || c.now < started.time + limit + c.patience) return std::nullopt;
  return Lost{fmt::format("no word from host '{}' since its time limit", started.process.host)};
}

Result<std::optional<AttemptRecord>> with_exit(AttemptRecord verdict, const Run& run,
                                               const AttemptFolder& folder, const Exited& exited) {
  TRY_ASSIGN(const auto outcome, outcome_of_exit(run, folder, exited));
  verdict.outcome = with_figures(outcome, run, folder);
  verdict.elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(exited.time - verdict.begun);
  return verdict;
}

}  // namespace

Result<std::optional<AttemptRecord>> judge(const Run& run, const RunDirectory& directory,
                                           const std::string& attempt, const Circumstances& circumstances) {
  const auto folder = directory.attempt(run.id, attempt);
  TRY_ASSIGN(const auto started, read_started(folder));
  if (!started) return std::nullopt;
  AttemptRecord verdict{.attempt = attempt, .begun = started->time};
  auto exited = read_exited(folder);
  if (exited && !*exited) {
    verdict.outcome = outcome_without_exit(run, *started, circumstances);
    if (verdict.outcome) exited = read_exited(folder);  // it may have ended well since the first look
  }
  if (!exited) return tl::make_unexpected(exited.error());
  return *exited ? with_exit(verdict, run, folder, **exited) : verdict;
}

namespace {

bool is_lost(const AttemptRecord& verdict) {
  return verdict.outcome && std::holds_alternative<Lost>(*verdict.outcome);
}

// By number, because clocks are set back now and then; what a person started by hand comes first.
auto order(const AttemptRecord& verdict) { return std::pair(attempt_number(verdict.attempt), verdict.begun); }

// A completed measurement stands whatever is tried after it: so the first of them, for good.
bool counts_before(const AttemptRecord& a, const AttemptRecord& b) {
  const bool a_completed = a.outcome && is_completed(*a.outcome);
  const bool b_completed = b.outcome && is_completed(*b.outcome);
  if (a_completed != b_completed) return a_completed;
  if (a_completed) return order(a) < order(b);
  if (a.outcome.has_value() != b.outcome.has_value()) return !a.outcome;
  return order(a) > order(b);
}

// What was once found out is kept, for the scheduler may have known more than the files. Only a lost run may
// turn up again, with an end of its own.
Result<std::vector<AttemptRecord>> verdicts(const Run& run, const RunDirectory& directory,
                                            const Circumstances& c,
                                            const std::optional<AttemptRecord>& known) {
  TRY_ASSIGN(const auto names, attempt_names(directory, run.id));
  std::vector<AttemptRecord> found;
  for (const auto& name : names) {
    TRY_ASSIGN(auto verdict, judge(run, directory, name, c));
    if (!verdict) continue;
    const bool is_known = known && known->attempt == name;
    if (is_known && (!is_lost(*known) || !verdict->outcome)) verdict->outcome = known->outcome;
    found.push_back(*verdict);
  }
  return found;
}

// Someone who removes an attempt's folder wants it repeated.
bool is_still_there(const RunDirectory& directory, const std::string& run, const AttemptRecord& verdict) {
  std::error_code error;
  return std::filesystem::exists(directory.attempt(run, verdict.attempt).started(), error);
}

RunRecord record_of(const Run& run, const AttemptRecord& verdict, const std::optional<AttemptRecord>& known) {
  return {.run = run,
          .attempt = verdict.attempt,
          .outcome = verdict.outcome,
          .elapsed = verdict.elapsed,
          .is_concluded = known && known->attempt == verdict.attempt && known->outcome == verdict.outcome};
}

}  // namespace

Result<RunRecord> outcome_of(const Run& run, const RunDirectory& directory,
                             const Circumstances& circumstances) {
  TRY_ASSIGN(const auto known, read_outcome_file(directory, run.id));
  const bool completed = known && is_completed(*known->outcome);
  if (completed && is_still_there(directory, run.id, *known)) return record_of(run, *known, known);
  TRY_ASSIGN(const auto found, verdicts(run, directory, circumstances, known));
  if (found.empty()) return RunRecord{.run = run};
  return record_of(run, *std::min_element(found.begin(), found.end(), counts_before), known);
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
