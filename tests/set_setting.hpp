#pragma once
#include "core/setting.hpp"

namespace scalegen {

/// Changes this copy alone.
inline void set(SharedConst<Settings>& settings, std::string_view name, Value value) {
  auto changed = *settings;
  set(changed, name, std::move(value));
  settings = std::move(changed);
}

}  // namespace scalegen
