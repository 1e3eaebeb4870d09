#include "cli/notices.hpp"

#include <fmt/format.h>

#include "cli/output.hpp"

namespace scalegen {

void notice(const SweepSpec& spec, const PlannedSweep& planned) {
  if (spec.text.bundled)
    tell(fmt::format("no file '{0}' here: taking the example '{0}' that scalegen carries\n", spec.text.name));
  if (spec.profile.origin != "built in")
    tell(fmt::format("profile '{}' from {}\n", spec.profile.name, spec.profile.origin));
  for (const auto& own : spec.templates) tell(fmt::format("template '{}' from {}\n", own.name, own.path));
  tell(render(planned.warnings));
}

}  // namespace scalegen
