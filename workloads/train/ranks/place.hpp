#pragma once

#include <memory>

#include "workloads/train/options.hpp"
#include "workloads/train/ranks/failure.hpp"
#include "workloads/train/ranks/process_group.hpp"

namespace scalegen::train {

/// Ends the process because of a failure that a thread of its own has met.
using Leave = std::function<void(const Failure&)>;

/// The device where a rank computes, and what it shares with the others: nothing if it is alone.
struct Place {
  at::Device device = at::kCPU;
  std::string backend;
  bool is_expected = true;  // by other ranks, which this one has not tried to meet
  Store store{};
  std::unique_ptr<FailureWatch> watch{};
  ProcessGroup group{};
};

/// Waits for the other ranks, and makes sure that they are about to do the same, of which `facts` tell. Sets
/// `place` part by part: what stands when this throws serves share_failure().
void meet(Place& place, const Options& options, const World& world, std::vector<std::string> facts,
          const Leave& leave);

/// Waits until all ranks have nothing more to say.
void part(Place& place, const World& world);

/// Throws what is being handled, after every rank could learn why this one ends. A rank that failed because
/// another one did throws that one's cause, if it was told.
[[noreturn]] void share_failure(const World& world, const Place& place, std::chrono::seconds timeout,
                                const std::exception& error);

}  // namespace scalegen::train
