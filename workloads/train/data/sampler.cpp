#include "workloads/train/data/sampler.hpp"

#include <numeric>
#include <random>
#include <utility>

namespace scalegen::train {
namespace {

/// Fisher and Yates by hand: the result of std::shuffle differs between standard libraries, and ranks may be
/// built by two.
std::vector<int64_t> permutation(int64_t samples, uint64_t seed, int64_t epoch) {
  std::seed_seq seeds{seed & 0xffffffffU, seed >> 32U, static_cast<uint64_t>(epoch)};
  std::mt19937_64 random(seeds);
  std::vector<int64_t> order(static_cast<std::size_t>(samples));
  std::iota(order.begin(), order.end(), int64_t{0});
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random() % i]);
  return order;
}

std::vector<int64_t> share_of(const std::vector<int64_t>& order, int world_size, int rank) {
  const auto samples = static_cast<int64_t>(order.size());
  const int64_t share = (samples + world_size - 1) / world_size;
  std::vector<int64_t> mine;
  mine.reserve(static_cast<std::size_t>(share));
  for (int64_t i = 0; i < share; ++i)
    mine.push_back(order[static_cast<std::size_t>((i * world_size + rank) % samples)]);
  return mine;
}

}  // namespace

std::vector<int64_t> rank_samples(int64_t samples, int world_size, int rank, uint64_t seed, int64_t epoch) {
  return share_of(permutation(samples, seed, epoch), world_size, rank);
}

std::vector<int64_t> rank_samples_in_order(int64_t samples, int world_size, int rank) {
  std::vector<int64_t> order(static_cast<std::size_t>(samples));
  std::iota(order.begin(), order.end(), int64_t{0});
  return share_of(order, world_size, rank);
}

}  // namespace scalegen::train
