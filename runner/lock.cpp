#include "runner/lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "core/files.hpp"
#include "core/process.hpp"
#include "runner/lock_claim.hpp"
#include "runner/lock_holder.hpp"

namespace scalegen {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds kTouchEvery{30};

}  // namespace

Result<Lock> Lock::take(const fs::path& path, Clock& clock) {
  const auto text = text_of(LockHolder{this_process(), unix_seconds(clock.now())});
  if (auto claimed = claim_lock(path, text); !claimed) return tl::make_unexpected(claimed.error());
  tidy_claims(path);
  return Lock(path, text, clock);
}

Lock::Lock(fs::path path, std::string text, Clock& clock)
    : path_(std::move(path)), text_(std::move(text)), clock_(&clock), touched_(clock.now()) {}

Lock::Lock(Lock&& other) noexcept
    : path_(std::exchange(other.path_, {})),
      text_(std::move(other.text_)),
      clock_(other.clock_),
      touched_(other.touched_) {}

Lock::~Lock() {
  if (!path_.empty() && check()) ::unlink(path_.c_str());
}

Result<void> Lock::check() const {
  const auto found = read_file_if_there(path_);
  if (!found) return tl::make_unexpected(found.error());
  if (*found == text_) return {};
  if (*found) return taken(path_.parent_path(), lock_holder(**found));
  return failure(fmt::format("'{}' has been removed while this process worked there", path_.string()),
                 "give the same command again: it continues");
}

Result<void> Lock::keep() {
  if (clock_->now() - touched_ < kTouchEvery) return {};
  touched_ = clock_->now();
  if (auto ours = check(); !ours) return ours;
  if (::utimensat(AT_FDCWD, path_.c_str(), nullptr, 0) != 0) return file_failure("touch", path_, errno);
  return {};
}

}  // namespace scalegen
