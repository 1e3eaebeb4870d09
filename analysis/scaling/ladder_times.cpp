#include "analysis/scaling/ladder_times.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "analysis/scaling/work.hpp"
#include "core/try.hpp"

namespace scalegen {

namespace {

std::vector<int> measured_rounds(const Ladder& ladder) {
  std::set<int> rounds;
  for (const auto& rung : ladder.rungs)
    for (const auto& run : rung.runs)
      if (run.value) rounds.insert(run.round);
  return {rounds.begin(), rounds.end()};
}

}  // namespace

LogTimes log_times(const Ladder& ladder, Quantity quantity) {
  const auto rounds = measured_rounds(ladder);
  const double sign = quantity == Quantity::time ? 1 : -1;
  LogTimes y(ladder.rungs.size(), LogTimeColumn(rounds.size()));
  for (std::size_t k = 0; k < ladder.rungs.size(); ++k)
    for (const auto& run : ladder.rungs[k].runs) {
      const auto round = std::lower_bound(rounds.begin(), rounds.end(), run.round) - rounds.begin();
      if (run.value) y[k][static_cast<std::size_t>(round)] = sign * std::log(*run.value);
    }
  return y;
}

Result<LogTimes> log_times_of_equal_work(const Ladder& ladder, LogTimes times, const Figure& figure,
                                         Scaling scaling) {
  for (std::size_t k = 0; k < ladder.rungs.size(); ++k) {
    const auto& runs = ladder.rungs[k].runs;
    const auto measured = std::find_if(runs.begin(), runs.end(), [](const auto& run) { return run.value; });
    if (measured == runs.end()) continue;
    TRY_ASSIGN(const auto work, work_of(figure, scaling, ladder.rungs[k].shape, measured->conditions));
    for (auto& time : times[k])
      if (time) *time -= std::log(work);
  }
  return times;
}

std::vector<double> values_of(const std::vector<Measurement>& runs) {
  std::vector<double> values;
  for (const auto& run : runs)
    if (run.value) values.push_back(*run.value);
  return values;
}

}  // namespace scalegen
