#include "generator/profile/profile_layers.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/source_location.hpp"
#include "core/try.hpp"
#include "generator/profile/profile_files.hpp"

namespace scalegen {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kExtends = "extends";
constexpr int kMapsMerged = 3;  // the profile, a group, a map within a group

void set_file(YamlNode& node, const std::shared_ptr<const YamlFile>& file) {
  if (!node.file) node.file = file;
  for (auto& item : node.items) set_file(item, file);
  for (auto& [key, value] : node.entries) {
    set_file(key, file);
    set_file(value, file);
  }
}

/// Merges maps down to `levels`: keys of `top` win. Lists and single values are replaced whole.
YamlNode merge(const YamlNode& base, const YamlNode& top, int levels) {
  if (levels == 0 || base.kind != YamlNode::Kind::map || top.kind != YamlNode::Kind::map) return top;
  auto both = top;
  for (auto& [key, value] : both.entries)
    if (const auto* const below = find(base, key.text)) value = merge(*below, value, levels - 1);
  for (const auto& entry : base.entries)
    if (find(top, entry.key.text) == nullptr) both.entries.push_back(entry);
  return both;
}

/// The values of the base, each with its file, to be merged into another file.
YamlNode as_base(const std::shared_ptr<const YamlFile>& file) {
  auto root = file->root;
  std::erase_if(root.entries, [](const YamlEntry& entry) { return entry.key.text == kExtends; });
  set_file(root, file);
  return root;
}

/// Paths in a profile are relative to its folder.
std::string resolve_base(const FoundFile& profile, const std::string& base) {
  const bool is_path = base.find('/') != std::string::npos || base.ends_with(".yaml");
  if (!is_path || fs::path(base).is_absolute() || base.starts_with("~/")) return base;
  return (fs::path(profile.name).parent_path() / base).string();
}

std::string identity_of(const FoundFile& profile) {
  if (profile.origin == "built in") return profile.name;
  std::error_code none;
  return fs::weakly_canonical(profile.name, none).string();
}

/// Reads a profile and the profiles that it extends.
class LayerReader {
 public:
  explicit LayerReader(const Owner& owner) : owner_(owner) {}

  Result<std::shared_ptr<const YamlFile>> read(const FoundFile& profile) {
    TRY_ASSIGN(auto parsed, parse_yaml(profile.name, profile.text));
    auto file = std::make_shared<YamlFile>(std::move(parsed));
    opened_.push_back(profile);
    const auto* const base = find(file->root, kExtends);
    if (base == nullptr || base->kind != YamlNode::Kind::scalar) return file;
    const SourceLocation location{file, base->line, base->column};
    auto below =
        find_base(profile, base->text, location).and_then([&](const FoundFile& b) { return read(b); });
    if (!below) return tl::make_unexpected(std::move(below.error()));
    if ((*below)->root.kind != YamlNode::Kind::map)
      return tl::make_unexpected(
          Diagnostics{error_at(location, fmt::format("the base '{}' is not a map of keys", (*below)->name))});
    auto both = std::make_shared<YamlFile>(*file);
    both->root = merge(as_base(*below), file->root, kMapsMerged);
    return both;
  }

  std::vector<FoundFile> take_opened() { return std::move(opened_); }

 private:
  Result<FoundFile> find_base(const FoundFile& profile, const std::string& base,
                              const SourceLocation& location) {
    auto found = find_file(profile_files(owner_), resolve_base(profile, base), profile.name);
    if (!found) {
      auto& why = found.error().front();
      return tl::make_unexpected(
          Diagnostics{error_at(location, std::move(why.message), std::move(why.hint), std::move(why.notes))});
    }
    if (is_open(*found)) return tl::make_unexpected(Diagnostics{circle(*found, location)});
    return found;
  }

  [[nodiscard]] bool is_open(const FoundFile& profile) const {
    return std::ranges::find(opened_, identity_of(profile), identity_of) != opened_.end();
  }

  [[nodiscard]] Diagnostic circle(const FoundFile& profile, const SourceLocation& location) const {
    std::string path;
    for (const auto& opened : opened_) path += opened.name + " -> ";
    return error_at(location, "these profiles extend each other in a circle", "remove one of the 'extends:'",
                    {path + profile.name});
  }

  const Owner& owner_;
  std::vector<FoundFile> opened_;  // the first is extended by none
};

}  // namespace

Result<std::shared_ptr<const YamlFile>> read_layers(const FoundFile& profile, const Owner& owner) {
  return LayerReader(owner).read(profile);
}

Result<std::vector<FoundFile>> layers_of(const FoundFile& profile, const Owner& owner) {
  LayerReader reader(owner);
  TRY(reader.read(profile));
  return reader.take_opened();
}

}  // namespace scalegen
