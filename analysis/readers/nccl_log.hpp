#pragma once
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "analysis/readers/attempt_listing.hpp"

namespace scalegen {

/// What a line of NCCL's log (NCCL_DEBUG=INFO, subsystem INIT) says of the way between two ranks: "P2P",
/// "SHM", "NET/IB", "NET/AWS Libfabric", "NET/IB/GDRDMA" where the network reads and writes the GPU's memory
/// itself, and the same with COLLNET. Nothing where the line says no such thing.
std::optional<std::string> nccl_transport_in(std::string_view line);

/// All that the logs nccl.<host>.<pid>.log of an attempt's folder say; empty where there are none.
std::set<std::string> nccl_transports(const AttemptListing& files);

}  // namespace scalegen
