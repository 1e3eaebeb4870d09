// Counts how often `assert:` fails by chance, and how often it finds a program that is too slow.
//
//     assertions_bench [SWEEPS]
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "bench/coverage/assertions.hpp"

namespace {

constexpr int kSweeps = 10'000;  // a cell: standard error 0.1 to 0.5 points
constexpr std::uint64_t kSeed = 7;

}  // namespace

int main(int argc, char** argv) {
  using namespace scalegen;
  const int sweeps = argc > 1 ? std::max(1, std::atoi(argv[1])) : kSweeps;
  fmt::print("{} sweeps a cell: failed %\n\n", sweeps);
  fmt::print("| noise | at the limit, 3 rounds | 5 | 5 % too slow, 3 rounds | 5 |\n|---|---|---|---|---|\n");
  for (const auto& model : coverage::noise_models()) {
    fmt::print("| {} |", model.name);
    for (const double above : {1.0, 1.05})
      for (const int rounds : {3, 5}) {
        fmt::print(" {:.1f} |",
                   100 * coverage::share_of_failed_assertions(model, rounds, above, sweeps, kSeed));
        std::fflush(stdout);
      }
    fmt::print("\n");
  }
}
