#pragma once
#include <string>

#include "generator/profile/profile.hpp"

namespace scalegen {

/// The job_submit.lua of a site that chooses the partition or the QoS of a job itself; empty where it does
/// not.
std::string site_chooses(const Profile& profile);

}  // namespace scalegen
