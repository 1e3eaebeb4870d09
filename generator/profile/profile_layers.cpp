#include "generator/profile/profile_layers.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/files.hpp"
#include "core/text.hpp"
#include "core/try.hpp"
#include "generator/embedded.hpp"
#include "generator/profile/profile_reader.hpp"

namespace scalegen {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kExtends = "extends";
constexpr int kMapsMerged = 3;  // the profile, a group, a map within a group

void say_where(YamlNode& node, const std::shared_ptr<const YamlFile>& file) {
  if (!node.file) node.file = file;
  for (auto& item : node.items) say_where(item, file);
  for (auto& [key, value] : node.entries) {
    say_where(key, file);
    say_where(value, file);
  }
}

YamlNode layered(const YamlNode& base, const YamlNode& top, int levels) {
  if (levels == 0 || base.kind != YamlNode::Kind::map || top.kind != YamlNode::Kind::map) return top;
  auto both = top;
  for (auto& [key, value] : both.entries)
    if (const auto* const below = find(base, key.text)) value = layered(*below, value, levels - 1);
  for (const auto& entry : base.entries)
    if (find(top, entry.key.text) == nullptr) both.entries.push_back(entry);
  return both;
}

/// The base's own values, each with its place, for another file to stand on.
YamlNode as_base(const std::shared_ptr<const YamlFile>& file) {
  auto root = file->root;
  std::erase_if(root.entries, [](const YamlEntry& entry) { return entry.key.text == kExtends; });
  say_where(root, file);
  return root;
}

/// A path that a profile gives is taken from where that profile lies.
std::string seen_from(const ProfileText& profile, const std::string& base) {
  const bool is_path = base.find('/') != std::string::npos || base.ends_with(".yaml");
  if (!is_path || fs::path(base).is_absolute() || base.starts_with("~/")) return base;
  return (fs::path(profile.name).parent_path() / base).string();
}

std::string identity_of(const ProfileText& profile) {
  if (profile.origin == "built in") return profile.name;
  std::error_code none;
  return fs::weakly_canonical(profile.name, none).string();
}

/// Follows `extends:` from file to file.
class LayerReader {
 public:
  explicit LayerReader(const fs::path& home) : home_(home) {}

  Result<std::shared_ptr<const YamlFile>> read(const ProfileText& profile) {
    TRY_ASSIGN(auto parsed, parse_yaml(profile.name, profile.text));
    auto file = std::make_shared<YamlFile>(std::move(parsed));
    opened_.push_back({identity_of(profile), profile.name});
    const auto* const base = find(file->root, kExtends);
    if (base == nullptr || base->kind != YamlNode::Kind::scalar) return file;
    const SourceLocation location{file, base->line, base->column};
    auto below =
        find_base(profile, base->text, location).and_then([&](const ProfileText& b) { return read(b); });
    if (!below) return tl::make_unexpected(std::move(below.error()));
    if ((*below)->root.kind != YamlNode::Kind::map)
      return tl::make_unexpected(
          Diagnostics{error_at(location, fmt::format("the base '{}' is not a map of keys", (*below)->name))});
    auto both = std::make_shared<YamlFile>(*file);
    both->root = scalegen::layered(as_base(*below), file->root);
    return both;
  }

 private:
  struct Opened {
    std::string identity;
    std::string name;
  };

  Result<ProfileText> find_base(const ProfileText& profile, const std::string& base,
                                const SourceLocation& location) {
    auto found = find_profile_text(seen_from(profile, base), home_, profile.name);
    if (!found) {
      auto& why = found.error().front();
      return tl::make_unexpected(
          Diagnostics{error_at(location, std::move(why.message), std::move(why.hint), std::move(why.notes))});
    }
    if (is_open(*found)) return tl::make_unexpected(Diagnostics{circle(*found, location)});
    return found;
  }

  [[nodiscard]] bool is_open(const ProfileText& profile) const {
    return std::any_of(opened_.begin(), opened_.end(),
                       [&](const Opened& o) { return o.identity == identity_of(profile); });
  }

  [[nodiscard]] Diagnostic circle(const ProfileText& profile, const SourceLocation& location) const {
    std::string path;
    for (const auto& opened : opened_) path += opened.name + " -> ";
    return error_at(location, "profiles that extend each other in a circle",
                    "write the facts into one of them", {path + profile.name});
  }

  const fs::path& home_;
  std::vector<Opened> opened_;
};

}  // namespace

YamlNode layered(const YamlNode& base, const YamlNode& top) { return layered(base, top, kMapsMerged); }

Result<std::shared_ptr<const YamlFile>> read_layers(const ProfileText& profile, const fs::path& home) {
  return LayerReader(home).read(profile);
}

namespace {

namespace fs = std::filesystem;

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
                 {"a profile of your own goes into ~/.config/scalegen/clusters, or is given by its path"});
}

Result<Profile> find_profile(const std::string& cluster, const fs::path& home) {
  return find_profile_text(cluster, home).and_then([&](const ProfileText& found) {
    return read_profile(found.name, found.text, home).map([&](Profile profile) {
      profile.origin = found.origin;
      return profile;
    });
  });
}

}  // namespace scalegen
