#include <fmt/format.h>

#include <cstdlib>

#include "cli/output.hpp"
#include "cli/verbs.hpp"
#include "core/units.hpp"
#include "generator/describe/describe_profile.hpp"
#include "generator/describe/profile_table.hpp"
#include "generator/read/read_profile.hpp"

namespace scalegen {
namespace {

std::string home() {
  const char* value = std::getenv("HOME");
  return value == nullptr ? "" : value;
}

/// A profile that cannot be read is listed all the same: whoever looks for it should find it.
Profile profile_or_why_not(const ProfileName& known) {
  if (auto profile = find_profile(known.name, home())) {
    profile->name = known.name;  // what --cluster finds it by
    return *std::move(profile);
  }
  return {.name = known.name,
          .title = fmt::format("has mistakes: 'scalegen clusters show {}' names them", known.name),
          .origin = known.origin};
}

}  // namespace

Result<ExitCode> run_verb(const ClustersListCommand& command) {
  std::vector<Profile> profiles;
  for (const auto& known : known_profiles(home())) profiles.push_back(profile_or_why_not(known));
  put(command.markdown ? profile_markdown(profiles) : render(profile_table(profiles)));
  return kDone;
}

Result<ExitCode> run_verb(const ClustersShowCommand& command) {
  const auto profile = find_profile(command.cluster, home());
  if (!profile) return tl::make_unexpected(profile.error());
  put(describe(*profile));
  return kDone;
}

Result<ExitCode> run_verb(const ClustersCheckCommand& command) {
  const bool is_path = command.file.find('/') != std::string::npos || command.file.ends_with(".yaml");
  const auto profile = find_profile(is_path ? command.file : "./" + command.file, home());
  if (!profile) return tl::make_unexpected(profile.error());
  put(fmt::format("{}: no mistakes, {}, {}\n", command.file,
                  counted(std::ssize(profile->partitions), "partition"),
                  counted(std::ssize(profile->ladder), "rung")));
  return kDone;
}

}  // namespace scalegen
