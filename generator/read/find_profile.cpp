#include <fmt/format.h>

#include <algorithm>

#include "core/did_you_mean.hpp"
#include "core/files.hpp"
#include "generator/embedded.hpp"
#include "generator/read/read_profile.hpp"

namespace scalegen {
namespace {

namespace fs = std::filesystem;

Result<Profile> read_profile_file(const fs::path& path) {
  const auto text = read_file(path);
  if (!text) return tl::make_unexpected(text.error());
  auto profile = read_profile(path.string(), *text);
  if (profile) profile->origin = path.string();
  return profile;
}

std::vector<std::string> known_profiles(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& file : embedded_clusters()) names.push_back(fs::path(file.name).stem().string());
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder, none))
    if (entry.path().extension() == ".yaml") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

}  // namespace

Result<Profile> find_profile(const std::string& cluster, const fs::path& home) {
  if (cluster.find('/') != std::string::npos || cluster.ends_with(".yaml")) return read_profile_file(cluster);
  const auto folder = home / ".config/scalegen/clusters";
  const auto file_name = cluster + ".yaml";
  std::error_code none;
  if (!home.empty() && fs::exists(folder / file_name, none)) return read_profile_file(folder / file_name);
  for (const auto& file : embedded_clusters()) {
    if (file.name != file_name) continue;
    auto profile = read_profile("clusters/" + file_name, file.text);
    if (profile) profile->origin = "built in";
    return profile;
  }
  return failure(fmt::format("unknown cluster '{}'", cluster), did_you_mean(cluster, known_profiles(folder)),
                 {"a profile of your own goes into ~/.config/scalegen/clusters, or is given by its path"});
}

}  // namespace scalegen
