#pragma once
#include "core/diagnostics.hpp"
#include "core/plan.hpp"
#include "core/run_directory.hpp"

namespace scalegen {

/// The run directory that was named, absolute; else the only one in the current folder. An error where there
/// is none or are several, with their names.
Result<RunDirectory> this_directory(const std::string& given);

/// A sweep that has been planned, and where.
struct ThisSweep {
  RunDirectory directory{};
  Plan plan{};
};

/// The one in this_directory(given).
Result<ThisSweep> this_sweep(const std::string& given);

}  // namespace scalegen
