// The coverage of intervals, by their number of rounds.
//
//     coverage_bench [SWEEPS]
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "bench/coverage/simulated_coverage.hpp"

namespace {

constexpr int kSweeps = 10'000;  // a cell: standard error 0.1 to 0.3 points
constexpr std::uint64_t kSeed = 7;

}  // namespace

int main(int argc, char** argv) {
  using namespace scalegen;
  const int sweeps = argc > 1 ? std::max(1, std::atoi(argv[1])) : kSweeps;
  fmt::print("{} sweeps a cell: coverage %\n\n", sweeps);
  fmt::print("| noise | 3 rounds | 5 | 6 | 8 | 12 |\n|---|---|---|---|---|---|\n");
  for (const auto& model : coverage::noise_models()) {
    fmt::print("| {} |", model.name);
    for (const int rounds : {3, 5, 6, 8, 12}) {
      fmt::print(" {:.1f} |", 100 * coverage::simulated_coverage(model, rounds, sweeps, kSeed));
      std::fflush(stdout);
    }
    fmt::print("\n");
  }
}
