#pragma once
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "analysis/readers/attempt_listing.hpp"

namespace scalegen {

/// The transport between two ranks in a line of NCCL's log (NCCL_DEBUG=INFO, subsystem INIT): "P2P", "SHM",
/// "NET/IB", "NET/AWS Libfabric", "NET/IB/GDRDMA" if the network accesses GPU memory directly, and the same
/// with COLLNET. Returns nullopt if the line names no transport.
std::optional<std::string> nccl_transport_in(std::string_view line);

/// All transports in the logs nccl.<host>.<pid>.log of an attempt; empty if it has no such logs.
std::set<std::string> nccl_transports(const AttemptListing& files);

}  // namespace scalegen
