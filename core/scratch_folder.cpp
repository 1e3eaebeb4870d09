#include "core/scratch_folder.hpp"

#include <cerrno>
#include <cstdlib>
#include <string>
#include <utility>

#include "core/files.hpp"

namespace scalegen {

namespace fs = std::filesystem;

Result<ScratchFolder> ScratchFolder::create() {
  std::error_code error;
  auto base = fs::temp_directory_path(error);
  if (error) base = "/tmp";
  auto name = (base / "scalegen.XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) return file_failure("make a folder in", base, errno);
  return ScratchFolder(fs::path(name));
}

ScratchFolder::ScratchFolder(ScratchFolder&& other) noexcept
    : path_(std::exchange(other.path_, fs::path())) {}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

}  // namespace scalegen
