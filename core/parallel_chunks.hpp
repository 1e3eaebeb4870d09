#pragma once
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <future>
#include <thread>
#include <type_traits>
#include <vector>

namespace scalegen {

/// Calls work(begin, end) for consecutive chunks of [0, count) and returns the results in order. Several
/// threads take one chunk after the other, because files differ in cost: half of the time is system calls,
/// and on a shared file system waiting for its server. `work` must not write anything that another chunk
/// reads. An exception of `work` is rethrown.
template <class Work>
auto parallel_chunks(std::size_t count, const Work& work) {
  constexpr std::size_t kChunk = 64;  // below this, starting a thread costs more than it saves
  constexpr std::size_t kMostThreads = 8;
  const auto chunks = std::max<std::size_t>(1, count / kChunk);
  const auto threads =
      std::min<std::size_t>({chunks, kMostThreads, std::max(1U, std::thread::hardware_concurrency())});

  std::vector<std::invoke_result_t<const Work&, std::size_t, std::size_t>> results(chunks);
  std::atomic<std::size_t> next = 0;
  const auto take_chunks = [&] {
    for (auto chunk = next++; chunk < chunks; chunk = next++)
      results[chunk] = work(count * chunk / chunks, count * (chunk + 1) / chunks);
  };
  std::vector<std::future<void>> others;
  for (std::size_t i = 1; i < threads; ++i) others.push_back(std::async(take_chunks));
  take_chunks();
  for (auto& other : others) other.get();
  return results;
}

}  // namespace scalegen
