#include "runner/run_lock.hpp"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <utility>

#include "core/files.hpp"
#include "core/json.hpp"
#include "core/process.hpp"
#include "core/try.hpp"
#include "runner/ownership.hpp"

namespace scalegen {

namespace {

namespace fs = std::filesystem;

constexpr std::chrono::minutes kSilentUntilStale{10};
constexpr std::chrono::seconds kTouchEvery{30};
constexpr std::string_view kPrefix = ".lock.";

fs::path folder_of(const fs::path& lock) {
  return lock.has_parent_path() ? lock.parent_path() : fs::path(".");
}

fs::path beside(const fs::path& lock, std::string_view what, const std::string& text) {
  const auto process = parse_lock_holder(text).process;
  const auto name = fmt::format("{}-{}-{}-{}", what, process.host, process.pid, process.start_time);
  const auto taken_name = lock.filename().string();
  return folder_of(lock) /
         (taken_name.starts_with(kPrefix) ? taken_name + "." + name : std::string(kPrefix) + name);
}

// Never through a link that somebody has put there.
Result<void> write_new(const fs::path& path, const std::string& text) {
  const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (fd < 0) return file_failure("write", path, errno);
  ::close(fd);
  return write_file(path, text);
}

// The file under a name of its own, complete before a hard link makes it the lock: that works once, on NFS
// too.
class LockCandidate {
 public:
  LockCandidate(const fs::path& lock, const std::string& text)
      : path_(beside(lock, "by", text)), written_(write_new(path_, text)) {}
  LockCandidate(const LockCandidate&) = delete;
  LockCandidate& operator=(const LockCandidate&) = delete;
  ~LockCandidate() { ::unlink(path_.c_str()); }

  [[nodiscard]] const fs::path& path() const { return path_; }
  [[nodiscard]] const Result<void>& written() const { return written_; }

 private:
  fs::path path_;
  Result<void> written_;
};

// The time since anybody touched the lock, by the disk's clock: those of two hosts may differ.
std::chrono::seconds silence(const fs::path& lock, const fs::path& just_written) {
  struct stat then {};
  struct stat now {};
  if (::stat(lock.c_str(), &then) != 0 || ::stat(just_written.c_str(), &now) != 0)
    return std::chrono::seconds(0);
  return std::chrono::seconds(now.st_mtime - then.st_mtime);
}

bool is_stale(const LockHolder& holder, std::chrono::seconds silent) {
  return liveness(holder.process) == Liveness::dead || silent >= kSilentUntilStale;
}

// Two processes may find the same stale lock, and the slower one must not remove what the faster one has just
// put there. To replace a holder's lock, a process first claims a file that is named for that holder, and
// reads the lock again: as long as it has that file nobody else replaces this holder's lock. Returns false if
// the holder has changed meanwhile.
Result<bool> take_over(const fs::path& lock, const std::string& stale, const std::string& text,
                       const fs::path& candidate) {
  const auto right = beside(lock, "from", stale);
  TRY(claim_lock(right, text));
  const auto found = read_file_if_there(lock);
  const bool unchanged = found && *found == stale;
  const int error = unchanged && ::rename(candidate.c_str(), lock.c_str()) != 0 ? errno : 0;
  ::unlink(right.c_str());
  if (error != 0) return file_failure("take", lock, error);
  return unchanged;
}

// Returns true if this process holds the lock now; false to try again, because another process did something
// meanwhile.
Result<bool> claim_once(const fs::path& lock, const std::string& text) {
  const LockCandidate candidate(lock, text);
  if (!candidate.written()) return tl::make_unexpected(candidate.written().error());
  const int error = ::link(candidate.path().c_str(), lock.c_str()) == 0 ? 0 : errno;
  if (error == 0) return true;
  if (error == ENOENT) return false;  // the holder tidied up
  if (error != EEXIST) return file_failure("take", lock, error);
  TRY_ASSIGN(const auto found, read_file_if_there(lock));
  if (!found) return false;
  if (*found == text) return true;  // NFS may report failure after success
  const auto holder = parse_lock_holder(*found);
  if (!is_stale(holder, silence(lock, candidate.path()))) return lock_taken(folder_of(lock), holder);
  return take_over(lock, *found, text, candidate.path());
}

/// Removes what killed claims left. For the holder alone: a claim that loses its file by it begins again.
void tidy_claims(const fs::path& lock) {
  const auto folder = folder_of(lock);
  for (const auto& name : names_in(folder).value_or(std::vector<std::string>()))
    if (name.starts_with(kPrefix)) ::unlink((folder / name).c_str());
}

}  // namespace

std::string to_text(const LockHolder& holder) {
  return json_line({{"host", holder.process.host},
                    {"pid", holder.process.pid},
                    {"start_time", holder.process.start_time},
                    {"boot_id", holder.process.boot_id},
                    {"time", holder.since}}) +
         "\n";
}

LockHolder parse_lock_holder(const std::string& text) {
  const auto json = parse_json(text).value_or(Json::object());
  return {{.pid = static_cast<pid_t>(integer_field(json, "pid").value_or(0)),
           .start_time = static_cast<std::uint64_t>(integer_field(json, "start_time").value_or(0)),
           .boot_id = text_field(json, "boot_id").value_or(""),
           .host = text_field(json, "host").value_or("")},
          number_field(json, "time").value_or(0)};
}

tl::unexpected<Diagnostics> lock_taken(const fs::path& folder, const LockHolder& holder,
                                       std::vector<std::string> notes) {
  const auto& [process, since] = holder;
  if (process.host.empty())
    return failure(
        fmt::format("'{}' is in use: its file 'lock' does not say by whom", folder.string()),
        "give the same command again in 10 minutes: a lock that is silent for so long is taken over",
        std::move(notes));
  const auto hint = process.host == host_name()
                        ? fmt::format("wait for it, or end it with: kill {}", process.pid)
                        : fmt::format(
                              "wait for it, or end it on '{}' with: kill {}; if it has died there, its "
                              "lock is taken over when it has been silent for 10 minutes",
                              process.host, process.pid);
  return failure(
      fmt::format("'{}' is in use: process {} on host '{}' has worked there since {:%Y-%m-%d %H:%M:%S} UTC",
                  folder.string(), process.pid, process.host, fmt::gmtime(static_cast<std::time_t>(since))),
      hint, std::move(notes));
}

Result<void> claim_lock(const fs::path& lock, const std::string& text) {
  while (true) {
    TRY_ASSIGN(const auto claimed, claim_once(lock, text));
    if (claimed) return {};
  }
}

// By this host's clock: writing a file to learn the disk's takes a permission that only a holder needs.
Result<std::optional<LockHolder>> living_holder(const fs::path& lock) {
  TRY_ASSIGN(const auto text, read_file_if_there(lock));
  if (!text) return std::nullopt;
  std::error_code error;
  const auto touched = fs::last_write_time(lock, error);
  if (error) return std::nullopt;  // its holder has just released it
  auto holder = parse_lock_holder(*text);
  const auto silent =
      std::chrono::duration_cast<std::chrono::seconds>(fs::file_time_type::clock::now() - touched);
  if (holder.process.host.empty() || is_stale(holder, silent)) return std::nullopt;
  return holder;
}

Result<Lock> Lock::take(const fs::path& path, Clock& clock) {
  TRY(check_own_directory({path.parent_path()}));
  const auto text = to_text(LockHolder{this_process(), unix_seconds(clock.now())});
  TRY(claim_lock(path, text));
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
  TRY_ASSIGN(const auto found, read_file_if_there(path_));
  if (found == text_) return {};
  if (found) return lock_taken(path_.parent_path(), parse_lock_holder(*found));
  return failure(fmt::format("'{}' has been removed while this process worked there", path_.string()),
                 "give the same command again: it continues");
}

Result<void> Lock::keep() {
  if (clock_->now() - touched_ < kTouchEvery) return {};
  touched_ = clock_->now();
  TRY(check());
  if (::utimensat(AT_FDCWD, path_.c_str(), nullptr, 0) != 0) return file_failure("touch", path_, errno);
  return {};
}

}  // namespace scalegen
