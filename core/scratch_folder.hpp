#pragma once
#include <cstdio>
#include <filesystem>
#include <memory>
#include <utility>

#include "core/diagnostics.hpp"

namespace scalegen {

/// A folder of this user alone that is removed with its content, also if a signal ends this process.
class ScratchFolder {
 public:
  /// In `base`; if that is empty, in TMPDIR.
  static Result<ScratchFolder> create(std::filesystem::path base = {});

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  ScratchFolder(std::filesystem::path path, std::FILE* guard)
      : path_(std::move(path)), guard_(guard, ::pclose) {}

  std::filesystem::path path_{};
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> guard_;  // removes it when it is closed
};

}  // namespace scalegen
