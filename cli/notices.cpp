#include "cli/notices.hpp"

#include <fmt/format.h>

#include <cstdio>

namespace scalegen {

void notice_origin(const LoadedSweep& loaded) {
  if (loaded.text.bundled)
    fmt::print(stderr, "no file '{0}' here: taking the example '{0}' that scalegen carries\n",
               loaded.text.name);
  if (loaded.profile.origin != "built in")
    fmt::print(stderr, "profile '{}' from {}\n", loaded.profile.name, loaded.profile.origin);
  fmt::print(stderr, "{}", render(loaded.planned.warnings));
}

}  // namespace scalegen
