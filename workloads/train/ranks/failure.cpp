#include "workloads/train/ranks/failure.hpp"

#include <fmt/format.h>

#include <charconv>
#include <vector>

namespace scalegen::train {
namespace {

constexpr const char* kKey = "failure";

std::vector<uint8_t> bytes_of(const std::string& text) { return {text.begin(), text.end()}; }

std::string to_text(const Failure& failure) { return fmt::format("{} {}", failure.rank, failure.message); }

Failure from_text(const std::string& text) {
  Failure failure;
  const char* const end = text.data() + text.size();
  const char* const rest = std::from_chars(text.data(), end, failure.rank).ptr;
  failure.message = rest == end ? "" : std::string(rest + 1, end);
  return failure;
}

}  // namespace

void tell_failure(const Store& store, const Failure& failure) noexcept try {
  store->compareSet(kKey, {}, bytes_of(to_text(failure)));
} catch (...) {  // The store ended with rank 0.
}

void tell_failure(const World& world, const Failure& failure) noexcept try {
  constexpr std::chrono::seconds kPatience(10);
  if (world.size > 1 && world.rank > 0) tell_failure(open_client(world, kPatience), failure);
} catch (...) {  // Rank 0 never came.
}

std::optional<Failure> told_failure(const Store& store) {
  if (!store->check({kKey})) return std::nullopt;
  const std::vector<uint8_t> text = store->get(kKey);
  return from_text({text.begin(), text.end()});
}

FailureWatch::FailureWatch(Store store, const World& world, std::chrono::seconds timeout,
                           std::function<void(const Failure&)> leave)
    : store_(std::move(store)), world_(world), timeout_(timeout), leave_(std::move(leave)) {
  thread_ = std::thread([this] { watch(); });
}

FailureWatch::~FailureWatch() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

bool FailureWatch::wait(std::chrono::milliseconds time) {
  std::unique_lock lock(mutex_);
  return !changed_.wait_for(lock, time, [this] { return ends_; });
}

void FailureWatch::watch() {
  constexpr std::chrono::milliseconds kPause(200);
  do look();
  while (wait(kPause));
}

/// A rank that meets the failure by itself, in a collective, says more of it, and has two seconds for that.
/// Rank 0 tells the cause at once.
void FailureWatch::look() {
  constexpr std::chrono::seconds kGrace(2);
  std::optional<Failure> failure;
  try {
    failure = told_failure(store_);
  } catch (const std::exception&) {
    failure = {world_.rank, "rank 0 is gone"};
  }
  const auto since = std::chrono::steady_clock::now() - begin_;
  if (!failure && !is_under_way_ && since > timeout_ + kGrace)
    failure = {world_.rank,
               fmt::format("the ranks were not under way within {} s: is one gone?", timeout_.count())};
  if (failure && wait(world_.rank == 0 ? std::chrono::seconds(0) : kGrace)) leave_(*failure);
}

}  // namespace scalegen::train
