#include "cli/progress_line.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "core/units.hpp"

namespace scalegen {
namespace {

bool is_terminal(std::FILE* stream) {
  const char* kind = std::getenv("TERM");
  return ::isatty(::fileno(stream)) != 0 && kind != nullptr && std::string_view(kind) != "dumb";
}

std::string seconds_text(std::chrono::milliseconds time) {
  return duration_text(std::chrono::round<std::chrono::seconds>(time));
}

std::string queued_text(const Progress& progress) {
  auto text = fmt::format("{} queued", progress.jobs_queued);
  if (!progress.queue_reason.empty()) text += " (" + progress.queue_reason + ")";
  return text;
}

std::string silence_text(const Progress& progress) {
  const auto& complaint = progress.scheduler_complaint;
  return "the scheduler does not answer" + (complaint.empty() ? "" : " (" + complaint + ")");
}

bool waits_for_scheduler(const Progress& progress) {
  return !progress.scheduler_answers || !progress.why_pending.empty();
}

}  // namespace

std::string under_way(const Progress& progress, const std::optional<StepProgress>& steps) {
  std::vector<std::string> parts;
  if (!progress.current_job.empty()) {
    parts.push_back(progress.current_job + (progress.adopted ? " (already running)" : ""));
    parts.push_back(seconds_text(progress.elapsed));
    if (steps)
      parts.push_back(
          fmt::format("step {}{}", steps->step, steps->steps ? fmt::format(" of {}", *steps->steps) : ""));
  }
  if (progress.jobs_running > 1) parts.push_back(fmt::format("{} running", progress.jobs_running));
  if (progress.jobs_queued > 0) parts.push_back(queued_text(progress));
  if (!progress.why_pending.empty())
    parts.push_back(fmt::format("{} not submitted ({})", progress.jobs_pending, progress.why_pending));
  if (progress.remaining)
    parts.push_back(fmt::format("about {} left", seconds_text(*progress.remaining)));
  else if (steps && steps->left)
    parts.push_back(fmt::format("about {} left of it", duration_text(*steps->left)));
  if (!progress.scheduler_answers) parts.push_back(silence_text(progress));
  return fmt::format("[{}/{}] {}", std::min(progress.runs_done + 1, progress.runs_total), progress.runs_total,
                     fmt::join(parts, " · "));
}

std::string ended_line(const Progress& progress) {
  const auto& record = *progress.ended;
  return fmt::format("{}/{}  {}  {}", progress.runs_done, progress.runs_total, record.run.id,
                     record.outcome ? describe(*record.outcome) : "still running");
}

ProgressLine::ProgressLine(std::FILE* stream, StepsOf steps_of)
    : stream_(stream), steps_of_(std::move(steps_of)), terminal_(is_terminal(stream)) {}

ProgressLine::~ProgressLine() { rewrite(""); }

// A log has a line for each run that ended, one when the sweep begins or ceases to wait for the scheduler,
// and the notices.
void ProgressLine::show(const Progress& progress) {
  if (progress.ended) {
    rewrite("");
    print(ended_line(progress));
  } else if (progress.notice) {
    rewrite("");
    print(describe(*progress.notice));
  } else if (terminal_ &&
             (progress.jobs_running + progress.jobs_queued > 0 || waits_for_scheduler(progress))) {
    rewrite(under_way(progress, steps_now(progress)));
  } else if (!terminal_) {
    print_change(progress);
  }
}

// Once a second, since it reads files of the run beside it.
std::optional<StepProgress> ProgressLine::steps_now(const Progress& progress) {
  auto now = fmt::format("{} {}", progress.current_job,
                         std::chrono::floor<std::chrono::seconds>(progress.elapsed).count());
  if (now != asked_) {
    asked_ = std::move(now);
    steps_ = steps_of_(progress);
  }
  return steps_;
}

void ProgressLine::print_change(const Progress& progress) {
  if (progress.scheduler_answers != answers_) {
    answers_ = progress.scheduler_answers;
    print(answers_ ? "the scheduler answers again" : silence_text(progress) + "; the sweep waits for it");
  }
  if (!progress.why_pending.empty() && progress.why_pending != why_pending_) {
    why_pending_ = progress.why_pending;
    print(fmt::format("{} to be submitted later: {}",
                      counted(static_cast<std::int64_t>(progress.jobs_pending), "job"), why_pending_));
  }
}

void ProgressLine::print(const std::string& line) {
  std::fputs((line + "\n").c_str(), stream_);
  std::fflush(stream_);
}

// Back to the beginning of the line, the text, and \x1b[K to erase the rest.
void ProgressLine::rewrite(const std::string& text) {
  if (!terminal_ || text == shown_) return;
  std::fputs(fmt::format("\r{}\x1b[K", text).c_str(), stream_);
  std::fflush(stream_);
  shown_ = text;
}

}  // namespace scalegen
