#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace scalegen::coverage {

/// A ladder of 1, 2, 4 ... GPUs whose runs scatter by 2 %, but for its first and its last rung.
struct UnequalNoise {
  std::string name{};
  double first = 1;  // how many times as noisy as the others
  double last = 1;
  int rungs = 4;
};

/// Equal noise, the last rung 3, 5 and 10 times as noisy, and the baseline.
std::vector<UnequalNoise> unequal_noises(int rungs);

/// The claims of the reports of many such tables about a ladder that is ideal but for its last rung.
struct Said {
  double false_claims =
      0;                // share of tables with a loss claimed of another rung, or of the last if it has none
  double claimed = 0;   // of the last rung a loss
  double advised = 0;   // the last rung, at 70 %
  double width = 0;     // of the interval of its efficiency, the median of high / low - 1
  double cautious = 0;  // the same of what decides about advice
};

/// Makes reports of tables in which the last rung has this efficiency. The same seed gives the same tables on
/// every machine.
Said simulate_unequal_noise(const UnequalNoise& noise, double efficiency, int rounds, int tables,
                            std::uint64_t seed);

}  // namespace scalegen::coverage
