#include "app/history/fingerprint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <vector>

#include "core/cksum.hpp"
#include "core/version.hpp"

namespace scalegen::history {
namespace {

namespace fs = std::filesystem;

constexpr int kLevels = 2;  // runs/<run>/<attempt>/<file>

void add(const fs::path& file, const fs::path& root, std::vector<std::string>& lines) {
  std::error_code error;
  const auto time = fs::last_write_time(file, error);
  if (error) return;
  const auto size = fs::file_size(file, error);  // of a folder there is none
  lines.push_back(fmt::format("{} {} {}", file.lexically_relative(root).string(), error ? 0 : size,
                              time.time_since_epoch().count()));
}

// A run's own folder may hold anything: its time of change is enough.
void add_below(const fs::path& folder, int levels, const fs::path& root, std::vector<std::string>& lines) {
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    add(entry->path(), root, lines);
    std::error_code none;
    if (levels > 0 && !entry->is_symlink(none) && entry->is_directory(none))
      add_below(entry->path(), levels - 1, root, lines);
  }
}

}  // namespace

std::string fingerprint_of(const RunDirectory& directory) {
  std::vector<std::string> lines;
  for (const auto& file : {directory.plan_file(), directory.journal(), directory.script_sums()})
    add(file, directory.root, lines);
  add_below(directory.root / "runs", kLevels, directory.root, lines);
  std::ranges::sort(lines);
  Cksum sum;
  for (const auto& line : lines) sum.add(line + "\n");
  return fmt::format("{} {} {}", kVersion, lines.size(), sum.text());
}

}  // namespace scalegen::history
