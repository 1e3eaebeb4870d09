#pragma once
#include <string>

#include "generator/read/profile.hpp"

namespace scalegen {

/// All that a profile says, for a terminal: group by group, each with the pages where it was read, and last
/// what no page says.
std::string describe(const Profile& profile);

/// How a job asks for N GPUs: --gpus-per-node=N.
std::string gpu_request_text(GpuRequest request);

/// The word for `launcher:`.
std::string launcher_text(const Launcher& launcher);

}  // namespace scalegen
