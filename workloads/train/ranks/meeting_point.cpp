#include "workloads/train/ranks/meeting_point.hpp"

#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <stdexcept>
#include <thread>

namespace scalegen::train {
namespace {

using Clock = std::chrono::steady_clock;

Addresses resolve(const World& world, int socket_type) {
  addrinfo hints{};
  hints.ai_socktype = socket_type;
  addrinfo* found = nullptr;
  if (const int error = getaddrinfo(world.address.c_str(), world.port.c_str(), &hints, &found))
    throw std::runtime_error(
        fmt::format("cannot resolve $MASTER_ADDR '{}': {}", world.address, gai_strerror(error)));
  return {found, freeaddrinfo};
}

/// A socket connected to `address`, or none (-1). A host that does not answer costs two seconds.
int connected_socket(const addrinfo& address) {
  const int fd = socket(address.ai_family, address.ai_socktype | SOCK_CLOEXEC, address.ai_protocol);
  if (fd < 0) return -1;
  const timeval patience{2, 0};
  setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
  if (connect(fd, address.ai_addr, address.ai_addrlen) == 0) return fd;
  close(fd);
  return -1;
}

}  // namespace

uint16_t checked_port(const World& world) {
  if (world.address.empty())
    throw std::runtime_error(fmt::format("$MASTER_ADDR is not set: {} ranks cannot find rank 0", world.size));
  uint16_t port = 0;
  const char* end = world.port.data() + world.port.size();
  const auto [rest, error] = std::from_chars(world.port.data(), end, port);
  if (error != std::errc{} || rest != end || port == 0)
    throw std::runtime_error(
        fmt::format("$MASTER_PORT: expected a port from 1 to 65535, found '{}'", world.port));
  return port;
}

Addresses addresses_of(const World& world) { return resolve(world, SOCK_STREAM); }

bool somebody_listens(const Addresses& addresses) {
  for (const addrinfo* address = addresses.get(); address; address = address->ai_next)
    if (const int fd = connected_socket(*address); fd >= 0) return close(fd) == 0;
  return false;
}

void await_listener(const World& world, const Addresses& addresses, Clock::time_point deadline) {
  constexpr std::chrono::milliseconds kLongest(100);  // 1,000 ranks are 10,000 connections a second to rank 0
  for (std::chrono::milliseconds pause(5); !somebody_listens(addresses);
       pause = std::min(2 * pause, kLongest)) {
    if (Clock::now() > deadline)
      throw std::runtime_error(
          fmt::format("nobody listens at {}:{} within the time-out: is rank 0 running there?", world.address,
                      world.port));
    std::this_thread::sleep_for(pause);
  }
}

void check_port_is_free(const World& world, uint16_t port) {
  const int fd = socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return;  // a machine without IPv6: LibTorch will tell
  const int yes = 1;
  setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  sockaddr_in6 any{};
  any.sin6_family = AF_INET6;
  any.sin6_port = htons(port);
  const bool taken = bind(fd, reinterpret_cast<sockaddr*>(&any), sizeof any) != 0;
  const int error = errno;
  close(fd);
  if (!taken) return;
  const char* const why = error == EADDRINUSE ? ": is a second rank 0 running, or another program?" : "";
  throw std::runtime_error(
      fmt::format("cannot listen on {}:{}: {}{}", world.address, world.port, std::strerror(error), why));
}

/// Connecting a datagram socket sends nothing: it makes the kernel choose a route, and with it the address on
/// this side.
std::string address_towards(const World& world) {
  const Addresses addresses = resolve(world, SOCK_DGRAM);
  std::array<char, NI_MAXHOST> text{};
  for (const addrinfo* address = addresses.get(); address; address = address->ai_next) {
    const int fd = connected_socket(*address);
    if (fd < 0) continue;
    sockaddr_storage local{};
    socklen_t size = sizeof local;
    auto* generic = reinterpret_cast<sockaddr*>(&local);
    const bool known = getsockname(fd, generic, &size) == 0 &&
                       getnameinfo(generic, size, text.data(), text.size(), nullptr, 0, NI_NUMERICHOST) == 0;
    close(fd);
    if (known) return text.data();
  }
  throw std::runtime_error(fmt::format("no route from this machine to $MASTER_ADDR '{}'", world.address));
}

}  // namespace scalegen::train
