#pragma once
#include <algorithm>
#include <cstddef>
#include <functional>
#include <future>
#include <thread>
#include <type_traits>
#include <vector>

namespace scalegen {

/// How many threads are worth their start where so many files are read or written one after the other: half
/// of the time goes into system calls, and on a disk that hosts share into waiting for its server.
inline std::size_t threads_for_files(std::size_t count) {
  constexpr std::size_t kWorthAThread = 64;
  constexpr std::size_t kMost = 8;
  const std::size_t here = std::max(1U, std::thread::hardware_concurrency());
  return std::clamp<std::size_t>(count / kWorthAThread, 1, std::min(here, kMost));
}

/// Calls work(begin, end) for parts of [0, count) side by side, and gives what they return in order. Where no
/// thread can be had, this one does their part. `work` must not write what another part reads.
template <class Work>
auto in_parts(std::size_t count, const Work& work) {
  using Answer = std::invoke_result_t<const Work&, std::size_t, std::size_t>;
  const auto threads = threads_for_files(count);
  std::vector<std::future<Answer>> others;
  for (std::size_t i = 1; i < threads; ++i)
    others.push_back(std::async(std::cref(work), count * i / threads, count * (i + 1) / threads));
  std::vector<Answer> answers;
  answers.push_back(work(std::size_t{0}, count / threads));
  for (auto& other : others) answers.push_back(other.get());
  return answers;
}

}  // namespace scalegen
