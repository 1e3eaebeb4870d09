// Counts how often a table has a false claim, and how often a rung is advised that just misses the rule, if
// rungs differ in noise; and what that costs.
//
//     unequal_noise_bench [TABLES]
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "bench/coverage/unequal_noise.hpp"

namespace scalegen::coverage {
namespace {

constexpr int kTables = 4'000;  // a cell: standard error 0.2 to 0.4 points
constexpr std::uint64_t kSeed = 7;

template <class Text>
void print_row(const std::string& name, std::initializer_list<int> all_rounds, const Text& text) {
  fmt::print("| {} |", name);
  for (const int rounds : all_rounds) {
    fmt::print(" {} |", text(rounds));
    std::fflush(stdout);
  }
  fmt::print("\n");
}

void print_false_claims(int tables) {
  fmt::print("{} tables a cell: % with a false claim, of four rungs / of six\n\n", tables);
  fmt::print("| noise | 2 rounds | 3 | 5 | 6 | 8 |\n|---|---|---|---|---|---|\n");
  const auto of_six = unequal_noises(6);
  for (std::size_t i = 0; i < of_six.size(); ++i)
    print_row(of_six[i].name, {2, 3, 5, 6, 8}, [&](int rounds) {
      const auto four = simulate_unequal_noise(unequal_noises(4)[i], 1, rounds, tables, kSeed);
      const auto six = simulate_unequal_noise(of_six[i], 1, rounds, tables, kSeed);
      return fmt::format("{:.1f} / {:.1f}", 100 * four.false_claims, 100 * six.false_claims);
    });
}

void print_wrong_advice(int tables) {
  fmt::print("\nA last rung of five with an efficiency of 69.99 % is advised in %\n\n");
  fmt::print("| noise | 2 rounds | 3 | 4 | 5 | 6 | 8 |\n|---|---|---|---|---|---|---|\n");
  for (const auto& noise : unequal_noises(5))
    print_row(noise.name, {2, 3, 4, 5, 6, 8}, [&](int rounds) {
      return fmt::format("{:.1f}",
                         100 * simulate_unequal_noise(noise, 0.6999, rounds, tables, kSeed).advised);
    });
}

void print_power(int tables) {
  fmt::print("\nEqual noise: a loss of 5 % / 10 % at the last of four rungs is claimed in %\n\n");
  fmt::print("| | 2 rounds | 3 | 4 | 5 | 6 | 8 |\n|---|---|---|---|---|---|---|\n");
  const auto equal = unequal_noises(4).front();
  print_row("claimed", {2, 3, 4, 5, 6, 8}, [&](int rounds) {
    return fmt::format("{:.0f} / {:.0f}",
                       100 * simulate_unequal_noise(equal, 0.95, rounds, tables, kSeed).claimed,
                       100 * simulate_unequal_noise(equal, 0.90, rounds, tables, kSeed).claimed);
  });
  print_row("width of the interval / of what decides", {2, 3, 4, 5, 6, 8}, [&](int rounds) {
    const auto said = simulate_unequal_noise(equal, 0.95, rounds, tables, kSeed);
    return fmt::format("{:.1f} / {:.1f}", 100 * said.width, 100 * said.cautious);
  });
}

}  // namespace
}  // namespace scalegen::coverage

int main(int argc, char** argv) {
  using namespace scalegen::coverage;
  const int tables = argc > 1 ? std::max(1, std::atoi(argv[1])) : kTables;
  print_false_claims(tables);
  print_wrong_advice(tables);
  print_power(tables);
}
