#pragma once
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace scalegen {

/// The file names in an attempt's folder, read once per attempt: a report covers thousands of folders. Empty
/// if there is no such folder.
struct AttemptListing {
  std::filesystem::path folder{};
  std::vector<std::string> names{};
};

AttemptListing list_attempt(const std::filesystem::path& folder);

/// True if the listing has the file name of `file`.
bool contains_file(const AttemptListing& listing, const std::filesystem::path& file);

/// One of several files of a kind, such as gpu.n1.csv: `name` is n1.
struct NamedFile {
  std::filesystem::path path{};
  std::string name{};
  bool operator==(const NamedFile&) const = default;
};

/// The files called <before><name><after>, sorted by name.
std::vector<NamedFile> named_files(const AttemptListing& listing, std::string_view before,
                                   std::string_view after);

}  // namespace scalegen
