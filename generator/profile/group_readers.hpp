#pragma once
#include "core/map_reader.hpp"
#include "generator/profile/profile.hpp"

namespace scalegen {

/// Reads the group `hardware`: the partitions.
void read_hardware(MapReader& group, Profile& profile);

// Readers of the groups about how jobs are requested, started and watched. The groups `hardware` and
// `container` must have been read before.

/// Reads the group `requests`: how to ask Slurm for GPUs, account and QoS.
void read_requests(MapReader& group, Profile& profile);

/// Reads the group `launch`: ladder, launcher, cores of a rank, time limit.
void read_launch(MapReader& group, Profile& profile);

/// Reads the group `monitor`: what records the load of the GPUs.
void read_monitor(MapReader& group, Profile& profile);

/// The profile's values for keys that `launch:` leaves out, for people: "cpus_per_rank: gpu: 8, ...". `root`
/// is the whole file.
std::vector<std::string> assumed_launch(const YamlNode& root, const Profile& profile);

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
