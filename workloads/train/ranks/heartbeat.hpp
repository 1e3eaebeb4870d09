#pragma once

#include <vector>

#include "workloads/train/ranks/rendezvous.hpp"

namespace scalegen::train {

/// Says once more that this rank is there. Called two to three times a second.
void send_heartbeat(const Store& store, int rank);

/// This rank ends for a reason that it knows, and sends no more heartbeats.
void deregister(const Store& store, int rank);

/// The ranks that sent no heartbeat for a second and a half and have not deregistered: killed, or standing
/// still as a whole. Takes that long.
std::vector<int> silent_ranks(const Store& store, const World& world);

}  // namespace scalegen::train
