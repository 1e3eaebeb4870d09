#include "generator/profile/profile_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/units.hpp"

namespace scalegen {
namespace {

/// The option by which a job requests N GPUs.
std::string gpu_request_text(GpuRequest request) {
  return fmt::format("--{}={}N", to_text(request), request == GpuRequest::gres ? "gpu:" : "");
}

/// The launcher as the key `launcher:` writes it.
std::string launcher_text(const Launcher& launcher) {
  const auto& words = launcher_words();
  const auto found = std::ranges::find_if(words, [&](auto& word) { return word.second == launcher; });
  return found == words.end() ? "" : found->first;
}

/// The GPUs of a node, each kind once, as the partitions name them.
std::vector<std::string> kinds_of_gpus(const Profile& profile) {
  std::vector<std::string> kinds;
  for (const auto& partition : profile.partitions) {
    auto text = gpus_text(partition);
    if (text.empty() || !partition.chosen || !partition.known) continue;
    if (std::ranges::find(kinds, text) == kinds.end()) kinds.push_back(std::move(text));
  }
  return kinds;
}

std::string scheduler_text(const Profile& profile) {
  return traits_of(profile.scheduler).keeps_jobs ? to_text(profile.scheduler) : "none";
}

/// Partitions that are used only on request are in brackets.
std::vector<std::string> partition_names(const Profile& profile) {
  std::vector<std::string> names;
  for (const auto& p : profile.partitions)
    if (p.known) names.push_back(p.chosen ? p.name : "(" + p.name + ")");
  return names;
}

/// An item of a nested Markdown list, its values broken into lines of 100 characters or a little more.
std::string markdown_line(std::string_view name, const std::vector<std::string>& values) {
  constexpr std::size_t kWidth = 100;
  auto text = fmt::format("  - {}:", name);
  std::size_t line_begin = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (text.size() + values[i].size() - line_begin > kWidth) {
      text += "\n   ";
      line_begin = text.size() - 3;
    }
    text += " " + values[i] + (i + 1 < values.size() ? "," : "");
  }
  return text + "\n";
}

std::string markdown_item(const Profile& p) {
  auto text = fmt::format("- `{}`: {}\n", p.name, p.title);
  if (!traits_of(p.scheduler).has_partitions) return text;
  const auto partitions = partition_names(p);
  text +=
      markdown_line("partitions", partitions.empty() ? std::vector<std::string>{"not known"} : partitions);
  if (const auto gpus = kinds_of_gpus(p); !gpus.empty())
    text += fmt::format("  - GPUs of a node: {}\n", fmt::join(gpus, "; "));
  return text + fmt::format("  - GPU request `{}`, account {}, launcher `{}`; not known: {}\n",
                            gpu_request_text(p.gpu_request), p.needs_account ? "required" : "optional",
                            launcher_text(p.launcher), counted(std::ssize(p.unknown), "fact"));
}

}  // namespace

std::string gpus_text(const Partition& partition) {
  const int gpus = gpus_per_node(partition);
  if (gpus == 0) return "";
  const auto& model = partition.gpu.empty() ? partition.gpu_type : partition.gpu;
  return fmt::format("{} x {}", gpus, model.empty() ? "GPU" : model);
}

TextTable profile_table(const std::vector<Profile>& profiles) {
  TextTable table{.header = {"name", "title", "scheduler", "partitions", "GPUs of a node", "from"},
                  .rows = {},
                  .right_aligned = {false, false, false, true}};
  for (const auto& p : profiles) {
    const auto partitions = partition_names(p).size();
    table.rows.push_back({p.name, p.title, scheduler_text(p),
                          partitions == 0 ? "" : std::to_string(partitions),
                          fmt::format("{}", fmt::join(kinds_of_gpus(p), "; ")), p.origin});
  }
  return table;
}

std::string profile_markdown(const std::vector<Profile>& profiles) {
  std::string text;
  for (const auto& profile : profiles) text += markdown_item(profile);
  return text;
}

}  // namespace scalegen
