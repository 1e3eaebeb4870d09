#pragma once

#include <algorithm>
#include <chrono>
#include <vector>

#include "workloads/train/ranks/rendezvous.hpp"

namespace scalegen::train {

/// Between two looks of a rank into rank 0's store, which one thread serves beside rank 0's own work: once a
/// second, and more than 1,000 ranks less often.
constexpr std::chrono::milliseconds pause_between_looks(int ranks) {
  return std::max(std::chrono::milliseconds(1000), std::chrono::milliseconds(ranks));
}

/// A rank is silent if it sends no heartbeat for this time: one of its turns, and 1.1 s for a busy machine.
constexpr std::chrono::milliseconds time_to_fall_silent(int ranks) {
  return pause_between_looks(ranks) + std::chrono::milliseconds(1100);
}

/// Says once more that this rank is there. Sent with each look.
void send_heartbeat(const Store& store, int rank);

/// This rank ends for a reason that it knows, and sends no more heartbeats.
void deregister(const Store& store, int rank);

/// The ranks that have sent no heartbeat for time_to_fall_silent() and have not deregistered: killed, or
/// standing still as a whole. Takes that long.
std::vector<int> silent_ranks(const Store& store, const World& world);

}  // namespace scalegen::train
