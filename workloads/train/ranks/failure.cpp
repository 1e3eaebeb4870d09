#include "workloads/train/ranks/failure.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <condition_variable>
#include <mutex>
#include <vector>

#include "workloads/train/ranks/heartbeat.hpp"
#include "workloads/train/ranks/within.hpp"

namespace scalegen::train {
namespace {

using Clock = std::chrono::steady_clock;

/// Keys of the first rank that failed, and of the first that ended because it lost another one.
constexpr const char* kFailure = "failure";
constexpr const char* kLoss = "loss";

/// The key of the number of ranks that told a failure without having met the others.
constexpr const char* kTold = "told";

std::vector<uint8_t> bytes_of(const std::string& text) { return {text.begin(), text.end()}; }

std::string to_text(const Failure& failure) { return fmt::format("{} {}", failure.rank, failure.message); }

Failure from_text(const std::string& text) {
  Failure failure;
  const char* const end = text.data() + text.size();
  const char* const rest = std::from_chars(text.data(), end, failure.rank).ptr;
  failure.message = rest == end ? "" : std::string(rest + 1, end);
  return failure;
}

/// Words of Gloo, NCCL and c10d on a collective that another rank left or did not come to, and of rank 0 on
/// what it gathers.
constexpr std::array kOfAnotherRank = {"closed by peer",
                                       "reset by peer",
                                       "Connection was likely closed",
                                       "recv, got 0 bytes",
                                       "caused pair closure",
                                       "Broken pipe",
                                       "Socket Timeout",
                                       "collective operation timeout",
                                       "Timed out waiting",
                                       "remote process exited",
                                       "wait timeout",
                                       "did not send its"};

std::optional<Failure> failure_under(const char* key, const Store& store) {
  if (!store->check({key})) return std::nullopt;
  const std::vector<uint8_t> text = store->get(key);
  return from_text({text.begin(), text.end()});
}

}  // namespace

bool is_consequence(const std::string& message) {
  return std::ranges::any_of(kOfAnotherRank,
                             [&](const char* words) { return message.find(words) != std::string::npos; });
}

bool tell_failure(const Store& store, const Failure& failure) noexcept try {
  const bool is_loss = is_consequence(failure.message);
  within(std::chrono::seconds(1), [=] {
    if (is_loss) deregister(store, failure.rank);
    return store->compareSet(is_loss ? kLoss : kFailure, {}, bytes_of(to_text(failure))).empty();
  });
  return true;
} catch (...) {  // The store ended with rank 0.
  return false;
}

namespace {

/// Rank 0 waits for the others, who may still read their data, and fail by themselves.
void tell_who_comes(const World& world, const Failure& failure, std::chrono::seconds patience) {
  const auto end = Clock::now() + patience;
  const Store store = open_host(world, patience);
  tell_failure(store, failure);
  while (Clock::now() < end && count_who_came(store) + store->add(kTold, 0) < world.size - 1)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  std::this_thread::sleep_for(pause_between_looks(world.size));  // for the last one to ask
}

}  // namespace

void tell_failure(const World& world, const Failure& failure, std::chrono::seconds patience) noexcept try {
  if (world.size == 1) return;
  if (world.rank == 0) {
    if (!world.agent_attempt) tell_who_comes(world, failure, patience);
    return;
  }
  // Left to the end of the process: to close it is to wait for a thread that may be about to bring that end.
  const auto& store = *new auto(within(patience, [=] { return open_client(world, patience); }));
  if (!store) return;
  tell_failure(*store, failure);
  within(std::chrono::seconds(1), [&] { return (*store)->add(kTold, 1); });
} catch (...) {  // Rank 0 never came.
}

std::optional<Failure> told_failure(const Store& store) { return failure_under(kFailure, store); }

void tell_of_silent_rank(const Store& store, const World& world, const std::string& loss) {
  const std::vector<int> silent = silent_ranks(store, world);
  if (silent.empty()) return;
  const int first = silent.front();
  const auto host = gathered(store, "host", first);
  const std::vector<int> others(silent.begin() + 1, silent.end());
  const Failure failure{
      first,
      fmt::format("no sign of life{}{}; rank {} met: {}", host ? fmt::format(" from host '{}'", *host) : "",
                  others.empty() ? "" : fmt::format(", nor from ranks {}", fmt::join(others, ", ")),
                  world.rank, loss)};
  store->compareSet(kFailure, {}, bytes_of(to_text(failure)));
}

/// The state that is shared with the thread that asks the store. It outlives the watch where the store does
/// not answer.
struct FailureWatch::News {
  std::mutex mutex;  // guards all below
  std::condition_variable changed;
  Clock::time_point answered = Clock::now();
  std::optional<Failure> failure;
  bool is_under_way = false;
  bool is_over = false;

  void ask(const Store& store, const World& world) {
    std::optional<Clock::time_point> lost;
    std::unique_lock lock(mutex);
    while (!is_over && !failure) {
      lock.unlock();
      const std::optional<Failure> found = ask_once(store, world, lost);
      lock.lock();
      answered = Clock::now();
      failure = found;
      if (failure) changed.notify_all();
      changed.wait_for(lock, pause_between_looks(world.size), [this] { return is_over; });
    }
  }

  /// A rank that told of its own failure is about to leave. `lost` is when this one saw that another one lost
  /// a third.
  static std::optional<Failure> ask_once(const Store& store, const World& world,
                                         std::optional<Clock::time_point>& lost) try {
    const int rank = world.rank;
    send_heartbeat(store, rank);
    if (const auto failure = failure_under(kFailure, store))
      return failure->rank == rank ? std::nullopt : failure;
    const auto loss = failure_under(kLoss, store);
    if (!loss || loss->rank == rank) return std::nullopt;
    if (!lost) lost = Clock::now();
    if (Clock::now() - *lost < time_to_fall_silent(world.size) + kForLoss) return std::nullopt;
    return Failure{rank, fmt::format("rank {} gave up: {}", loss->rank, loss->message)};
  } catch (const std::exception&) {
    return Failure{world.rank, "rank 0 is gone"};
  }

  /// The time to meet the same loss, or to hear of its cause, once rank 0 has found out who is silent.
  static constexpr std::chrono::milliseconds kForLoss{1500};
};

FailureWatch::FailureWatch(Store store, const World& world, std::chrono::seconds timeout,
                           std::function<void(const Failure&)> leave)
    : world_(world), timeout_(timeout), leave_(std::move(leave)), news_(std::make_shared<News>()) {
  std::thread([news = news_, store = std::move(store), world] { news->ask(store, world); }).detach();
  thread_ = std::thread([this] { watch(); });
}

FailureWatch::~FailureWatch() {
  {
    const std::lock_guard lock(news_->mutex);
    news_->is_over = true;
  }
  news_->changed.notify_all();
  thread_.join();
}

void FailureWatch::under_way() {
  const std::lock_guard lock(news_->mutex);
  news_->is_under_way = true;
}

std::optional<Failure> FailureWatch::told() const {
  const std::lock_guard lock(news_->mutex);
  return news_->failure;
}

/// A rank that meets the failure by itself, in a collective, says more of it, and has two seconds for that.
/// Rank 0 tells the cause at once.
void FailureWatch::watch() {
  const std::chrono::seconds grace(world_.rank == 0 ? 0 : 2);
  const auto is_over = [this] { return news_->is_over; };
  std::unique_lock lock(news_->mutex);
  while (!is_over()) {
    news_->changed.wait_for(lock, pause_between_looks(world_.size),
                            [&] { return is_over() || news_->failure; });
    const std::optional<Failure> reason = reason_to_leave();
    if (!reason || news_->changed.wait_for(lock, grace, is_over)) continue;
    lock.unlock();
    leave_(*reason);
    lock.lock();
  }
}

std::optional<Failure> FailureWatch::reason_to_leave() const {
  constexpr std::chrono::seconds kLater(1);  // than who notices it in a collective
  const auto now = Clock::now();
  const auto mine = [this](std::string message) { return Failure{world_.rank, std::move(message)}; };
  if (news_->failure) return news_->failure;
  if (now - news_->answered > timeout_ + kLater + pause_between_looks(world_.size))
    return mine(fmt::format("rank 0 has not answered for {} s: it stands still, or its machine is gone",
                            timeout_.count()));
  if (!news_->is_under_way && now - begin_ > timeout_ + kLater)
    return mine(fmt::format("the ranks were not under way within {} s: is one gone?", timeout_.count()));
  return std::nullopt;
}

}  // namespace scalegen::train
