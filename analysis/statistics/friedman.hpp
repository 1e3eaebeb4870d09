#pragma once
#include "analysis/statistics/log_times.hpp"

namespace scalegen {

/// Friedman's test at 5 %: whether some rounds were slower than others, the rungs being the judges. Fewer
/// than three judges cannot tell, and then the answer is the safe one: yes.
bool rounds_differ(const LogTimes& y);

}  // namespace scalegen
