#include "workloads/train/ranks/place.hpp"

#include <fmt/format.h>

#include "workloads/train/device.hpp"
#include "workloads/train/error.hpp"

namespace scalegen::train {

void meet(Place& place, const Options& options, const World& world, std::vector<std::string> facts,
          const Leave& leave) {
  const auto timeout = std::chrono::seconds(options.timeout_seconds);
  place.device = choose_device(options, world);
  place.backend = choose_backend(options, world, place.device);
  if (world.size == 1) return;
  facts.push_back(fmt::format("device {}", place.device.is_cuda() ? "cuda" : "cpu"));
  facts.push_back(fmt::format("backend {}", place.backend));
  place.is_expected = false;
  place.store = create_store(world, timeout);
  check_agreement(place.store, world, facts);
  place.watch = std::make_unique<FailureWatch>(open_client(world, timeout), world, timeout, leave);
  place.group = create_process_group(place.store, world, place.backend, timeout);
}

void part(Place& place, const World& world) {
  if (!place.group) return;
  destroy_process_group(place.group, place.device);
  place.watch.reset();
  final_barrier(place.store, world);
}

void share_failure(const World& world, const Place& place, const std::exception& error) {
  const Failure mine{world.rank, cause_of(error)};
  if (place.is_expected) tell_failure(world, mine);
  if (!place.watch) throw;
  tell_failure(place.store, mine);
  std::optional<Failure> cause;
  if (world.rank == 0) cause = told_failure(place.store);
  if (cause && cause->rank != world.rank) throw RankFailure(*cause);
  throw;
}

}  // namespace scalegen::train
