#include "generator/write/train_sources.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include "core/files.hpp"
#include "generator/embedded.hpp"

namespace scalegen {
namespace {

namespace fs = std::filesystem;

Result<void> write_all(const std::vector<EmbeddedFile>& files, const fs::path& folder) {
  for (const auto& file : files) {
    const auto path = folder / file.name;
    if (auto made = make_folders(path.parent_path()); !made) return made;
    if (auto written = write_file(path, file.text); !written) return written;
  }
  return {};
}

Result<void> write_tree(const fs::path& folder) {
  const auto headers = folder / "include";  // where HeaderLibraries.cmake looks
  return write_all(embedded_train_sources(), folder)
      .and_then([&] { return write_all(embedded_fmt_headers(), headers); })
      .and_then([&] { return write_all(embedded_json_headers(), headers); });
}

Result<void> put_in_place(const fs::path& whole, const fs::path& folder) {
  std::error_code error;
  fs::remove_all(folder, error);
  if (!error) fs::rename(whole, folder, error);
  if (error) return file_failure("replace", folder, error.value());
  return {};
}

}  // namespace

Result<void> write_train_sources(const fs::path& folder) {
  fs::path staging = folder;
  staging += fmt::format(".{}", ::getpid());
  auto done = write_tree(staging).and_then([&] { return put_in_place(staging, folder); });
  std::error_code none;
  if (!done) fs::remove_all(staging, none);
  return done;
}

}  // namespace scalegen
