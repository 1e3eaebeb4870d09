#pragma once
#include "core/named_files.hpp"

namespace scalegen {

/// The profiles that --cluster finds by name.
NamedFiles profile_files(const Owner& owner = {});

}  // namespace scalegen
