#pragma once

#include <chrono>
#include <string>
#include <torch/csrc/distributed/c10d/Store.hpp>
#include <vector>

#include "workloads/train/libtorch.hpp"
#include "workloads/train/ranks/world.hpp"

namespace scalegen::train {

using Store = c10::intrusive_ptr<c10d::Store>;

/// Opens the store that rank 0 keeps at world.address:world.port, and waits there until all ranks have come.
/// Whatever is wrong (no address, a taken port, a rank too few or too many) is a std::runtime_error within
/// about `timeout`.
Store create_store(const World& world, std::chrono::seconds timeout);

/// Another connection to the store that rank 0 keeps, for a thread of its own. Throws std::runtime_error
/// where there is none within about `timeout`.
Store open_client(const World& world, std::chrono::seconds timeout);

/// "WHO has 'these lines', OTHER has 'those'": the lines of each that the other lacks. Empty if all are the
/// same.
std::string difference_of(const std::vector<std::string>& facts, const std::string& who,
                          const std::vector<std::string>& others, const std::string& other);

/// Throws where this rank's facts, which say what it is about to do, are not rank 0's, line by line: ranks
/// that train different things hang or, worse, do not. The message has what differs.
void check_agreement(const Store& store, const World& world, const std::vector<std::string>& facts);

/// The text of each rank, in order, on rank 0; elsewhere nothing. `what` has not been gathered before. A null
/// store is one rank alone.
std::vector<std::string> gather(const Store& store, const World& world, const std::string& what,
                                const std::string& text);

/// Rank 0 leaves last, as the others need its store until they have ended their own business.
void final_barrier(const Store& store, const World& world);

/// The address of this machine from which `host` is reached; "127.0.0.1" for a rank on the same machine.
std::string address_towards(const std::string& host, const std::string& port);

}  // namespace scalegen::train
