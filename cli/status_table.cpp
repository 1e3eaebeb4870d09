#include "cli/status_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <string_view>

#include "core/json.hpp"
#include "core/text.hpp"
#include "core/text_table.hpp"
#include "core/units.hpp"
#include "runner/slurm/squeue.hpp"

namespace scalegen {

namespace {

constexpr std::size_t kShownInFull = 40;  // rows, about a screen
constexpr std::size_t kShownOfAKind = 3;
constexpr std::string_view kNoAnswer = "\nSlurm does not answer: this is what files and journal say";

// It may have ended, or a disk may show its files late.
std::string left_queue_text(const RunStatus& run) {
  return is_running(run.record) ? "Slurm does not list its job, and no file says that it ended"
                                : "Slurm does not list it, and no file says that it began";
}

std::string waiting_text(const ObservedJob& job) {
  auto text = job.status.reason;
  if (const auto advice = slurm::advice_for(text, job.id); !advice.empty()) text += ": " + advice;
  if (job.place.expected_start.empty()) return text;
  return fmt::format("{}{}expected to start {}", text, text.empty() ? "" : "; ", job.place.expected_start);
}

// "for 12 min on n[1-2]"; of a job whose script has claimed nothing yet only where.
std::string running_text(const RunStatus& run, std::chrono::system_clock::time_point now) {
  if (run.job->place.suspended) return fmt::format("suspended by Slurm, on {}", run.job->place.nodes);
  const auto time = std::chrono::duration_cast<std::chrono::seconds>(now - run.job->begun);
  const auto since = is_running(run.record) ? "for " + duration_text(std::max(time, {})) : "";
  if (run.job->place.nodes.empty()) return since;
  return fmt::format("{}{}on {}", since, since.empty() ? "" : " ", run.job->place.nodes);
}

bool is_open(const RunStatus& run) {
  return !has_completed(run.record) && phase_of(run) != JobPhase::pending;
}

document::Table table_of(const std::vector<const RunStatus*>& runs,
                         std::chrono::system_clock::time_point now) {
  TextTable table{.header = {"run", "state", "job", "about it"}};
  for (const auto* const run : runs)
    table.rows.push_back({run->record.run.id, std::string(status_word(*run)),
                          run->job ? to_string(run->job->id) : "", about(*run, now)});
  return document::table_of(table);
}

std::vector<const RunStatus*> open_runs(const SweepStatus& all) {
  std::vector<const RunStatus*> open;
  for (const auto& run : all.runs)
    if (is_open(run)) open.push_back(&run);
  return open;
}

std::string reason_of(const RunStatus& run) {
  if (!has_failed(run) || was_cancelled(run.record)) return run.job ? run.job->status.reason : "";
  const auto& outcome = *run.record.outcome;
  if (const auto* const failed = std::get_if<Failed>(&outcome))
    return fmt::format("exit status {}", failed->exit_status);
  return text_field(to_json(outcome), "outcome").value_or("");
}

/// "waiting (Priority)": runs of one kind need the same of a person.
std::string kind_of(const RunStatus& run) {
  const auto reason = reason_of(run);
  return reason.empty() ? std::string(status_word(run)) : fmt::format("{} ({})", status_word(run), reason);
}

}  // namespace

std::string about(const RunStatus& run, std::chrono::system_clock::time_point now) {
  if (!run.job && was_cancelled(run.record)) return "the next 'sweep' runs it again";
  if (has_failed(run)) return describe(*run.record.outcome);
  if (!run.job) return "";
  if (!run.job->place.end.empty())
    return end_in_words(run.job->status, run.job->place) +
           (is_running(run.record) ? "; no file says that its run ended" : "");
  if (run.job->status.left_queue) return left_queue_text(run);
  if (run.job->status.state == JobState::waiting) return waiting_text(*run.job);
  return phase_of(run) == JobPhase::running ? running_text(run, now) : "";
}

std::string counts_text(const SweepStatus& all) {
  std::map<std::string_view, int> counts;
  for (const auto& run : all.runs) ++counts[status_word(run)];
  std::vector<std::string> parts;
  for (const auto* word : {"completed", "failed", "cancelled", "running", "starting", "waiting", "submitted",
                           "left the queue", "ended before it began", "not submitted"})
    if (counts[word] > 0) parts.push_back(fmt::format("{} {}", counts[word], word));
  return fmt::format("{}: {}{}", counted(std::ssize(all.runs), "run"), fmt::join(parts, ", "),
                     all.scheduler_answers ? "" : kNoAnswer);
}

document::Document status_document(const SweepStatus& all, bool shows_all) {
  const auto open = open_runs(all);
  std::vector<const RunStatus*> shown;
  std::map<std::string, std::size_t> seen;
  for (const auto* const run : open)
    if (++seen[kind_of(*run)] <= kShownOfAKind) shown.push_back(run);
  const bool is_cut = !shows_all && open.size() > kShownInFull && shown.size() < open.size();
  document::Document document;
  add(document.blocks, {.lines = lines_of(counts_text(all))});
  add(document.blocks, {.table = table_of(is_cut ? shown : open, all.time)});
  if (!is_cut) return document;
  std::vector<std::string> more;
  for (const auto& [kind, count] : seen)
    if (count > kShownOfAKind) more.push_back(fmt::format("{} more {}", count - kShownOfAKind, kind));
  document.blocks.emplace_back(
      document::Paragraph{fmt::format("and {}; 'status --all' shows each", fmt::join(more, ", "))});
  return document;
}

bool some_have_failed(const std::vector<RunStatus>& all) {
  return std::ranges::any_of(
      all, [](const RunStatus& run) { return has_failed(run) && !was_cancelled(run.record); });
}

}  // namespace scalegen
