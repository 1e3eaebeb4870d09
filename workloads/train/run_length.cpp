#include "workloads/train/run_length.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "workloads/train/sigterm.hpp"

namespace scalegen::train {
namespace {

std::vector<uint8_t> bytes_of(int64_t number) {
  const std::string text = fmt::format("{}", number);
  return {text.begin(), text.end()};
}

int64_t number_of(const std::vector<uint8_t>& bytes) {
  const std::string text(bytes.begin(), bytes.end());
  int64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

constexpr const char* kAsked = "asked to end";

}  // namespace

int64_t next_look(int64_t step, double seconds, double limit) {
  if (seconds >= limit) return step;
  if (seconds <= 0) return 2 * step;
  const double left = (limit - seconds) / seconds * static_cast<double>(step);
  return step + std::clamp<int64_t>(static_cast<int64_t>(std::min(left / 2, 1e18)), 1, step);
}

RunLength RunLength::of_steps(int64_t steps) {
  RunLength length;
  length.next_ = steps;
  return length;
}

RunLength RunLength::of_steps_unless_asked(int64_t steps, int64_t done, Store store, const World& world) {
  RunLength length;
  length.steps_ = steps;
  length.done_ = done;
  length.next_ = std::min(steps, done + 1);
  length.store_ = std::move(store);
  length.world_ = world;
  return length;
}

RunLength RunLength::of_seconds(double seconds, Store store, const World& world) {
  RunLength length;
  length.seconds_ = seconds;
  length.store_ = std::move(store);
  length.world_ = world;
  return length;
}

bool RunLength::ends_after(int64_t step, double seconds) {
  if (step < next_) return false;
  if (!seconds_ && !steps_) return true;
  next_ = agreed(step, seconds);
  was_asked_ = steps_ && next_ <= step && step < *steps_;
  return next_ <= step;
}

/// A rank that gets SIGTERM after rank 0 has chosen is heard at the next look.
int64_t RunLength::agreed(int64_t step, double seconds) const {
  if (!store_) return chosen(step, seconds);
  const std::string key = fmt::format("next look after step {}", step);
  if (steps_ && sigterm_came()) store_->add(kAsked, 1);
  if (world_.rank == 0) store_->set(key, bytes_of(chosen(step, seconds)));
  return number_of(store_->get(key));
}

int64_t RunLength::chosen(int64_t step, double seconds) const {
  if (seconds_) return next_look(step, seconds, *seconds_);
  if (store_ ? store_->add(kAsked, 0) > 0 : sigterm_came()) return step;
  const double in_two_seconds = seconds + 2;  // half of the way is a second
  return std::min(*steps_, done_ + next_look(step - done_, seconds, in_two_seconds));
}

}  // namespace scalegen::train
