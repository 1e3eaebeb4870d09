#include "generator/profile/profile_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/try.hpp"
#include "generator/profile/groups.hpp"
#include "generator/profile/profile_layers.hpp"

namespace scalegen {

namespace {

struct GroupOfFacts {
  const char* name;
  void (*read)(Group&, Profile&);
};

// In this order, because some of a group is checked against those before it.
constexpr std::array kGroups = std::to_array<GroupOfFacts>({{"hardware", read_hardware},
                                                            {"requests", read_requests},
                                                            {"network", read_network},
                                                            {"software", read_software},
                                                            {"container", read_container},
                                                            {"launch", read_launch},
                                                            {"monitor", read_monitor},
                                                            {"storage", read_storage}});

void add_files(const YamlNode& node, const SharedYaml& top, std::vector<std::string>& files) {
  const auto& name = (node.file ? node.file : top)->name;
  if (std::find(files.begin(), files.end(), name) == files.end()) files.push_back(name);
  for (const auto& item : node.items) add_files(item, top, files);
  for (const auto& entry : node.entries) add_files(entry.value, top, files);
}

/// Where the facts of a group were read, and the other files that say a part of them, where profiles extend
/// each other.
std::vector<std::string> sources_of(Group& group) {
  auto sources = read_texts(group.reader, "source");
  const auto* const source = find(group.map, "source");
  if (source == nullptr) return sources;
  std::vector<std::string> files;
  add_files(*source, group.file, files);
  for (const auto& entry : group.map.entries) add_files(entry.value, group.file, files);
  for (auto file = files.begin() + 1; file != files.end(); ++file) sources.push_back("and " + *file);
  return sources;
}

/// The name becomes part of folders.
bool can_name_a_folder(const std::string& name) {
  const auto is_safe = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.';
  };
  return !name.empty() && name.size() <= 64 && name.front() != '-' && name.front() != '.' &&
         std::all_of(name.begin(), name.end(), is_safe);
}

/// Reads the maps of a profile, each group of facts with its source.
class ProfileReader {
 public:
  ProfileReader(SharedYaml file, Diagnostics& errors)
      : file_(std::move(file)), errors_(errors), root_(file_, file_->root, errors_) {}

  Profile read() {
    read_head();
    for (const auto& group : kGroups) read_group(group);
    profile_.unknown = read_texts(root_, "unknown");
    root_.refuse_unknown_keys();
    require_a_partition();
    return std::move(profile_);
  }

 private:
  /// One that was refused has been reported.
  void require_a_partition() {
    if (profile_.scheduler != SchedulerKind::slurm || !profile_.partitions.empty()) return;
    root_.require("hardware", "a cluster needs at least one partition");
    const auto* const hardware = find(file_->root, "hardware");
    if (errors_.empty() && hardware != nullptr) {
      const auto* const partitions = find(*hardware, "partitions");
      root_.report(partitions == nullptr ? *hardware : *partitions, "a cluster needs at least one partition");
    }
  }

  void read_head() {
    root_.text("extends");  // followed before
    root_.require("name", "add a line such as 'name: cyclone'");
    root_.require("scheduler", "add 'scheduler: slurm' or 'scheduler: local'");
    read_name();
    if (auto title = root_.text("title")) profile_.title = std::move(title->value);
    if (const auto scheduler = root_.choice<SchedulerKind>(
            "scheduler", {{"local", SchedulerKind::local}, {"slurm", SchedulerKind::slurm}}))
      profile_.scheduler = scheduler->value;
  }

  void read_name() {
    auto name = root_.text("name");
    if (!name) return;
    if (!can_name_a_folder(name->value))
      errors_.push_back(
          error_at(name->location, fmt::format("'{}' cannot name a folder", name->value),
                   "use 1 to 64 letters, digits, '_', '-' and '.', and neither '-' nor '.' first"));
    profile_.name = std::move(name->value);
  }

  void read_group(const GroupOfFacts& of) {
    const auto* const map = root_.map(of.name);
    if (map == nullptr) return;
    Group group{file_, *map, errors_};
    of.read(group, profile_);
    if (auto sources = sources_of(group); !sources.empty())
      profile_.facts.push_back({of.name, std::move(sources)});
    if (profile_.scheduler == SchedulerKind::slurm)
      group.reader.require("source", "say where these facts were read: an address or a page, and its date");
    group.reader.refuse_unknown_keys();
  }

  SharedYaml file_;
  Diagnostics& errors_;
  MapReader root_;
  Profile profile_;
};

}  // namespace

std::optional<bool> read_yes_or_no(MapReader& reader, std::string_view key) {
  const auto word = reader.choice<bool>(key, {{"yes", true}, {"no", false}});
  return word ? std::optional(word->value) : std::nullopt;
}

std::vector<std::string> read_texts(MapReader& reader, std::string_view key) {
  std::vector<std::string> texts;
  for (auto& text : reader.texts(key)) texts.push_back(std::move(text.value));
  return texts;
}

Result<Profile> read_profile(std::string file, std::string_view text, const std::filesystem::path& home) {
  TRY_ASSIGN(const auto yaml, read_layers({std::move(file), std::string(text), {}}, home));
  if (yaml->root.kind != YamlNode::Kind::map)
    return tl::make_unexpected(Diagnostics{error_at({yaml, 1, 1}, "a profile is a map of keys")});
  Diagnostics errors;
  auto profile = ProfileReader(yaml, errors).read();
  if (!errors.empty()) return tl::make_unexpected(std::move(errors));
  return profile;
}

}  // namespace scalegen
