#include "workloads/train/data/samples.hpp"

#include <bit>
#include <cstring>
#include <span>

namespace scalegen::train {
namespace {

/// Eight bytes at a time: the ranks of a run may read a gigabyte each.
uint64_t mixed(uint64_t sum, std::span<const uint8_t> bytes) {
  constexpr uint64_t kOdd = 0x9e3779b97f4a7c15U;
  for (std::size_t at = 0; at < bytes.size(); at += sizeof sum) {
    uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, std::min(sizeof word, bytes.size() - at));
    sum = std::rotl((sum ^ word) * kOdd, 29);
  }
  return sum;
}

template <typename Number>
std::span<const uint8_t> bytes_of(const std::vector<Number>& numbers) {
  return {reinterpret_cast<const uint8_t*>(numbers.data()), numbers.size() * sizeof(Number)};
}

uint64_t mixed(uint64_t sum, const Samples& samples) {
  sum = mixed(sum, std::span(samples.images));
  sum = mixed(sum, bytes_of(samples.labels));
  return mixed(sum, bytes_of(samples.tokens));
}

}  // namespace

uint64_t checksum(const TrainAndTest& samples) { return mixed(mixed(1, samples.train), samples.test); }

}  // namespace scalegen::train
