#pragma once
#include <string>

#include "cli/arguments.hpp"
#include "core/diagnostics.hpp"
#include "generator/plan/plan_sweep.hpp"

namespace scalegen {

/// A sweep file's text, and what it is called in messages.
struct SweepText {
  std::string name{};
  std::string text{};
  bool bundled = false;  // an example that scalegen carries; no such file was in the folder
};

/// The file, or where there is none the example of this name: mnist.yaml, example:mnist.
Result<SweepText> read_sweep_text(const std::string& file);

/// What the sweep file, the profile and this machine come to.
struct LoadedSweep {
  SweepText text{};
  Profile profile{};
  PlannedSweep planned{};
};

Result<LoadedSweep> load_sweep(const SweepSource& source);

}  // namespace scalegen
