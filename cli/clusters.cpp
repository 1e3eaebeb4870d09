#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "app/user_settings.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "core/try.hpp"
#include "core/units.hpp"
#include "generator/describe/profile_description.hpp"
#include "generator/describe/profile_table.hpp"
#include "generator/profile/profile_files.hpp"
#include "generator/profile/profile_reader.hpp"

namespace scalegen {
namespace {

/// A profile that cannot be read is listed all the same: whoever looks for it should find it.
Profile profile_or_why_not(const ProfileName& known) {
  if (auto profile = find_profile(known.name, home_folder())) {
    profile->name = known.name;  // what --cluster finds it by
    return *std::move(profile);
  }
  return {.name = known.name,
          .title = fmt::format("has mistakes: 'scalegen clusters show {}' names them", known.name),
          .origin = known.origin};
}

/// A cluster's name first, as with --cluster; a file in this folder may do without './'.
std::string name_or_path(const std::string& given) {
  const auto known = known_profiles(home_folder());
  const bool is_name =
      std::any_of(known.begin(), known.end(), [&](const auto& k) { return k.name == given; });
  std::error_code none;
  return !is_name && std::filesystem::is_regular_file(given, none) ? "./" + given : given;
}

}  // namespace

Result<ExitCode> run_verb(const ClustersListCommand& command) {
  std::vector<Profile> profiles;
  for (const auto& known : known_profiles(home_folder())) profiles.push_back(profile_or_why_not(known));
  put(command.markdown ? profile_markdown(profiles) : render(profile_table(profiles)));
  return kDone;
}

Result<ExitCode> run_verb(const ClustersShowCommand& command) {
  TRY_ASSIGN(const auto profile, find_profile(command.cluster, home_folder()));
  put(describe(profile));
  return kDone;
}

Result<ExitCode> run_verb(const ClustersCheckCommand& command) {
  TRY_ASSIGN(const auto profile, find_profile(name_or_path(command.cluster), home_folder()));
  put(fmt::format("{}: no mistakes, {}, {}\n", command.cluster,
                  counted(std::ssize(profile.partitions), "partition"),
                  counted(std::ssize(profile.ladder), "rung")));
  return kDone;
}

}  // namespace scalegen
