#pragma once
#include <cstdint>
#include <string>

#include "core/diagnostics.hpp"
#include "core/plan.hpp"
#include "core/run_directory.hpp"

namespace scalegen {

/// A figure as a program printed it, and where.
struct PrintedFigure {
  double value = 0;    // above 0
  std::string file{};  // out or err
  std::int64_t line = 1;
  std::string text{};           // as it stands there
  std::int64_t unsearched = 0;  // lines of this file that were too long, or too hard for the regex
  bool operator==(const PrintedFigure&) const = default;
};

/// The last match in `out`, and only where there is none, in `err`. Errors say why there is no figure: no
/// match, or one that is no number above 0. An earlier match never stands in for the last one.
Result<PrintedFigure> printed_figure(const AttemptFolder& attempt, const MetricPattern& pattern);

}  // namespace scalegen
