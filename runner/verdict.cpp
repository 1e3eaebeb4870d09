#include "runner/verdict.hpp"

#include <fmt/format.h>

#include "core/files.hpp"
#include "runner/end_figures.hpp"
#include "runner/last_word.hpp"

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

Result<std::optional<Verdict>> with_exit(Verdict verdict, const Run& run, const AttemptFolder& folder,
                                         const Exited& exited) {
  const auto outcome = outcome_of_exit(run, folder, exited);
  if (!outcome) return tl::make_unexpected(outcome.error());
  verdict.outcome = with_figures(*outcome, run, folder);
  verdict.elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(exited.time - verdict.begun);
  return verdict;
}

}  // namespace

Result<std::optional<Verdict>> judge(const Run& run, const RunDirectory& directory,
                                     const std::string& attempt, const Circumstances& circumstances) {
  const auto folder = directory.attempt(run.id, attempt);
  const auto started = read_started(folder);
  if (!started) return tl::make_unexpected(started.error());
  if (!*started) return std::nullopt;
  Verdict verdict{.attempt = attempt, .begun = (*started)->time};
  auto exited = read_exited(folder);
  if (exited && !*exited) {
    verdict.outcome = outcome_without_exit(run, **started, circumstances);
    if (verdict.outcome) exited = read_exited(folder);  // it may have ended well since the first look
  }
  if (!exited) return tl::make_unexpected(exited.error());
  return *exited ? with_exit(verdict, run, folder, **exited) : verdict;
}

}  // namespace scalegen
