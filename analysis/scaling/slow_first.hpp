#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "analysis/measurement/measurement.hpp"

namespace scalegen {

/// How many times as slow as each of the others a first run has to be to count as slow. Of two runs nothing
/// else tells which is the odd one. docs/statistics.md says what this does to coverage.
constexpr double slow_first_factor(std::size_t others) { return others > 1 ? 2 : 3; }

/// The run of a rung that began first, and was far slower than all others: work that is done once, such as
/// compiling, may be in its figure.
struct SlowFirst {
  std::string run{};
  double value = 0;
  double slowest_other = 0;
  bool is_put_aside = false;      // the value counts no more: the run is measured once more
  std::optional<double> again{};  // what counts in its place; none: not measured yet
  bool is_slow_again = false;     // so it was not slow for being the first
  std::string state{};            // a checkpoint that it left: another attempt may go on with it
  bool operator==(const SlowFirst&) const = default;
};

/// `runs` are those of one rung. One at most is ever put aside. Where others seem to go on with what an
/// earlier run left, the first was not slow.
std::optional<SlowFirst> slow_first(const std::vector<Measurement>& runs, Quantity quantity);

/// "62.8 s": a figure of a report.
std::string figure_text(double value, const Metric& metric);

/// "1cpu-r1 took 62.8 s, all later runs of 1cpu at most 10.9 s"; `rung` as texts name it.
std::string slow_first_text(const SlowFirst& first, const std::string& rung, const Metric& metric);

}  // namespace scalegen
