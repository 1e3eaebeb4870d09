#include <fmt/format.h>

#include "app/cluster_profiles.hpp"
#include "cli/form.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "core/json.hpp"
#include "core/try.hpp"
#include "core/units.hpp"
#include "generator/profile/fact_age.hpp"
#include "generator/profile/profile_table.hpp"

namespace scalegen {
namespace {

std::string json_of(const std::vector<Profile>& profiles) {
  Json json{{"scalegen_clusters", 1}, {"clusters", Json::array()}};
  for (const auto& p : profiles) {
    std::vector<std::string> partitions;
    for (const auto& partition : p.partitions)
      if (partition.known) partitions.push_back(partition.name);
    json["clusters"].push_back({{"name", p.name},
                                {"title", p.title},
                                {"from", p.origin},
                                {"scheduler", to_text(p.scheduler)},
                                {"needs_account", p.needs_account},
                                {"partitions", partitions},
                                {"unknown", p.unknown}});
  }
  return json_page(json);
}

std::string checked_json(const Profile& profile) {
  Json json{{"scalegen_clusters_check", 1},
            {"cluster", profile.name},
            {"partitions", profile.partitions.size()},
            {"rungs", profile.ladder.size()},
            {"assumed", profile.assumed},
            {"facts", Json::object()}};
  for (const auto& facts : profile.facts) json["facts"][facts.name] = age_text(facts, today());
  return json_page(json);
}

std::string checked_text(const std::string& name, const Profile& profile) {
  auto text =
      fmt::format("{}: no mistakes, {}, {}\n", name, counted(std::ssize(profile.partitions), "partition"),
                  counted(std::ssize(profile.ladder), "rung"));
  for (const auto& assumption : profile.assumed) text += fmt::format("  assumed: {}\n", assumption);
  for (const auto& facts : profile.facts)
    text += fmt::format("  {:<10}{}\n", facts.name, age_text(facts, today()));
  return text;
}

}  // namespace

Result<ExitCode> run_verb(const ClustersListCommand& command) {
  const auto profiles = list_profiles();
  const document::Document table{.blocks = {document::table_of(profile_table(profiles))}};
  put(command.markdown ? profile_markdown(profiles)
                       : text_in(command.format, table, [&] { return json_of(profiles); }));
  return kDone;
}

Result<ExitCode> run_verb(const ClustersShowCommand& command) {
  TRY_ASSIGN(const auto text, profile_text(command.cluster));
  put(text);
  return kDone;
}

Result<ExitCode> run_verb(const ClustersCheckCommand& command) {
  TRY_ASSIGN(const auto profile, check_profile(command.cluster));
  put(command.json ? checked_json(profile) : checked_text(command.cluster, profile));
  return kDone;
}

Result<ExitCode> run_verb(const ClustersDetectCommand& /*command*/) {
  TRY_ASSIGN(const auto profile, detect_profile());
  put(profile);
  return kDone;
}

}  // namespace scalegen
