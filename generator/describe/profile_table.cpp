#include "generator/describe/profile_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "generator/describe/profile_description.hpp"

namespace scalegen {
namespace {

/// The GPUs of a node, each kind once, as the partitions name them.
std::vector<std::string> kinds_of_gpus(const Profile& profile) {
  std::vector<std::string> kinds;
  for (const auto& partition : profile.partitions) {
    auto text = gpus_text(partition);
    if (text.empty() || !partition.chosen) continue;
    if (std::find(kinds.begin(), kinds.end(), text) == kinds.end()) kinds.push_back(std::move(text));
  }
  return kinds;
}

std::string scheduler_text(const Profile& profile) {
  return profile.scheduler == SchedulerKind::slurm ? "slurm" : "none";
}

/// Those that a person has to ask for in brackets.
std::string partitions_text(const Profile& profile) {
  std::vector<std::string> names;
  names.reserve(profile.partitions.size());
  for (const auto& p : profile.partitions) names.push_back(p.chosen ? p.name : "(" + p.name + ")");
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string row_text(const std::vector<std::string>& cells) {
  return fmt::format("| {} |\n", fmt::join(cells, " | "));
}

std::vector<std::string> markdown_row(const Profile& p) {
  if (p.scheduler == SchedulerKind::local)
    return {fmt::format("`{}`", p.name), p.title, "", "", "", "", "", ""};
  return {fmt::format("`{}`", p.name),
          p.title,
          partitions_text(p),
          fmt::format("{}", fmt::join(kinds_of_gpus(p), "; ")),
          fmt::format("`{}`", gpu_request_text(p.gpu_request)),
          p.needs_account ? "required" : "",
          launcher_text(p.launcher),
          fmt::format("{}", p.unknown.size())};
}

}  // namespace

TextTable profile_table(const std::vector<Profile>& profiles) {
  TextTable table{.header = {"name", "title", "scheduler", "partitions", "GPUs of a node", "from"},
                  .rows = {},
                  .right_aligned = {false, false, false, true}};
  for (const auto& p : profiles)
    table.rows.push_back({p.name, p.title, scheduler_text(p),
                          p.partitions.empty() ? "" : fmt::format("{}", p.partitions.size()),
                          fmt::format("{}", fmt::join(kinds_of_gpus(p), "; ")), p.origin});
  return table;
}

std::string profile_markdown(const std::vector<Profile>& profiles) {
  auto text = row_text({"profile", "machine", "partitions", "GPUs of a node", "a job asks by", "account",
                        "launcher", "not known"});
  text += "|---|---|---|---|---|---|---|---:|\n";
  for (const auto& profile : profiles) text += row_text(markdown_row(profile));
  return text;
}

}  // namespace scalegen
