#include "generator/plan/rounds.hpp"

#include <limits>
#include <numeric>
#include <random>
#include <utility>

namespace scalegen {
namespace {

// std::shuffle and std::uniform_int_distribution differ between libraries; the engine and seed_seq do not.
std::mt19937_64 engine_of(std::int64_t seed, int round) {
  const auto bits = static_cast<std::uint64_t>(seed);
  std::seed_seq words{static_cast<std::uint32_t>(bits), static_cast<std::uint32_t>(bits >> 32U),
                      static_cast<std::uint32_t>(round)};
  return std::mt19937_64(words);
}

/// Even over 0 to below - 1: what would favour small numbers is drawn again.
std::uint64_t draw(std::mt19937_64& engine, std::uint64_t below) {
  constexpr auto kMost = std::numeric_limits<std::uint64_t>::max();
  const auto fair = kMost - kMost % below;
  while (true)
    if (const auto bits = engine(); bits < fair) return bits % below;
}

}  // namespace

std::vector<std::size_t> shuffled_order(std::size_t count, std::int64_t seed, int round) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  auto engine = engine_of(seed, round);
  for (auto left = count; left > 1; --left) std::swap(order[left - 1], order[draw(engine, left)]);
  return order;
}

}  // namespace scalegen
