#include "workloads/train/run_length.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

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

RunLength RunLength::of_seconds(double seconds, Store store, const World& world) {
  RunLength length;
  length.seconds_ = seconds;
  length.store_ = std::move(store);
  length.world_ = world;
  return length;
}

bool RunLength::ends_after(int64_t step, double seconds) {
  if (step < next_) return false;
  if (seconds_) next_ = agreed(step, seconds);
  return next_ <= step;
}

int64_t RunLength::agreed(int64_t step, double seconds) const {
  if (!store_) return next_look(step, seconds, *seconds_);
  const std::string key = fmt::format("next look after step {}", step);
  if (world_.rank == 0) store_->set(key, bytes_of(next_look(step, seconds, *seconds_)));
  return number_of(store_->get(key));
}

}  // namespace scalegen::train
