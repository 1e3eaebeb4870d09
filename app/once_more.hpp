#pragma once
#include <string>
#include <vector>

#include "core/plan.hpp"
#include "core/run_directory.hpp"
#include "core/run_record.hpp"

namespace scalegen {

/// A run that has a figure, and is to be measured once more.
struct OnceMore {
  RunRecord run{};
  std::string why{};
};

/// First runs that were slow (scaling/slow_first), of rungs of which no run is left to start. From the files
/// alone. There is one record at least.
std::vector<OnceMore> runs_once_more(const RunDirectory& directory, const Plan& plan,
                                     const std::vector<RunRecord>& records);

}  // namespace scalegen
