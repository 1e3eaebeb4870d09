#pragma once
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <future>
#include <thread>
#include <type_traits>
#include <vector>

namespace scalegen {

/// Calls work(begin, end) for parts of [0, count), and gives what they return in order. Several threads take
/// the next part in turn, for files differ in what they cost: half of the time goes into system calls, and on
/// a disk that hosts share into waiting for its server. `work` must not write what another part reads.
template <class Work>
auto in_parts(std::size_t count, const Work& work) {
  constexpr std::size_t kPart = 64;  // below, a thread costs more to start than it saves
  constexpr std::size_t kMostThreads = 8;
  const auto parts = std::max<std::size_t>(1, count / kPart);
  const auto threads =
      std::min<std::size_t>({parts, kMostThreads, std::max(1U, std::thread::hardware_concurrency())});

  std::vector<std::invoke_result_t<const Work&, std::size_t, std::size_t>> answers(parts);
  std::atomic<std::size_t> next = 0;
  const auto take_parts = [&] {
    for (auto part = next++; part < parts; part = next++)
      answers[part] = work(count * part / parts, count * (part + 1) / parts);
  };
  std::vector<std::future<void>> others;
  for (std::size_t i = 1; i < threads; ++i) others.push_back(std::async(take_parts));
  take_parts();
  for (auto& other : others) other.get();
  return answers;
}

}  // namespace scalegen
