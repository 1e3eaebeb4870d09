#pragma once
#include <filesystem>

#include "core/diagnostics.hpp"

namespace scalegen {

/// A folder of this user alone, in TMPDIR, that is removed with its content.
class ScratchFolder {
 public:
  static Result<ScratchFolder> create();

  ScratchFolder(ScratchFolder&& other) noexcept;
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ScratchFolder& operator=(ScratchFolder&&) = delete;
  ~ScratchFolder();

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  explicit ScratchFolder(std::filesystem::path path) : path_(std::move(path)) {}

  std::filesystem::path path_{};  // empty: moved away
};

}  // namespace scalegen
