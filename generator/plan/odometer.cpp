#include "generator/plan/odometer.hpp"

#include <algorithm>
#include <map>
#include <ranges>

namespace scalegen {

Odometer::Odometer(const std::vector<Choice>& choices) {
  std::map<std::size_t, std::size_t> wheels;  // by axis
  for (const auto& choice : choices) {
    const auto size = choice.values.size();
    const auto [at, is_new] =
        choice.axis ? wheels.emplace(*choice.axis, wheels_.size()) : std::pair(wheels.end(), true);
    wheel_of_.push_back(is_new ? wheels_.size() : at->second);
    if (is_new) wheels_.push_back({size});
    auto& wheel = wheels_[wheel_of_.back()];
    wheel.size = std::min(wheel.size, size);  // of equal lists, unless one of their values was refused
  }
}

bool Odometer::advance() {
  for (auto& wheel : std::views::reverse(wheels_)) {
    if (++wheel.row < wheel.size) return true;
    wheel.row = 0;
  }
  return false;
}

std::optional<std::size_t> Odometer::positions(std::size_t most) const {
  std::size_t count = 1;
  for (const auto& wheel : wheels_) {
    count *= wheel.size;
    if (count > most) return std::nullopt;
  }
  return count;
}

}  // namespace scalegen
