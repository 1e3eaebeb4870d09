#pragma once
#include <cstddef>
#include <optional>

#include "analysis/statistics/intervals.hpp"

namespace scalegen::stats {

/// What further rounds are planned with: how a figure scatters from round to round, and how well they tell
/// it.
struct Outlook {
  double sd = 0;               // of the logarithm of the figure in one round
  int df_of_few = 1;           // of the t distribution of up to five rounds, by each but the first
  int df_of_many = 1;          // the same from six rounds on, where ranks take its place
  double rank_efficiency = 1;  // the share of the rounds that the t test would need
  bool operator==(const Outlook&) const = default;
};

/// Of the ratio of two rungs, by the noise that they share with others, or by their own if one is noisier.
/// Nullopt if too little is known of it.
std::optional<Outlook> outlook_of_ratio(const Sample& sample, std::size_t a, std::size_t b);

/// Of the ratio of two rungs that share the noise of the others.
Outlook outlook_of_ratio(const Noise& noise, Rounds rounds);

/// Of the typical time of a rung.
std::optional<Outlook> outlook_of_time(const Sample& sample, std::size_t k);

/// The total number of rounds after which a figure whose logarithm is `log_margin` away is told with a power
/// of 80 %, at the level 1 - tail; up to five rounds, at 1 - tail_of_few. At most kMaxRounds.
int rounds_needed(const Outlook& outlook, double log_margin, double tail, double tail_of_few);
inline constexpr int kMaxRounds = 60;

}  // namespace scalegen::stats
