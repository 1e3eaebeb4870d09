#include "workloads/train/ranks/heartbeat.hpp"

#include <fmt/format.h>

#include <thread>

namespace scalegen::train {
namespace {

std::string heartbeat_of(int rank) { return fmt::format("sign {}", rank); }
std::string leave_of(int rank) { return fmt::format("left early {}", rank); }

/// A store keeps no times: two counts, a while apart, show who goes on.
std::vector<int64_t> counts(const Store& store, const World& world) {
  std::vector<int64_t> counts;
  for (int rank = 0; rank < world.size; ++rank) counts.push_back(store->add(heartbeat_of(rank), 0));
  return counts;
}

}  // namespace

void send_heartbeat(const Store& store, int rank) { store->add(heartbeat_of(rank), 1); }

void deregister(const Store& store, int rank) { store->set(leave_of(rank), std::vector<uint8_t>{1}); }

std::vector<int> silent_ranks(const Store& store, const World& world) {
  const std::vector<int64_t> before = counts(store, world);
  std::this_thread::sleep_for(time_to_fall_silent(world.size));
  const std::vector<int64_t> after = counts(store, world);
  std::vector<int> silent;
  for (int rank = 0; rank < world.size; ++rank) {
    const auto i = static_cast<std::size_t>(rank);
    if (rank != world.rank && before[i] == after[i] && !store->check({leave_of(rank)}))
      silent.push_back(rank);
  }
  return silent;
}

}  // namespace scalegen::train
