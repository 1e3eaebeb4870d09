#include "cli/status_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "core/text_table.hpp"
#include "core/units.hpp"
#include "runner/slurm/squeue.hpp"

namespace scalegen {

namespace {

// A job that tries it again may be with the scheduler.
bool is_bad(const Standing& standing) { return standing.id.empty() && has_failed(standing.record); }

/// One word for what a run is in.
std::string state_of(const Standing& standing) {
  if (has_completed(standing.record)) return "completed";
  if (is_running(standing.record)) return "running";
  if (standing.id.empty()) return is_bad(standing) ? "ended badly" : "not submitted";
  switch (standing.status.state) {
    case JobState::waiting:
      return "waiting";
    case JobState::active:
      return "starting";
    case JobState::ended:
      return "ended before it began";
    case JobState::unknown:
      break;
  }
  return "submitted";
}

std::string about(const Standing& standing) {
  if (is_bad(standing)) return describe(*standing.record.outcome);
  if (standing.status.state != JobState::waiting) return "";
  const auto advice = advice_for(standing.status.reason, standing.id);
  return advice.empty() ? standing.status.reason : standing.status.reason + ": " + advice;
}

std::string table_of_open(const std::vector<Standing>& all) {
  TextTable table{.header = {"run", "state", "job", "about it"}};
  for (const auto& standing : all) {
    const auto state = state_of(standing);
    if (state == "completed" || state == "not submitted") continue;
    table.rows.push_back({standing.record.run.id, state, standing.id, about(standing)});
  }
  return table.rows.empty() ? "" : "\n" + render(table);
}

}  // namespace

std::string counts_text(const std::vector<Standing>& all) {
  std::map<std::string, int> counts;
  for (const auto& standing : all) ++counts[state_of(standing)];
  std::vector<std::string> parts;
  for (const auto* state : {"completed", "ended badly", "running", "starting", "waiting", "submitted",
                            "ended before it began", "not submitted"})
    if (counts[state] > 0) parts.push_back(fmt::format("{} {}", counts[state], state));
  return fmt::format("{}: {}", counted(std::ssize(all), "run"), fmt::join(parts, ", "));
}

std::string standing_text(const std::vector<Standing>& all) {
  return counts_text(all) + "\n" + table_of_open(all);
}

bool some_have_failed(const std::vector<Standing>& all) {
  return std::any_of(all.begin(), all.end(), is_bad);
}

}  // namespace scalegen
