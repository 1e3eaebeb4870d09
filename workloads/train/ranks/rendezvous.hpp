#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <torch/csrc/distributed/c10d/Store.hpp>
#include <vector>

#include "workloads/train/libtorch.hpp"
#include "workloads/train/ranks/world.hpp"

namespace scalegen::train {

using Store = c10::intrusive_ptr<c10d::Store>;

/// Two connections to the same store, which waits for one answer at a time: the second is for a thread of its
/// own.
struct Stores {
  Store own;
  Store watched;
};

/// Opens the store that rank 0 keeps at world.address:world.port, waits there until all ranks have come, and
/// makes sure that `facts`, which say what a rank is about to do, are the same on all of them. Whatever is
/// wrong (no address, a taken port, a rank too few or too many, one that differs or stands still) is a
/// std::runtime_error within about `timeout`.
Stores meet_in_store(const World& world, const std::vector<std::string>& facts, std::chrono::seconds timeout);

/// The store of a rank 0 that will not meet the others, for those who look for it. Throws std::runtime_error
/// where it cannot be.
Store open_host(const World& world, std::chrono::seconds timeout);

/// The number of ranks that have come into the store to meet.
int64_t count_who_came(const Store& store);

/// A connection to the store that rank 0 keeps, of a rank that has not met the others. Throws
/// std::runtime_error where there is none within about `timeout`.
Store open_client(const World& world, std::chrono::seconds timeout);

/// The text of each rank, in order, on rank 0; elsewhere nothing. `what` has not been gathered before. A null
/// store is one rank alone.
std::vector<std::string> gather(const Store& store, const World& world, const std::string& what,
                                const std::string& text);

/// The text that the rank has sent to be gathered, if it has come yet.
std::optional<std::string> gathered(const Store& store, const std::string& what, int rank);

/// Rank 0 leaves last, as the others need its store until they have ended their own business.
void final_barrier(const Store& store, const World& world);

}  // namespace scalegen::train
