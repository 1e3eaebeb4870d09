#pragma once
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace scalegen {

/// One of several files of a kind, such as gpu.n1.csv: `name` is n1.
struct NamedFile {
  std::filesystem::path path{};
  std::string name{};
  bool operator==(const NamedFile&) const = default;
};

/// What an attempt's folder holds, looked at once: a report reads thousands of folders. Nothing where there
/// is no such folder.
struct AttemptListing {
  std::filesystem::path folder{};
  std::vector<std::string> names{};
};

AttemptListing list_attempt(const std::filesystem::path& folder);

/// Whether one has the name of `file`.
bool contains_file(const AttemptListing& all, const std::filesystem::path& file);

/// Those that are called <before><name><after>, by name.
std::vector<NamedFile> named_files(const AttemptListing& all, std::string_view before,
                                   std::string_view after);

}  // namespace scalegen
