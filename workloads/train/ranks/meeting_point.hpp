#pragma once

#include <netdb.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include "workloads/train/ranks/world.hpp"

// Ranks meet at world.address:world.port, at which rank 0 or torchrun listens. A mistake in it is a
// std::runtime_error.
namespace scalegen::train {

using Addresses = std::unique_ptr<addrinfo, void (*)(addrinfo*)>;

/// The number of world.port.
uint16_t checked_port(const World& world);

/// Those of world.address.
Addresses addresses_of(const World& world);

/// Asks each address for two seconds at most.
bool somebody_listens(const Addresses& addresses);

/// A refused connection costs a client of TCPStore up to a second of back-off: trying oneself until rank 0
/// listens does not. Throws after `deadline`.
void await_listener(const World& world, const Addresses& addresses,
                    std::chrono::steady_clock::time_point deadline);

/// LibTorch tells a taken port in a dozen words and three log lines; asking the kernel first tells it in one.
/// To bind is to ask. To listen as well, for a moment, would let another rank connect to a listener that is
/// about to go, and end for that.
void check_port_is_free(const World& world, uint16_t port);

/// The address of this machine from which world.address is reached; "127.0.0.1" for a rank on the same
/// machine.
std::string address_towards(const World& world);

}  // namespace scalegen::train
