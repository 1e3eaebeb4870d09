#pragma once
#include "core/map_reader.hpp"
#include "generator/profile/profile.hpp"

namespace scalegen {

// Readers of the groups about the environment in which programs run.

/// Reads the group `network`: variables for NCCL and Gloo.
void read_network(MapReader& group, Profile& profile);

/// Reads the group `software`: modules, variables and scalegen-train.
void read_software(MapReader& group, Profile& profile);

/// Reads the group `container`: the image and how to run it.
void read_container(MapReader& group, Profile& profile);

/// Reads the group `storage`: places for files, each under a key of any name.
void read_storage(MapReader& group, Profile& profile);

}  // namespace scalegen
