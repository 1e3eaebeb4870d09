#include "analysis/readers/attempt_listing.hpp"

#include <algorithm>

#include "core/files.hpp"

namespace scalegen {

AttemptListing list_attempt(const std::filesystem::path& folder) {
  return {folder, names_in(folder).value_or(std::vector<std::string>{})};
}

bool contains_file(const AttemptListing& all, const std::filesystem::path& file) {
  return std::ranges::find(all.names, file.filename().string()) != all.names.end();
}

std::vector<NamedFile> named_files(const AttemptListing& all, std::string_view before,
                                   std::string_view after) {
  std::vector<NamedFile> files;
  for (const auto& file : all.names) {
    const bool is_one =
        file.size() > before.size() + after.size() && file.starts_with(before) && file.ends_with(after);
    if (!is_one) continue;
    const auto length = file.size() - before.size() - after.size();
    files.push_back({all.folder / file, file.substr(before.size(), length)});
  }
  std::ranges::sort(files, [](const auto& a, const auto& b) { return a.name < b.name; });
  return files;
}

}  // namespace scalegen
