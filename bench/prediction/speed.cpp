// The time of the fits and predictions of a report of 1,000 runs: 111 ladders of three rungs and three
// rounds.
#include <fmt/format.h>

#include <chrono>

#include "analysis/models/ladder_outlook.hpp"
#include "tests/analysis/models/true_laws.hpp"

int main() {
  using namespace scalegen::models;
  std::mt19937 engine(7);
  std::vector<MeasuredSizes> ladders;
  for (int i = 0; i < 111; ++i)
    ladders.push_back(simulate(kTruths[static_cast<std::size_t>(i) % std::size(kTruths)], {.of_runs = 0.01},
                               3, 3, 8, engine)
                          .measured);
  const auto begin = std::chrono::steady_clock::now();
  double sum = 0;
  for (const auto& ladder : ladders) sum += outlook_of(ladder).predictions.front().log_time;
  const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - begin;
  fmt::print("{:.1f} ms for {} ladders (checksum {:.3f})\n", taken.count(), ladders.size(), sum);
}
