#pragma once

#include <chrono>
#include <future>
#include <memory>
#include <optional>
#include <system_error>
#include <thread>
#include <type_traits>
#include <utility>

namespace scalegen::train {

/// Returns or throws what `task` does; nothing if it takes longer. Its thread is then left to end with the
/// process: LibTorch's store waits without end for a rank 0 that stands still, whatever its time-out.
template <typename Task>
auto within(std::chrono::steady_clock::duration time, Task task)
    -> std::optional<std::invoke_result_t<Task>> {
  const auto packaged = std::make_shared<std::packaged_task<std::invoke_result_t<Task>()>>(std::move(task));
  auto value = packaged->get_future();
  try {
    std::thread([packaged] { (*packaged)(); }).detach();
  } catch (const std::system_error&) {  // no memory for a thread's stack: then without a limit
    (*packaged)();
  }
  if (value.wait_for(time) == std::future_status::timeout) return std::nullopt;
  return value.get();
}

}  // namespace scalegen::train
