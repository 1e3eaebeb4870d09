#include "cli/notices.hpp"

#include <fmt/format.h>

#include <cstdio>

namespace scalegen {

void notice(const SweepSpec& spec, const PlannedSweep& planned) {
  if (spec.text.bundled)
    fmt::print(stderr, "no file '{0}' here: taking the example '{0}' that scalegen carries\n",
               spec.text.name);
  if (spec.profile.origin != "built in")
    fmt::print(stderr, "profile '{}' from {}\n", spec.profile.name, spec.profile.origin);
  fmt::print(stderr, "{}", render(planned.warnings));
}

}  // namespace scalegen
