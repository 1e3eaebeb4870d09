#include "cli/status_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <string_view>

#include "core/text_table.hpp"
#include "core/units.hpp"
#include "runner/slurm/squeue.hpp"

namespace scalegen {

namespace {

std::string details_of(const RunStatus& run) {
  if (has_failed(run)) return describe(*run.record.outcome);
  if (!run.job || run.job->status.state != JobState::waiting) return "";
  const auto& reason = run.job->status.reason;
  const auto advice = slurm::advice_for(reason, run.job->id);
  return advice.empty() ? reason : reason + ": " + advice;
}

std::string table_of_open(const std::vector<RunStatus>& all) {
  TextTable table{.header = {"run", "state", "job", "about it"}};
  for (const auto& run : all)
    if (!has_completed(run.record) && phase_of(run) != JobPhase::pending)
      table.rows.push_back({run.record.run.id, std::string(status_word(run)),
                            run.job ? to_string(run.job->id) : "", details_of(run)});
  return table.rows.empty() ? "" : "\n" + render(table);
}

}  // namespace

std::string counts_text(const std::vector<RunStatus>& all) {
  std::map<std::string_view, int> counts;
  for (const auto& run : all) ++counts[status_word(run)];
  std::vector<std::string> parts;
  for (const auto* word : {"completed", "failed", "running", "starting", "waiting", "submitted",
                           "ended before it began", "not submitted"})
    if (counts[word] > 0) parts.push_back(fmt::format("{} {}", counts[word], word));
  return fmt::format("{}: {}", counted(std::ssize(all), "run"), fmt::join(parts, ", "));
}

std::string status_table(const std::vector<RunStatus>& all) {
  return counts_text(all) + "\n" + table_of_open(all);
}

bool some_have_failed(const std::vector<RunStatus>& all) {
  return std::any_of(all.begin(), all.end(), [](const RunStatus& run) { return has_failed(run); });
}

}  // namespace scalegen
