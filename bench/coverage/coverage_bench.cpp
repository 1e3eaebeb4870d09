// The coverage of intervals if rounds go on until they are narrow, beside that of as many fixed rounds.
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
  fmt::print("{} sweeps a cell: coverage of the fixed rule % / of the stopping rule % (mean rounds)\n\n",
             sweeps);
  fmt::print("| noise | until: 3 % | until: 5 % | until: 10 % |\n|---|---|---|---|\n");
  for (const auto& model : coverage::noise_models()) {
    fmt::print("| {} |", model.name);
    for (const double half_width : {0.03, 0.05, 0.10}) {
      const auto found = simulate(
          model, {.half_width = half_width, .at_least = 3, .at_most = coverage::kMostRounds}, sweeps, kSeed);
      fmt::print(" {:.1f} / {:.1f} ({:.1f}) |", 100 * found.of_fixed, 100 * found.of_stopping,
                 found.mean_rounds);
      std::fflush(stdout);
    }
    fmt::print("\n");
  }
}
