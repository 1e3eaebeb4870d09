#include "workloads/train/ranks/rendezvous.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <torch/version.h>

#include <algorithm>
#include <sstream>
#include <thread>
#include <torch/csrc/distributed/c10d/PrefixStore.hpp>
#include <torch/csrc/distributed/c10d/TCPStore.hpp>

#include "workloads/train/compat.hpp"
#include "workloads/train/error.hpp"
#include "workloads/train/ranks/failure.hpp"
#include "workloads/train/ranks/meeting_point.hpp"
#include "workloads/train/ranks/within.hpp"

namespace scalegen::train {
namespace {

using Clock = std::chrono::steady_clock;

/// For messages with a better reason than "no answer" to come first.
constexpr std::chrono::seconds kGrace{2};

/// Ranks of a second attempt of torchrun find nothing of the first in its store.
Store open_store(const World& world, uint16_t port, std::chrono::seconds timeout, bool keeps_store) {
  c10d::TCPStoreOptions options;
  options.port = port;
  options.isServer = keeps_store;
  options.waitWorkers = false;
  options.timeout = timeout;
  compat::disable_libuv(options);
  try {
    Store store = c10::make_intrusive<c10d::TCPStore>(world.address, options);
    if (!world.agent_attempt) return store;
    return c10::make_intrusive<c10d::PrefixStore>(fmt::format("/worker/attempt_{}", *world.agent_attempt),
                                                  store);
  } catch (const std::exception& error) {
    const char* attempt = keeps_store ? "open the store at" : "reach rank 0 at";
    throw std::runtime_error(
        fmt::format("cannot {} {}:{}: {}", attempt, world.address, world.port, cause_of(error)));
  }
}

void put(const Store& store, const std::string& key, const std::string& text) {
  store->set(key, std::vector<uint8_t>(text.begin(), text.end()));
}

std::string get(const Store& store, const std::string& key) {
  const std::vector<uint8_t> bytes = store->get(key);
  return {bytes.begin(), bytes.end()};
}

std::string key_of(const std::string& what, int rank) { return fmt::format("{} {}", what, rank); }

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::string no_answer(const World& world) {
  if (world.agent_attempt)
    return fmt::format(
        "torchrun's store at {0}:{1} does not answer: it may be of another version of PyTorch than {2}; give "
        "ranks a port of their own: torchrun --no_python env MASTER_PORT=PORT scalegen-train",
        world.address, world.port, TORCH_VERSION);
  return fmt::format("what listens at {}:{} does not answer as rank 0 of this run", world.address,
                     world.port);
}

/// Rank 0 says that it is there, and all wait for that: what listens on the port need not be rank 0 of this
/// run, and rank 0 itself may talk to a store of torchrun's that does not understand it. Only an answer
/// tells.
void greet(const Store& store, const World& world, std::chrono::seconds timeout) {
  try {
    if (world.rank == 0) put(store, "rank 0", "here");
    store->wait({"rank 0"}, timeout);
  } catch (const std::exception&) {
    throw std::runtime_error(no_answer(world));
  }
}

/// Rank 0 holds the store, which ends with it: it waits a while for those who still need it.
void await_count(const Store& store, const std::string& counter, int64_t count,
                 std::chrono::milliseconds patience) {
  const auto deadline = Clock::now() + patience;
  while (store->add(counter, 0) < count && Clock::now() < deadline)
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
}

/// Keys of how many ranks came more than once, and of what rank 0 has found; "came 1" is how often rank 1
/// did.
constexpr const char* kCameTwice = "came twice";
constexpr const char* kWhoCame = "who came";

std::string truncated_list(std::vector<int> ranks) {
  constexpr std::size_t kMost = 10;
  const std::size_t all = ranks.size();
  ranks.resize(std::min(all, kMost));
  return fmt::format("{} {}{}", all == 1 ? "rank" : "ranks", fmt::join(ranks, ", "),
                     all > kMost ? fmt::format(" and {} more", all - kMost) : "");
}

/// "rank 2 did not come; rank 1 came twice". A request for each rank, which rank 0 alone makes.
std::string who_came(const Store& store, const World& world) {
  std::vector<int> missing;
  std::vector<int> repeated;
  for (int rank = 0; rank < world.size; ++rank) {
    const int64_t times = store->add(key_of("came", rank), 0);
    if (times != 1) (times == 0 ? missing : repeated).push_back(rank);
  }
  std::vector<std::string> texts;
  if (!missing.empty()) texts.push_back(truncated_list(missing) + " did not come");
  if (!repeated.empty()) texts.push_back(truncated_list(repeated) + " came twice");
  return fmt::format("{}", fmt::join(texts, "; "));
}

/// What rank 0 has found, told to all. Empty where it does not tell: a rank that comes a second time may come
/// after all have met.
std::string told_who_came(const Store& store, const World& world, int64_t came) {
  constexpr std::chrono::seconds kPatience(1);
  const auto deadline = Clock::now() + kPatience;
  if (world.rank == 0) put(store, kWhoCame, who_came(store, world));
  while (!store->check({kWhoCame})) {
    if (Clock::now() > deadline) return "";
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  std::string who = get(store, kWhoCame);
  store->add("read who came", 1);
  if (world.rank == 0) await_count(store, "read who came", came, kPatience);
  return ": " + who;
}

/// Counts in the store rather than by TCPStore's own wait, which does not tell how many came. The more ranks,
/// the less often each asks. Ends early where rank 0 has ended to wait.
void count_until_all_came(const Store& store, const World& world, Clock::time_point deadline, int64_t& came) {
  const auto pause = std::chrono::microseconds(5000 + 50 * world.size);
  for (; came < world.size && Clock::now() < deadline; came = store->add("came", 0)) {
    if (const auto failure = told_failure(store); failure && failure->rank != world.rank)
      throw RankFailure(*failure);
    if (store->check({kWhoCame})) return;
    std::this_thread::sleep_for(pause);
  }
}

/// Throws unless each rank comes once.
void await_ranks(const Store& store, const World& world, std::chrono::seconds timeout,
                 Clock::time_point deadline) {
  int64_t came = 0;
  std::string who;
  try {
    const bool is_repeated = store->add(key_of("came", world.rank), 1) > 1;
    if (is_repeated) store->add(kCameTwice, 1);
    came = store->add("came", 1);
    count_until_all_came(store, world, deadline, came);
    if (came == world.size && store->add(kCameTwice, 0) == 0) return;
    who = told_who_came(store, world, came);
    if (who.empty() && is_repeated) who = fmt::format(": rank {} came twice", world.rank);
  } catch (const RankFailure&) {
    throw;
  } catch (const std::exception&) {
    throw std::runtime_error(fmt::format("{} of {} ranks had come when rank 0 left", came, world.size));
  }
  const std::string when = came < world.size ? fmt::format(" within {} s", timeout.count()) : "";
  throw std::runtime_error(fmt::format("{} of {} ranks came{}{}", came, world.size, when, who));
}

/// "WHO has 'these lines', OTHER has 'those'": the lines of each that the other lacks. Empty if all are the
/// same.
std::string difference_of(const std::vector<std::string>& facts, const std::string& who,
                          const std::vector<std::string>& others, const std::string& other) {
  const auto missing = [](const std::vector<std::string>& from, const std::vector<std::string>& in) {
    std::vector<std::string> lines;
    for (const std::string& line : from)
      if (std::ranges::find(in, line) == in.end()) lines.push_back(line);
    return fmt::format("{}", fmt::join(lines, ", "));
  };
  const std::string mine = missing(facts, others);
  const std::string theirs = missing(others, facts);
  if (facts == others) return {};
  if (mine.empty()) return fmt::format("{} has '{}', which {} lacks", other, theirs, who);
  if (theirs.empty()) return fmt::format("{} has '{}', which {} lacks", who, mine, other);
  return fmt::format("{} has '{}', {} has '{}'", who, mine, other, theirs);
}

/// Throws where this rank's facts are not rank 0's, line by line: ranks that train different things hang or,
/// worse, do not. The message has what differs.
void check_agreement(const Store& store, const World& world, const std::vector<std::string>& facts) {
  constexpr std::chrono::seconds kPatience(4);  // all have come, and look at once
  const auto compare = [&](int rank) {
    const std::string others = get(store, key_of("facts", rank));
    if (world.rank != 0) store->add("looked", 1);
    const std::string difference = difference_of(facts, fmt::format("rank {}", world.rank), lines_of(others),
                                                 fmt::format("rank {}", rank));
    if (difference.empty()) return;
    if (world.rank == 0) await_count(store, "looked", world.size - 1, kPatience);
    throw std::runtime_error("ranks disagree: " + difference);
  };
  put(store, key_of("facts", world.rank), fmt::format("{}", fmt::join(facts, "\n")));
  if (world.rank != 0) return compare(0);
  for (int rank = 1; rank < world.size; ++rank) compare(rank);
}

Store open_other(const World& world, const Addresses& addresses, std::chrono::seconds timeout,
                 Clock::time_point deadline) {
  await_listener(world, addresses, deadline);
  return open_store(world, checked_port(world), timeout, /*keeps_store=*/false);
}

Stores meet_before(const World& world, const std::vector<std::string>& facts, std::chrono::seconds timeout,
                   Clock::time_point deadline) {
  const uint16_t port = checked_port(world);
  const Addresses addresses = addresses_of(world);
  // torchrun listens before it starts its ranks, unless they are given another port.
  const bool keeps_store = world.rank == 0 && !(world.agent_attempt && somebody_listens(addresses));
  if (keeps_store)
    check_port_is_free(world, port);
  else
    await_listener(world, addresses, deadline);
  const Store store = open_store(world, port, timeout, keeps_store);
  greet(store, world, timeout);
  await_ranks(store, world, timeout, deadline);
  check_agreement(store, world, facts);
  return {store, open_other(world, addresses, timeout, deadline)};
}

}  // namespace

Stores meet_in_store(const World& world, const std::vector<std::string>& facts,
                     std::chrono::seconds timeout) {
  const Clock::time_point deadline = Clock::now() + timeout;
  const auto stores = within(timeout + kGrace, [=] { return meet_before(world, facts, timeout, deadline); });
  if (!stores) throw std::runtime_error(no_answer(world));
  return *stores;
}

Store open_host(const World& world, std::chrono::seconds timeout) {
  const uint16_t port = checked_port(world);
  check_port_is_free(world, port);
  Store store = open_store(world, port, timeout, /*keeps_store=*/true);
  greet(store, world, timeout);
  return store;
}

int64_t count_who_came(const Store& store) { return store->add("came", 0); }

Store open_client(const World& world, std::chrono::seconds timeout) {
  return open_other(world, addresses_of(world), timeout, Clock::now() + timeout);
}

namespace {

std::string get_of_rank(const Store& store, const std::string& what, int rank) try {
  return get(store, key_of(what, rank));
} catch (const std::exception& error) {
  throw std::runtime_error(fmt::format("rank {} did not send its {}: {}", rank, what, cause_of(error)));
}

}  // namespace

std::vector<std::string> gather(const Store& store, const World& world, const std::string& what,
                                const std::string& text) {
  if (!store) return {text};
  if (world.rank != 0) return put(store, key_of(what, world.rank), text), std::vector<std::string>{};
  std::vector<std::string> texts = {text};
  for (int rank = 1; rank < world.size; ++rank) texts.push_back(get_of_rank(store, what, rank));
  return texts;
}

std::optional<std::string> gathered(const Store& store, const std::string& what, int rank) {
  if (!store->check({key_of(what, rank)})) return std::nullopt;
  return get(store, key_of(what, rank));
}

void final_barrier(const Store& store, const World& world) {
  store->add("left", 1);
  if (world.rank == 0) await_count(store, "left", world.size, store->getTimeout());
}

}  // namespace scalegen::train
