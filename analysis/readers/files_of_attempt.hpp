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

/// The files of an attempt's folder that are called <before><name><after>, by name. None where there is no
/// such folder.
std::vector<NamedFile> files_of_attempt(const std::filesystem::path& attempt, std::string_view before,
                                        std::string_view after);

}  // namespace scalegen
