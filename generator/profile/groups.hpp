#pragma once
#include "generator/profile/profile.hpp"
#include "generator/sweep_file/map_reader.hpp"

namespace scalegen {

/// A group of a profile while it is read.
struct Group {
  const SharedYaml& file;
  const YamlNode& map;
  Diagnostics& errors;
  MapReader reader{file, map, errors};

  /// A map within the group.
  [[nodiscard]] MapReader within(const YamlNode& inner) const { return {file, inner, errors}; }
};

// Each reads the keys of one group, but for its source.
void read_hardware(Group& group, Profile& profile);
void read_requests(Group& group, Profile& profile);
void read_launch(Group& group, Profile& profile);
void read_network(Group& group, Profile& profile);
void read_software(Group& group, Profile& profile);
void read_container(Group& group, Profile& profile);
void read_monitor(Group& group, Profile& profile);
void read_storage(Group& group, Profile& profile);

/// yes or no.
std::optional<bool> read_yes_or_no(MapReader& reader, std::string_view key);

/// architecture: x86_64 or aarch64.
std::optional<Located<std::string>> read_architecture_of(MapReader& reader);

/// modules_first: reset or purge, what `module` does before the modules are loaded.
std::string read_modules_first(MapReader& reader);

/// What a list of texts holds, without the places.
std::vector<std::string> read_texts(MapReader& reader, std::string_view key);

}  // namespace scalegen
