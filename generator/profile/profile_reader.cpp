#include "generator/profile/profile_reader.hpp"

#include <fmt/format.h>

#include <array>

#include "core/text.hpp"
#include "core/try.hpp"
#include "generator/profile/group_readers.hpp"
#include "generator/profile/groups.hpp"
#include "generator/profile/profile_files.hpp"
#include "generator/profile/profile_layers.hpp"

namespace scalegen {

namespace {

struct GroupReader {
  const char* name;
  void (*read)(MapReader&, Profile&);
};

// In this order, because groups are checked against those before them.
constexpr std::array kGroups = std::to_array<GroupReader>({{"hardware", read_hardware},
                                                           {"requests", read_requests},
                                                           {"network", read_network},
                                                           {"software", read_software},
                                                           {"container", read_container},
                                                           {"launch", read_launch},
                                                           {"monitor", read_monitor},
                                                           {"storage", read_storage}});

/// Reads the groups of a profile, each with its sources.
class ProfileReader {
 public:
  ProfileReader(const SharedYaml& file, Diagnostics& errors, KeyForms* forms)
      : errors_(errors), root_(file, file->root, errors, forms) {}

  Profile read() {
    read_head();
    for (const auto& group : kGroups) read_group(group);
    profile_.unknown = read_texts(root_, "unknown");
    root_.refuse_unknown_keys();
    require_a_partition();
    profile_.assumed = assumed_launch(root_.whole(), profile_);
    return std::move(profile_);
  }

 private:
  /// Reports nothing if a partition was given but refused: that has been reported.
  void require_a_partition() {
    if (!traits_of(profile_.scheduler).has_partitions || !profile_.partitions.empty()) return;
    root_.require("hardware", "a cluster needs at least one partition");
    const auto* const hardware = find(root_.whole(), "hardware");
    if (errors_.empty() && hardware != nullptr) {
      const auto* const partitions = find(*hardware, "partitions");
      root_.report(partitions == nullptr ? *hardware : *partitions, "a cluster needs at least one partition");
    }
  }

  void read_head() {
    root_.text("extends");  // read_layers() has followed it
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
      root_.report_at(name->location, fmt::format("'{}' cannot name a folder", name->value),
                      "use 1 to 64 letters, digits, '_', '-' and '.', and neither '-' nor '.' first");
    profile_.name = std::move(name->value);
  }

  void read_group(const GroupReader& reader) {
    const auto* const map = root_.map(reader.name);
    if (map == nullptr) return;
    auto group = root_.within(*map);
    reader.read(group, profile_);
    if (auto sources = read_texts(group, "source"); !sources.empty())
      profile_.facts.push_back({reader.name, std::move(sources)});
    group.refuse_unknown_keys();
  }

  const Diagnostics& errors_;
  MapReader root_;
  Profile profile_;
};

}  // namespace

Result<Profile> read_profile(std::string file, std::string_view text, const Owner& owner, KeyForms* forms) {
  TRY_ASSIGN(const auto yaml, read_layers({std::move(file), std::string(text), {}}, owner));
  if (yaml->root.kind != YamlNode::Kind::map)
    return tl::make_unexpected(Diagnostics{error_at({yaml, 1, 1}, "a profile is a map of keys")});
  Diagnostics errors;
  auto profile = ProfileReader(yaml, errors, forms).read();
  if (!errors.empty()) return tl::make_unexpected(std::move(errors));
  return profile;
}

Result<Profile> find_profile(const std::string& cluster, const Owner& owner) {
  return find_file(profile_files(owner), cluster).and_then([&](const FoundFile& found) {
    return read_profile(found.name, found.text, owner).map([&](Profile profile) {
      profile.origin = found.origin;
      return profile;
    });
  });
}

}  // namespace scalegen
