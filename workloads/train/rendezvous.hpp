#pragma once

#include <chrono>
#include <string>
#include <torch/csrc/distributed/c10d/Store.hpp>
#include <vector>

#include "workloads/train/libtorch.hpp"
#include "workloads/train/world.hpp"

namespace scalegen::train {

using Store = c10::intrusive_ptr<c10d::Store>;

/// Opens the store that rank 0 keeps at world.address:world.port, and waits there until all ranks have come.
/// Whatever is wrong (no address, a taken port, a rank too few or too many) is a std::runtime_error within
/// about `timeout`.
Store create_store(const World& world, std::chrono::seconds timeout);

/// Tells rank 0 the host of this rank and gets them all there, in order of rank; elsewhere the list is empty.
/// Throws where `plan`, which says what this rank is about to do, is not rank 0's: ranks that train different
/// things hang or, worse, do not.
std::vector<std::string> exchange_hosts(const Store& store, const World& world, const std::string& host,
                                        const std::string& plan);

/// Rank 0 leaves last, as the others need its store until they have ended their own business.
void final_barrier(const Store& store, const World& world);

/// The address of this machine from which `host` is reached; "127.0.0.1" for a rank on the same machine.
std::string address_towards(const std::string& host, const std::string& port);

}  // namespace scalegen::train
