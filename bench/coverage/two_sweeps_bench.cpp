// The coverage of the intervals with which `scalegen compare` states how two sweeps differ.
//
//     two_sweeps_bench [PAIRS]
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "bench/coverage/two_sweeps.hpp"

namespace {

constexpr int kPairs = 10'000;  // a cell: standard error 0.2 points
constexpr std::uint64_t kSeed = 7;

}  // namespace

int main(int argc, char** argv) {
  using namespace scalegen;
  const int pairs = argc > 1 ? std::max(1, std::atoi(argv[1])) : kPairs;
  fmt::print("{} pairs of sweeps a cell: coverage of a rung's ratio % / of the ratio of speedups %\n\n",
             pairs);
  fmt::print("| noise | 2 rounds | 3 | 5 | 6 | 12 | 3 and 12 |\n|---|---|---|---|---|---|---|\n");
  for (const auto& model : coverage::noise_models()) {
    fmt::print("| {} |", model.name);
    for (const auto& [a, b] : {std::pair(2, 2), {3, 3}, {5, 5}, {6, 6}, {12, 12}, {3, 12}}) {
      const auto found = coverage::simulate_two_sweeps(model, a, b, pairs, kSeed);
      fmt::print(" {:.1f} / {:.1f} |", 100 * found.of_ratios, 100 * found.of_speedups);
      std::fflush(stdout);
    }
    fmt::print("\n");
  }
}
