#pragma once
#include <optional>
#include <vector>

#include "analysis/statistics/log_times.hpp"

namespace scalegen {

/// How much log times scatter, pooled over rungs: a few rounds of one rung alone say too little.
struct Noise {
  double sd = 0;  // of one run within a round: what a ratio of two rungs sees
  double df = 0;
  double sd_run = 0;  // differences between rounds included: what the time of one rung sees
  double df_run = 0;
  std::vector<std::size_t> rungs{};  // that share it; the others are clearly noisier
};

/// Nothing for one round, for one rung, and where times do not scatter at all.
std::optional<Noise> noise_of(const LogTimes& y);

}  // namespace scalegen
