#include "generator/read/profile/groups.hpp"

namespace scalegen {

/// For people alone: each key names a place, and a machine knows none of them.
void read_storage(Group& group, Profile& profile) {
  if (auto scratch = group.reader.text("scratch")) profile.scratch = std::move(scratch->value);
  for (const auto& [key, value] : group.map.entries) {
    if (key.text == "scratch" || key.text == "source") continue;
    if (auto place = group.reader.text(key.text))
      profile.storage.emplace_back(key.text, std::move(place->value));
  }
}

}  // namespace scalegen
