#include "analysis/measurement/window.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "analysis/statistics/two_way_model.hpp"

namespace scalegen {
namespace {

constexpr std::size_t kBatch = 5;
constexpr std::size_t kFewSteps = 4 * kBatch;

// Steps after the last whole batch are ignored.
std::vector<double> batch_means(const std::vector<double>& values, std::size_t batch) {
  std::vector<double> means;
  for (std::size_t begin = 0; begin + batch <= values.size(); begin += batch) {
    double sum = 0;
    for (std::size_t i = 0; i < batch; ++i) sum += values[begin + i];
    means.push_back(sum / static_cast<double>(batch));
  }
  return means;
}

// For the values from each index on: their squared deviations over the square of their number. Welford's
// algorithm, from the end.
std::vector<double> mser_of_tails(const std::vector<double>& values) {
  std::vector<double> tails(values.size());
  double count = 0;
  double mean = 0;
  double squares = 0;
  for (std::size_t i = values.size(); i-- > 0;) {
    ++count;
    const double step = values[i] - mean;
    mean += step / count;
    squares += step * (values[i] - mean);
    const double rounding = 1e-12 * mean;
    tails[i] = squares <= count * rounding * rounding ? 0 : squares / (count * count);
  }
  return tails;
}

constexpr std::int64_t kMaxSamples = std::int64_t{1} << 53;  // the largest count that a double holds exactly

// True for each beginning of the values that is slower than what follows it.
std::vector<bool> slower_beginnings(const std::vector<double>& values) {
  double rest = std::accumulate(values.begin(), values.end(), 0.0);
  double begun = 0;
  std::vector<bool> slower{true};
  for (std::size_t cut = 1; cut < values.size(); ++cut) {
    begun += values[cut - 1];
    rest -= values[cut - 1];
    const double mean = rest / static_cast<double>(values.size() - cut);
    slower.push_back(begun / static_cast<double>(cut) > mean && values[cut - 1] > mean);
  }
  return slower;
}

// Why a step cannot be measured; empty if it can.
std::string why_unusable(const TrainerLog& log, std::size_t i) {
  const auto& step = log.steps[i];
  if (!step.seconds) return fmt::format("{} has no 'seconds'", step_name(step, i));
  if (!step.samples) return fmt::format("{} has no 'samples'", step_name(step, i));
  if (*step.seconds <= 0) return fmt::format("{} took {} s", step_name(step, i), *step.seconds);
  if (*step.samples <= 0) return fmt::format("{} had {} samples", step_name(step, i), *step.samples);
  if (*step.samples > kMaxSamples)
    return fmt::format("{} had {} samples: more than can be counted", step_name(step, i), *step.samples);
  if (!std::isfinite(static_cast<double>(*step.samples) / *step.seconds) || !std::isfinite(*step.seconds))
    return fmt::format("{} took {} s for {} samples: not a valid rate", step_name(step, i), *step.seconds,
                       *step.samples);
  const bool in_order = i == 0 || !step.step || !log.steps[i - 1].step || *step.step > *log.steps[i - 1].step;
  if (!in_order)
    return fmt::format(
        "step {} follows step {}: more than one rank wrote these lines, or the run began again", *step.step,
        *log.steps[i - 1].step);
  return "";
}

std::vector<double> step_seconds_of(const TrainerLog& log) {
  std::vector<double> seconds;
  seconds.reserve(log.steps.size());
  for (const auto& step : log.steps) seconds.push_back(*step.seconds);
  return seconds;
}

constexpr double kRounding = 1.01;
constexpr double kTwoClocks = 1;  // seconds, between a trainer's clock and that of the script

// The last digit that times in seconds are written with, those of which it is `digit` and one more: many
// trainers write whole ones.
double last_digit(double time, double digit = 1) {
  constexpr double kFinest = 1e-5;
  while (digit > kFinest && std::abs(std::remainder(time, digit)) > 1e-6) digit /= 10;
  return digit;
}

std::string contradiction_of_end(const TrainerLog& log, double seconds, bool own_program) {
  const auto steps = std::ssize(log.steps);
  const auto end = log.end.value_or(TrainerEnd());
  const auto slack = std::max(last_digit(end.seconds.value_or(0)), 0.01);
  const bool is_less = !own_program && end.seconds && kRounding * seconds + slack < *end.seconds;
  if (end.seconds && (is_less || seconds > kRounding * *end.seconds + slack))
    return fmt::format("its steps take {:.4g} s, and its loop {:.4g} s", seconds, *end.seconds);
  if (!own_program && end.steps && *end.steps != steps)
    return fmt::format("it has {} steps, and says {} at its end", steps, *end.steps);
  return "";
}

// A pause lies between two steps, never within one. Lines that are written some at a time have the stamp of
// the last one: the longest time between two stamps is that of a pause, or of such lines.
std::string contradiction_of_stamps(const TrainerLog& log, double seconds, bool own_program) {
  constexpr double kSurelyMore = 1.1;
  const auto& steps = log.steps;
  double longest = 0;
  double digit = 1;
  bool all_apart = std::ssize(steps) / 2 >= log.epoch.value_or(1);  // else each may have an evaluation
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (!steps[i].time) return "";
    digit = last_digit(*steps[i].time, digit);
    const double gap = i == 0 ? 0 : *steps[i].time - *steps[i - 1].time;
    longest = std::max(longest, gap);
    all_apart = all_apart && (i == 0 || gap > kSurelyMore * *steps[i].seconds);
  }
  const double span = *steps.back().time - *steps.front().time;
  seconds -= *steps.front().seconds;
  const bool is_less = !own_program && steps.size() > 2 && all_apart;
  if (!is_less && !(seconds > kRounding * (span + longest) + digit)) return "";
  return fmt::format("its steps after the first take {:.4g} s, and are {:.4g} s apart by their times",
                     seconds, span);
}

// Unknown unless stamps are of the ends of steps and fine enough. A pause after some steps, as for an
// evaluation, does not change the median.
std::optional<double> timed_share(const TrainerLog& log, std::size_t warm_up) {
  constexpr double kFine = 50;
  const auto& steps = log.steps;
  const auto size = std::ssize(steps);
  if (size / 2 < log.epoch.value_or(1) || size <= 2 * std::ssize(log.evals)) return std::nullopt;
  double digit = 1;
  std::vector<double> shares;
  std::vector<double> gaps;
  for (std::size_t i = warm_up + 1; i < steps.size(); ++i) {
    if (!steps[i].time || !steps[i - 1].time) return std::nullopt;
    digit = last_digit(*steps[i].time, digit);
    gaps.push_back(*steps[i].time - *steps[i - 1].time);
    shares.push_back(gaps.back() > 0 ? *steps[i].seconds / gaps.back() : HUGE_VAL);
  }
  if (gaps.empty() || stats::median(std::move(gaps)) < kFine * digit) return std::nullopt;
  const double share = stats::median(std::move(shares));
  return share <= kRounding ? std::optional(share) : std::nullopt;
}

}  // namespace

std::size_t warm_up_steps(const std::vector<double>& step_seconds) {
  if (step_seconds.size() < 2) return 0;
  const auto batch = step_seconds.size() < kFewSteps ? 1 : kBatch;
  const auto means = batch_means(step_seconds, batch);
  const auto tails = mser_of_tails(means);
  const auto is_slower = slower_beginnings(means);
  std::size_t best = 0;
  for (std::size_t cut = 1; cut <= means.size() / 2; ++cut)
    if (is_slower[cut] && tails[cut] < tails[best]) best = cut;
  return best * batch;
}

std::string warm_up_rule(std::int64_t fewest, std::int64_t most) {
  constexpr auto kFew = static_cast<std::int64_t>(kFewSteps);
  if (most < kFew) return "MSER over single values, at most half";
  if (fewest >= kFew) return "MSER-5, at most half";
  return fmt::format("MSER-5, over single values where they are fewer than {}, at most half", kFew);
}

std::string step_name(const TrainerStep& step, std::size_t position) {
  return fmt::format("step {}", step.step.value_or(static_cast<std::int64_t>(position) + 1));
}

Result<MeasuredWindow> measured_window(const TrainerLog& log) {
  if (log.steps.empty())
    return failure("no step lines", "a trainer writes them to $SCALEGEN_METRICS: docs/metrics.md");
  for (std::size_t i = 0; i < log.steps.size(); ++i)
    if (const auto why = why_unusable(log, i); !why.empty()) return failure(why);
  const auto step_seconds = step_seconds_of(log);
  const auto warm_up = warm_up_steps(step_seconds);
  MeasuredWindow window{.warm_up_steps = static_cast<std::int64_t>(warm_up),
                        .steps = static_cast<std::int64_t>(log.steps.size() - warm_up)};
  for (std::size_t i = warm_up; i < log.steps.size(); ++i) {
    window.samples += *log.steps[i].samples;
    window.seconds += *log.steps[i].seconds;
    if (window.samples > kMaxSamples || !std::isfinite(window.seconds))
      return failure(
          fmt::format("the steps up to {} add up to more than can be counted", step_name(log.steps[i], i)));
  }
  const auto& first = log.steps[warm_up];
  if (first.time && log.steps.back().time)
    window.span = {*first.time - *first.seconds, *log.steps.back().time};
  window.timed_share = timed_share(log, warm_up);
  return window;
}

std::string why_longer_than(double attempt_seconds, const TrainerLog& log) {
  const double most = kRounding * attempt_seconds + kTwoClocks;
  double sum = 0;
  for (std::size_t i = 0; i < log.steps.size(); ++i) {
    const double seconds = *log.steps[i].seconds;
    sum += seconds;
    if (sum <= most) continue;
    const bool is_one = seconds > most;
    return fmt::format("{}{} took {:.6g} s, and the whole command {:.6g} s", is_one ? "" : "the steps up to ",
                       step_name(log.steps[i], i), is_one ? seconds : sum, attempt_seconds);
  }
  return "";
}

std::string why_of_another_run(const TimeSpan& command, const MeasuredWindow& window) {
  if (!window.span || window.span->start < kFirstTime) return "";
  const double before = command.start - window.span->end;
  const double after = window.span->start - command.end;
  if (!(std::max(before, after) > kTwoClocks)) return "";
  return before > after ? fmt::format("its steps ended {:.4g} s before its command began", before)
                        : fmt::format("its steps began {:.4g} s after its command had ended", after);
}

std::string why_contradicted(const TrainerLog& log, bool own_program) {
  const auto seconds = step_seconds_of(log);
  const double sum = std::reduce(seconds.begin(), seconds.end());
  auto why = contradiction_of_end(log, sum, own_program);
  return why.empty() ? contradiction_of_stamps(log, sum, own_program) : why;
}

}  // namespace scalegen
