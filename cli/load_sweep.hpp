#pragma once
#include <string>

#include "cli/arguments.hpp"
#include "core/diagnostics.hpp"
#include "generator/plan/plan_sweep.hpp"
#include "generator/write/template_files.hpp"

namespace scalegen {

/// A sweep file's text, and what it is called in messages.
struct SweepText {
  std::string name{};
  std::string text{};
  bool bundled = false;  // an example that scalegen carries; no such file was in the folder
};

/// The file, or where there is none the example of this name: mnist.yaml, example:mnist.
Result<SweepText> read_sweep_text(const std::string& file);

/// A sweep and the machine it is for, as they are written; nothing is looked up yet.
struct SweepSpec {
  SweepText text{};
  SweepFile file{};
  Profile profile{};
  std::vector<OwnTemplate> templates{};
};

Result<SweepSpec> read_spec(const SweepSource& source);

/// Looks up what only the machine knows (program, data, cores), and plans.
Result<PlannedSweep> plan_spec(const SweepSpec& spec, const SweepSource& source);

}  // namespace scalegen
