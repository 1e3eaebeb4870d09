#pragma once

#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <string>
#include <thread>

namespace scalegen::train {

/// A file that lines are appended to by a thread of its own, so that no step waits for a disk: what is
/// appended is written within a fifth of a second, in whole lines.
class EventFile {
 public:
  EventFile() = default;
  EventFile(const EventFile&) = delete;
  EventFile& operator=(const EventFile&) = delete;
  ~EventFile();

  /// Throws BadInput where the file cannot be appended to.
  void open(const std::filesystem::path& path);
  bool is_open() const { return file_ >= 0; }

  /// Without a file, drops the line. Throws std::runtime_error where a line before could not be written.
  void append(const std::string& line);

  /// Writes what has been appended. Throws as append() does.
  void flush();

 private:
  void write_now_and_then();
  void write(const std::string& lines);

  std::filesystem::path path_;
  int file_ = -1;
  std::thread writer_;
  std::mutex mutex_;  // guards the four below
  std::condition_variable changed_;
  std::string lines_;
  std::string failure_;
  bool ends_ = false;
  std::mutex writing_;  // one of the two threads at a time, in order
};

}  // namespace scalegen::train
