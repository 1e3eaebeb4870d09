#pragma once

#include <chrono>
#include <functional>
#include <memory>
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

/// The error that ends a rank because another one failed.
struct RankFailure : std::runtime_error {
  explicit RankFailure(Failure cause) : std::runtime_error(cause.message), failure(std::move(cause)) {}
  Failure failure;
};

/// True if a message tells no more than that another rank is gone or stands still.
bool is_consequence(const std::string& message);

/// Tells all ranks through the store why this one ends. The first that tells is the cause, but for one that
/// ends as the consequence of what happened to another: that it has left is told apart. Never throws, as a
/// rank that ends has nothing better to say, and takes at most a second. False if the store is gone.
bool tell_failure(const Store& store, const Failure& failure) noexcept;

/// The same for a rank, or a thread of it, that has no connection to the store. Takes about `patience` at
/// most. Rank 0 keeps a store meanwhile, for the others to learn it; torchrun, where the store is its own,
/// ends them by itself.
void tell_failure(const World& world, const Failure& failure, std::chrono::seconds patience) noexcept;

/// The first failure that was told, or nothing. Throws where the store is gone.
std::optional<Failure> told_failure(const Store& store);

/// Tells all ranks of the first one that has fallen silent, if there is one: the cause of a `loss` for which
/// nobody told one. Takes time_to_fall_silent().
void tell_of_silent_rank(const Store& store, const World& world, const std::string& loss);

/// Ends this rank when another one has failed or has given up on it, when rank 0 is gone or stands still, or
/// when the ranks' first collective does not end: nobody else watches while NCCL connects them. One thread
/// asks the store, pause_between_looks() apart; another looks at the clock, since the store may never answer.
class FailureWatch {
 public:
  /// `leave` ends the process. `store` is used by nobody else: a store waits for one answer at a time.
  FailureWatch(Store store, const World& world, std::chrono::seconds timeout,
               std::function<void(const Failure&)> leave);
  FailureWatch(const FailureWatch&) = delete;
  FailureWatch& operator=(const FailureWatch&) = delete;
  ~FailureWatch();

  /// The ranks' first collective has ended.
  void under_way();

  /// The failure that another rank told, if this one has asked since.
  std::optional<Failure> told() const;

 private:
  struct News;

  void watch();

  /// Why this rank should end, if it should. The caller holds the lock.
  std::optional<Failure> reason_to_leave() const;

  World world_;
  std::chrono::seconds timeout_;
  std::function<void(const Failure&)> leave_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::shared_ptr<News> news_;
  std::thread thread_;
};

}  // namespace scalegen::train
