#pragma once
#include <cstddef>
#include <optional>
#include <vector>

namespace scalegen {

/// The logarithms of the times of one rung, one a round; nothing where the run was lost.
using LogTimeColumn = std::vector<std::optional<double>>;

/// A column a rung, all equally long: noise is multiplicative, and on logarithms it adds.
using LogTimes = std::vector<LogTimeColumn>;

inline std::size_t rounds_of(const LogTimes& y) { return y.empty() ? 0 : y.front().size(); }

/// What was measured of a rung, in the order of rounds.
std::vector<double> seen(const LogTimeColumn& column);

/// Two rungs in the rounds that have both.
struct SameRounds {
  std::vector<double> a{};
  std::vector<double> b{};
};
SameRounds same_rounds(const LogTimes& y, std::size_t a, std::size_t b);

}  // namespace scalegen
