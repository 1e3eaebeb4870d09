#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>

#include "workloads/train/ranks/rendezvous.hpp"

namespace scalegen::train {

/// Why a run ends, and whose fault it is.
struct Failure {
  int rank = 0;
  std::string message;
};

/// What ends a rank because another one failed.
struct RankFailure : std::runtime_error {
  explicit RankFailure(Failure cause) : std::runtime_error(cause.message), failure(std::move(cause)) {}
  Failure failure;
};

/// Tells all ranks through the store why this one ends. The first that tells is the cause; what the others
/// meet then is its consequence. Never throws: a rank that ends for that has nothing better to say.
void tell_failure(const Store& store, const Failure& failure) noexcept;

/// The same for a rank that never got as far as the store. Takes at most ten seconds.
void tell_failure(const World& world, const Failure& failure) noexcept;

/// The first failure that was told, or nothing. Throws where the store is gone.
std::optional<Failure> told_failure(const Store& store);

/// Ends this rank when another one has failed, when rank 0 is gone, or when the ranks do not get under way:
/// nobody else watches while NCCL connects them. A thread that looks into the store five times a second.
class FailureWatch {
 public:
  /// `leave` ends the process. `store` is used by nobody else: a store waits for one answer at a time.
  FailureWatch(Store store, const World& world, std::chrono::seconds timeout,
               std::function<void(const Failure&)> leave);
  FailureWatch(const FailureWatch&) = delete;
  FailureWatch& operator=(const FailureWatch&) = delete;
  ~FailureWatch();

  /// The ranks' first collectives have ended.
  void under_way() { is_under_way_ = true; }

 private:
  void watch();
  void look();

  /// False if the watch ends before `time` is over.
  bool wait(std::chrono::milliseconds time);

  Store store_;
  World world_;
  std::chrono::seconds timeout_;
  std::function<void(const Failure&)> leave_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::atomic<bool> is_under_way_ = false;
  std::mutex mutex_;  // guards ends_
  std::condition_variable changed_;
  bool ends_ = false;
  std::thread thread_;
};

}  // namespace scalegen::train
