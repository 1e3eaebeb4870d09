#include "generator/plan/findings.hpp"

#include <algorithm>
#include <utility>

namespace scalegen::plan {

void Findings::add_error(Diagnostic error) { errors.push_back(std::move(error)); }

void Findings::add_error_once(Diagnostic error) {
  if (std::ranges::find(errors, error) == errors.end()) add_error(std::move(error));
}

void Findings::add_error_once_per_location(Diagnostic error) {
  const bool is_known =
      std::ranges::any_of(errors, [&](const Diagnostic& e) { return e.cited && e.cited == error.cited; });
  if (!is_known) add_error_once(std::move(error));
}

void Findings::add_warning(Diagnostic warning) {
  warning.severity = Severity::warning;
  warnings.push_back(std::move(warning));
}

void Findings::add_note(Diagnostic note) {
  note.severity = Severity::note;
  warnings.push_back(std::move(note));
}

}  // namespace scalegen::plan
