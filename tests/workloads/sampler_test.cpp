// The properties of rank_samples that training relies on, for many sets and worlds.
#include <algorithm>
#include <cstdio>
#include <set>

#include "workloads/train/data/sampler.hpp"

namespace {

using scalegen::train::rank_samples;
using Order = std::vector<int64_t>;

int failures = 0;

void expect(bool holds, const char* what, int64_t samples, int world) {
  if (holds) return;
  ++failures;
  std::fprintf(stderr, "%s: not so for %lld samples, %d ranks\n", what, static_cast<long long>(samples),
               world);
}

Order slice(const Order& order, std::size_t begin, std::size_t size) {
  const auto from = order.begin() + static_cast<std::ptrdiff_t>(std::min(begin, order.size()));
  const auto to = order.begin() + static_cast<std::ptrdiff_t>(std::min(begin + size, order.size()));
  return {from, to};
}

void check_one_rank(int64_t samples) {
  Order order = rank_samples(samples, 1, 0, 7, 0);
  expect(order == rank_samples(samples, 1, 0, 7, 0), "the same seed and epoch give the same order", samples,
         1);
  if (samples > 10) {
    expect(order != rank_samples(samples, 1, 0, 8, 0), "another seed gives another order", samples, 1);
    expect(order != rank_samples(samples, 1, 0, 7, 1), "another epoch gives another order", samples, 1);
    expect(!std::ranges::is_sorted(order), "the order is shuffled", samples, 1);
  }
  std::ranges::sort(order);
  for (int64_t i = 0; i < samples; ++i)
    expect(order[static_cast<std::size_t>(i)] == i, "each sample comes once", samples, 1);
}

void check_world(int64_t samples, int world) {
  std::vector<Order> ranks;
  std::multiset<int64_t> seen;
  for (int rank = 0; rank < world; ++rank) {
    ranks.push_back(rank_samples(samples, world, rank, 7, 3));
    expect(ranks.back().size() == ranks.front().size(), "all ranks have as many samples", samples, world);
    seen.insert(ranks.back().begin(), ranks.back().end());
  }
  expect(static_cast<int64_t>(seen.size()) - samples < world, "no more is repeated than must be", samples,
         world);
  expect(static_cast<int64_t>(std::set(seen.begin(), seen.end()).size()) == samples, "no sample is left out",
         samples, world);

  // The ranks' batches of a step are together the whole batch of one rank.
  const Order one = rank_samples(samples, 1, 0, 7, 3);
  const std::size_t batch = 4;
  const std::size_t whole = batch * static_cast<std::size_t>(world);
  for (std::size_t step = 0; (step + 1) * whole <= one.size(); ++step) {
    const Order expected = slice(one, step * whole, whole);
    std::multiset<int64_t> together;
    for (const Order& order : ranks) {
      const Order mine = slice(order, step * batch, batch);
      together.insert(mine.begin(), mine.end());
    }
    expect(together == std::multiset(expected.begin(), expected.end()), "the batches add up", samples, world);
  }
}

}  // namespace

int main() {
  for (const int64_t samples : {1, 2, 7, 100, 101, 1000}) {
    check_one_rank(samples);
    for (const int world : {1, 2, 3, 4, 7}) check_world(samples, world);
  }
  return failures == 0 ? 0 : 1;
}
