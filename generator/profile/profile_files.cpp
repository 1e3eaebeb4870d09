#include "generator/profile/profile_files.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/files.hpp"
#include "core/text.hpp"
#include "generator/embedded.hpp"

namespace scalegen {

namespace fs = std::filesystem;

namespace {

fs::path own_folder(const fs::path& home) { return home / ".config/scalegen/clusters"; }

Result<ProfileText> read_profile_file(const fs::path& path) {
  return read_file(path).map([&](std::string text) {
    return ProfileText{path.string(), std::move(text), path.string()};
  });
}

fs::path without_tilde(const std::string& path, const fs::path& home) {
  return path.starts_with("~/") && !home.empty() ? home / path.substr(2) : fs::path(path);
}

std::vector<std::string> names_of(const std::vector<ProfileName>& profiles) {
  std::vector<std::string> names;
  names.reserve(profiles.size());
  for (const auto& profile : profiles) names.push_back(profile.name);
  return names;
}

}  // namespace

std::vector<ProfileName> known_profiles(const fs::path& home) {
  std::vector<ProfileName> profiles;
  std::error_code none;
  if (!home.empty())
    for (const auto& entry : fs::directory_iterator(own_folder(home), none))
      if (entry.path().extension() == ".yaml")
        profiles.push_back({entry.path().stem().string(), entry.path().string()});
  for (const auto& file : embedded_clusters()) {
    const auto name = fs::path(file.name).stem().string();
    const bool own = std::any_of(profiles.begin(), profiles.end(), [&](auto& p) { return p.name == name; });
    if (!own) profiles.push_back({name, "built in"});
  }
  std::sort(profiles.begin(), profiles.end(), [](auto& a, auto& b) { return a.name < b.name; });
  return profiles;
}

Result<ProfileText> find_profile_text(const std::string& cluster, const fs::path& home,
                                      const std::string& except) {
  if (cluster.find('/') != std::string::npos || cluster.ends_with(".yaml"))
    return read_profile_file(without_tilde(cluster, home));
  const auto file_name = cluster + ".yaml";
  const auto own = own_folder(home) / file_name;
  std::error_code none;
  if (!home.empty() && fs::exists(own, none) && !fs::equivalent(own, except, none))
    return read_profile_file(own);
  for (const auto& file : embedded_clusters())
    if (file.name == file_name)
      return ProfileText{"clusters/" + file_name, std::string(file.text), "built in"};
  return failure(fmt::format("unknown cluster '{}'", cluster),
                 did_you_mean(cluster, names_of(known_profiles(home))),
                 {"put your own profile into ~/.config/scalegen/clusters, or give its path"});
}

}  // namespace scalegen
