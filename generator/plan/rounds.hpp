#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace scalegen {

/// The numbers 0 to count - 1 in an order that seed and round decide: the same on every machine and with
/// every library.
std::vector<std::size_t> shuffled_order(std::size_t count, std::int64_t seed, int round);

}  // namespace scalegen
