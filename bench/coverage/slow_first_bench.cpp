// Simulates how coverage and wrong verdicts change when a slow first run of a rung is measured once more.
//
//     slow_first_bench [SWEEPS]
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "bench/coverage/slow_first.hpp"

namespace scalegen::coverage {
namespace {

constexpr int kSweeps = 10'000;  // a cell: standard error 0.1 to 0.2 points
constexpr std::uint64_t kSeed = 7;

std::vector<NoiseModel> models() {
  return {{.name = "1 %", .sd = 0.01},
          {.name = "5 %", .sd = 0.05},
          {.name = "20 %", .sd = 0.2},
          {.name = "20 %, heavy tails", .sd = 0.2, .heavy_tails = true},
          {.name = "5 %, rounds shift by 20 %", .sd = 0.05, .round_shift = 0.2},
          {.name = "5 %, and 15 % of runs 20 % slower", .sd = 0.05, .stragglers = 0.15},
          {.name = "5 %, and 10 % of runs twice as slow", .sd = 0.05, .stragglers = 0.1, .slower = 0.7}};
}

std::string coverage_text(const SlowFirstRuns& runs) {
  return fmt::format("{:.1f} / {:.1f} -> {:.1f} / {:.1f}", 100 * runs.as_measured.covered,
                     100 * runs.as_measured.too_high, 100 * runs.measured_again.covered,
                     100 * runs.measured_again.too_high);
}

std::string error_text(const SlowFirstRuns& runs) {
  return fmt::format("{:.1f} / {:.1f} -> {:.1f} / {:.1f}; {:.1f}", 100 * runs.as_measured.error,
                     100 * (runs.as_measured.reach - 1), 100 * runs.measured_again.error,
                     100 * (runs.measured_again.reach - 1), 100 * runs.measured_again.covered);
}

template <class Text>
void print_table(double one_off, int sweeps, const Text& text) {
  fmt::print("\n| scatter of runs | 2 rounds | 3 | 5 |\n|---|---|---|---|\n");
  for (const auto& model : models()) {
    fmt::print("| {} |", model.name);
    for (const int rounds : {2, 3, 5}) {
      fmt::print(" {} |", text(simulate_slow_first(model, rounds, one_off, sweeps, kSeed)));
      std::fflush(stdout);
    }
    fmt::print("\n");
  }
}

}  // namespace
}  // namespace scalegen::coverage

int main(int argc, char** argv) {
  using namespace scalegen::coverage;
  const int sweeps = argc > 1 ? std::max(1, std::atoi(argv[1])) : kSweeps;
  constexpr double kOneOff = 5;
  fmt::print("{} sweeps a cell, as measured -> with the rule: coverage % / intervals wholly too high %\n",
             sweeps);
  print_table(1, sweeps, coverage_text);
  fmt::print(
      "\nThe first run of the first rung takes {} times as long: error of speedups over it % / reach of "
      "their "
      "intervals %; coverage with the rule %\n",
      kOneOff);
  print_table(kOneOff, sweeps, error_text);
}
