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

constexpr std::string_view kNoAnswer = "\nSlurm does not answer: this is what files and journal say";

// It may have ended, or a disk may show its files late.
std::string left_queue_text(const RunStatus& run) {
  return is_running(run.record) ? "Slurm does not list its job, and no file says that it ended"
                                : "Slurm does not list it, and no file says that it began";
}

std::string details_of(const RunStatus& run) {
  if (has_failed(run)) return describe(*run.record.outcome);
  if (run.job && run.job->status.left_queue) return left_queue_text(run);
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

std::string counts_text(const SweepStatus& all) {
  std::map<std::string_view, int> counts;
  for (const auto& run : all.runs) ++counts[status_word(run)];
  std::vector<std::string> parts;
  for (const auto* word : {"completed", "failed", "running", "starting", "waiting", "submitted",
                           "left the queue", "ended before it began", "not submitted"})
    if (counts[word] > 0) parts.push_back(fmt::format("{} {}", counts[word], word));
  return fmt::format("{}: {}{}", counted(std::ssize(all.runs), "run"), fmt::join(parts, ", "),
                     all.scheduler_answers ? "" : kNoAnswer);
}

std::string status_table(const SweepStatus& all) { return counts_text(all) + "\n" + table_of_open(all.runs); }

bool some_have_failed(const std::vector<RunStatus>& all) {
  return std::any_of(all.begin(), all.end(), [](const RunStatus& run) { return has_failed(run); });
}

}  // namespace scalegen
