#include "workloads/train/report/event_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "workloads/train/error.hpp"

namespace scalegen::train {

EventFile::~EventFile() {
  if (!is_open()) return;
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  changed_.notify_all();
  if (writer_.joinable()) writer_.join();
  close(file_);
}

void EventFile::open(const std::filesystem::path& path) {
  file_ = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
  if (file_ < 0)
    throw BadInput(fmt::format("cannot append to '{}': {}", path.string(), std::strerror(errno)));
  path_ = path;
  writer_ = std::thread([this] { write_now_and_then(); });
}

void EventFile::append(const std::string& line) {
  if (!is_open()) return;
  const std::lock_guard lock(mutex_);
  if (!failure_.empty()) throw std::runtime_error(failure_);
  lines_ += line;
  lines_ += '\n';
}

void EventFile::flush() {
  const std::lock_guard one_at_a_time(writing_);
  std::string lines;
  {
    const std::lock_guard lock(mutex_);
    lines = std::exchange(lines_, {});
  }
  if (!lines.empty()) write(lines);
  const std::lock_guard lock(mutex_);
  if (!failure_.empty()) throw std::runtime_error(failure_);
}

void EventFile::write_now_and_then() {
  constexpr std::chrono::milliseconds kPause(200);
  std::unique_lock lock(mutex_);
  while (!ends_) {
    changed_.wait_for(lock, kPause, [this] { return ends_; });
    lock.unlock();
    try {
      flush();
    } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch): the next append() tells it
    }
    lock.lock();
  }
}

/// One write(2) for whole lines: a reader never sees half of one, unless the disk is full.
void EventFile::write(const std::string& lines) {
  const ssize_t written = ::write(file_, lines.data(), lines.size());
  if (written == static_cast<ssize_t>(lines.size())) return;
  const std::string why = written < 0 ? std::strerror(errno) : "no space for the whole line";
  const std::lock_guard lock(mutex_);
  failure_ = fmt::format("cannot write to '{}': {}", path_.string(), why);
}

}  // namespace scalegen::train
