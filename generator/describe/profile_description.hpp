#pragma once
#include <string>

#include "generator/profile/profile.hpp"

namespace scalegen {

/// The GPUs of a node, such as "4 x NVIDIA GH200, 96 GB HBM3"; empty without GPUs.
std::string gpus_text(const Partition& partition);

/// The whole profile, for a terminal: group by group, each with its sources, and at the end what is not
/// known.
std::string describe(const Profile& profile);

/// How a job requests N GPUs: --gpus-per-node=N.
std::string gpu_request_text(GpuRequest request);

/// The launcher as the key `launcher:` writes it.
std::string launcher_text(const Launcher& launcher);

}  // namespace scalegen
