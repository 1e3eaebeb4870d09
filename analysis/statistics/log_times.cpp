#include "analysis/statistics/log_times.hpp"

namespace scalegen {

std::vector<double> seen(const LogTimeColumn& column) {
  std::vector<double> values;
  for (const auto& value : column)
    if (value) values.push_back(*value);
  return values;
}

SameRounds same_rounds(const LogTimes& y, std::size_t a, std::size_t b) {
  SameRounds both;
  for (std::size_t round = 0; round < rounds_of(y); ++round) {
    if (!y[a][round] || !y[b][round]) continue;
    both.a.push_back(*y[a][round]);
    both.b.push_back(*y[b][round]);
  }
  return both;
}

}  // namespace scalegen
