#include "workloads/train/ranks/place.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "workloads/train/device.hpp"
#include "workloads/train/error.hpp"
#include "workloads/train/ranks/heartbeat.hpp"
#include "workloads/train/ranks/world.hpp"

namespace scalegen::train {
namespace {

/// NCCL refuses ranks on one GPU without saying which they are, and a figure of such ranks says nothing. A
/// GPU without a UUID has the same name on each rank that sees one GPU alone, and is not compared.
void check_gpus_are_own(const Place& place, const Options& options, const World& world) {
  if (!place.device.is_cuda() || options.shares_gpu) return;
  const std::string id = device_id(place.device);
  const auto mine = id == place.device.str() ? "" : fmt::format("{} of '{}'", id, host_name());
  const std::vector<std::string> gpus = gather(place.store, world, "own gpu", mine);
  for (std::size_t rank = 1; rank < gpus.size(); ++rank)
    if (const auto first = std::ranges::find(gpus, gpus[rank]) - gpus.begin();
        !gpus[rank].empty() && std::cmp_less(first, rank))
      throw BadInput(
          fmt::format("ranks {} and {} have the same GPU, {}: give each its own, or --share-gpu and "
                      "--backend gloo to all",
                      first, rank, gpus[rank]));
}

}  // namespace

void meet(Place& place, const Options& options, const World& world, std::vector<std::string> facts,
          const Leave& leave) {
  const auto timeout = std::chrono::seconds(options.timeout_seconds);
  place.device = choose_device(options, world);
  place.backend = choose_backend(options, world, place.device);
  if (world.size == 1) return;
  facts.push_back(fmt::format("device {}", place.device.is_cuda() ? "cuda" : "cpu"));
  facts.push_back(fmt::format("backend {}", place.backend));
  place.is_expected = false;
  const Stores stores = meet_in_store(world, facts, timeout);
  place.store = stores.own;
  place.watch = std::make_unique<FailureWatch>(stores.watched, world, timeout, leave);
  check_gpus_are_own(place, options, world);
  place.group = create_process_group(place.store, world, place.backend, timeout, options.nccl_is_urgent);
  await_all(place.group, place.device);
  place.watch->under_way();
}

void part(Place& place, const World& world) {
  if (!place.group) return;
  destroy_process_group(place.group, place.device);
  final_barrier(place.store, world);
  place.watch.reset();
}

namespace {

/// The failure that another rank told as it ended, or that of a rank whose silence is the cause. Rank 0's
/// store ends with it: the others have the time to ask twice.
std::optional<Failure> cause_told_to(const World& world, const Place& place, const Failure& mine) {
  const bool is_loss = is_consequence(mine.message);
  if (world.rank != 0) return is_loss ? place.watch->told() : std::nullopt;
  if (is_loss && !told_failure(place.store)) tell_of_silent_rank(place.store, world, mine.message);
  std::this_thread::sleep_for(2 * pause_between_looks(world.size));
  return told_failure(place.store);
}

}  // namespace

void share_failure(const World& world, const Place& place, std::chrono::seconds timeout,
                   const std::exception& error) {
  constexpr std::chrono::seconds kForRank0(10);  // to have read its data, and to listen
  const Failure mine{world.rank, cause_of(error)};
  if (place.is_expected) tell_failure(world, mine, std::min(kForRank0, timeout));
  if (!place.watch) throw;
  const bool is_rank_0_gone = !tell_failure(place.store, mine);
  if (const auto cause = cause_told_to(world, place, mine); cause && cause->rank != world.rank)
    throw RankFailure(*cause);
  if (is_rank_0_gone && is_consequence(mine.message))
    throw std::runtime_error(fmt::format("rank 0 is gone: {}", mine.message));
  throw;
}

}  // namespace scalegen::train
