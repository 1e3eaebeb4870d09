#include "runner/step_progress.hpp"

#include <cmath>

#include "core/attempt_files.hpp"
#include "core/event_log.hpp"
#include "core/files.hpp"

namespace scalegen {

namespace {

using Seconds = std::chrono::duration<double>;

constexpr std::size_t kBytesOfEnd = 65'536;           // and of the beginning
constexpr std::size_t kBytesOfLongStart = 1'048'576;  // a `start` line has a host name for each rank
constexpr double kMargin = 1.1;

struct TimedStep {
  std::int64_t number = 0;
  Seconds time{};  // Unix, when it ended
  Seconds length{};
};

bool is_complete(const TrainerStep& step) {
  return step.step && *step.step >= 1 && step.time && step.seconds;
}

/// The complete training steps of an excerpt, in the file's order.
std::vector<TimedStep> steps_of(const TrainerLog& log) {
  std::vector<TimedStep> steps;
  for (const auto& step : log.steps)
    if (is_complete(step)) steps.push_back({*step.step, Seconds(*step.time), Seconds(*step.seconds)});
  return steps;
}

std::optional<std::int64_t> steps_per_epoch(const TrainerLog& log) {
  if (!log.start || !log.start->train_samples || !log.start->global_batch) return std::nullopt;
  const auto samples = *log.start->train_samples;
  const auto batch = *log.start->global_batch;
  return samples > 0 && batch > 0 ? std::optional((samples + batch - 1) / batch) : std::nullopt;
}

std::optional<std::int64_t> number_of(const Run& run, std::string_view setting) {
  const auto* const value = find(*run.settings, setting);
  const auto* const number = value == nullptr ? nullptr : std::get_if<std::int64_t>(value);
  return number == nullptr || *number < 1 ? std::nullopt : std::optional(*number);
}

std::optional<std::int64_t> planned_steps(const Run& run, const TrainerLog& beginning) {
  if (const auto steps = number_of(run, "steps")) return steps;
  const auto epochs = number_of(run, "epochs");
  const auto steps_of_epoch = steps_per_epoch(beginning);
  if (!epochs || !steps_of_epoch) return std::nullopt;
  return *epochs * *steps_of_epoch;
}

// Time between the steps, such as evaluations, counts as if it went on like this.
Seconds rate(const TimedStep& first, const TimedStep& last) {
  return (last.time - first.time + first.length) / static_cast<double>(last.number - first.number + 1);
}

std::optional<std::chrono::seconds> time_for_all(Seconds until_last, std::int64_t steps_left, Seconds a_step,
                                                 std::chrono::seconds limit) {
  const auto all = until_last + a_step * static_cast<double>(steps_left);
  if (all <= limit || !std::isfinite(all.count())) return std::nullopt;
  return std::chrono::minutes(std::llround(std::ceil(all.count() * kMargin / 60)));
}

// A script that ended the run itself did so at its limit; one that could say nothing had the time of its job.
std::optional<std::chrono::seconds> time_until_slurm_ended_it(const Run& run, const AttemptFolder& attempt,
                                                              std::chrono::seconds limit) {
  const auto started = read_started(attempt).value_or(std::nullopt);
  const auto exited = read_exited(attempt).value_or(std::nullopt);
  if (started && !exited && limit != run.resources.time_limit) return limit;
  if (!started || !exited || exited->cause == "time_limit") return std::nullopt;
  return std::chrono::round<std::chrono::seconds>(exited->time - started->time);
}

/// What two excerpts of a log tell, as long as each has a step line.
struct Excerpts {
  TrainerLog beginning{};
  TimedStep first{};
  TimedStep last{};
};

std::optional<Excerpts> excerpts_of(const AttemptFolder& attempt) {
  auto beginning = read_event_excerpt(read_beginning(attempt.metrics(), kBytesOfEnd).value_or(""));
  if (steps_of(beginning).empty())
    beginning = read_event_excerpt(read_beginning(attempt.metrics(), kBytesOfLongStart).value_or(""));
  const auto first_steps = steps_of(beginning);
  const auto last_steps = steps_of(read_event_excerpt(read_end(attempt.metrics(), kBytesOfEnd).value_or("")));
  if (first_steps.empty() || last_steps.empty()) return std::nullopt;
  return Excerpts{std::move(beginning), first_steps.front(), last_steps.back()};
}

std::optional<Seconds> planned_seconds(const Run& run) {
  const auto* const value = find(*run.settings, "seconds");
  if (value == nullptr) return std::nullopt;
  if (const auto* const real = std::get_if<double>(value)) return Seconds(*real);
  const auto* const whole = std::get_if<std::int64_t>(value);
  return whole == nullptr ? std::nullopt : std::optional(Seconds(*whole));
}

// By its steps, or by the seconds that it trains.
std::optional<Seconds> time_left(const Run& run, const Excerpts& log,
                                 const std::optional<std::int64_t>& steps) {
  if (steps) return rate(log.first, log.last) * static_cast<double>(*steps - log.last.number);
  if (const auto seconds = planned_seconds(run))
    return *seconds - (log.last.time - log.first.time + log.first.length);
  return std::nullopt;
}

}  // namespace

std::optional<StepProgress> progress_now(const Run& run, const AttemptFolder& attempt) {
  const auto log = excerpts_of(attempt);
  if (!log) return std::nullopt;
  StepProgress now{.step = log->last.number, .steps = planned_steps(run, log->beginning)};
  if (const auto left = time_left(run, *log, now.steps);
      left && *left >= Seconds(0) && std::isfinite(left->count()))
    now.left = std::chrono::round<std::chrono::seconds>(*left);
  return now;
}

std::optional<StepsReached> progress_at_timeout(const Run& run, const AttemptFolder& attempt) {
  const auto log = excerpts_of(attempt);
  const auto started = read_started(attempt).value_or(std::nullopt);
  if (!log || !started) return std::nullopt;
  const auto& [beginning, first, last] = *log;
  const auto until_last = last.time - Seconds(started->time.time_since_epoch());
  if (until_last <= Seconds(0)) return std::nullopt;  // another clock
  StepsReached reached{.step = last.number,
                       .time = std::chrono::duration_cast<std::chrono::seconds>(until_last),
                       .steps = planned_steps(run, beginning)};
  if (reached.steps && *reached.steps > reached.step)
    reached.needed =
        time_for_all(until_last, *reached.steps - reached.step, rate(first, last), run.resources.time_limit);
  return reached;
}

Outcome with_details(Outcome outcome, const Run& run, const AttemptFolder& attempt) {
  if (auto* const late = std::get_if<TimedOut>(&outcome)) {
    if (!late->after) late->after = time_until_slurm_ended_it(run, attempt, late->limit);
    if (late->limit > std::chrono::seconds(0) && late->limit < run.resources.time_limit)
      late->planned = run.resources.time_limit;
    if (!late->reached) late->reached = progress_at_timeout(run, attempt);
  }
  if (auto* const full = std::get_if<OutOfMemory>(&outcome); full != nullptr && !full->asked_mib)
    full->asked_mib = run.resources.memory_mib_per_node;
  return outcome;
}

}  // namespace scalegen
