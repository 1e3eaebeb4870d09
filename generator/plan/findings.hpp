#pragma once
#include "core/diagnostics.hpp"

namespace scalegen::plan {

/// The findings of all checks: one collector goes through planning, so that a person reads all mistakes at
/// once. Errors refuse the sweep; warnings, and notes beside them, do not.
struct Findings {
  Diagnostics errors{};
  Diagnostics warnings{};

  void add_error(Diagnostic error);

  /// Does nothing if an equal error is there.
  void add_error_once(Diagnostic error);

  /// Does nothing if an error at the same location is there: many combinations share one line of the file.
  /// Without a location, does nothing if an equal error is there.
  void add_error_once_per_location(Diagnostic error);

  void add_warning(Diagnostic warning);
  void add_note(Diagnostic note);
};

}  // namespace scalegen::plan
