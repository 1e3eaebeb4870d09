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

}  // namespace

std::string under_way(const Progress& progress) {
  std::vector<std::string> parts;
  if (!progress.current_job.empty()) {
    parts.push_back(progress.current_job + (progress.adopted ? " (already running)" : ""));
    parts.push_back(seconds_text(progress.elapsed));
  }
  if (progress.jobs_running > 1) parts.push_back(fmt::format("{} running", progress.jobs_running));
  if (progress.jobs_queued > 0) parts.push_back(queued_text(progress));
  if (progress.remaining) parts.push_back(fmt::format("about {} left", seconds_text(*progress.remaining)));
  if (!progress.scheduler_answers) parts.emplace_back("the scheduler does not answer");
  return fmt::format("[{}/{}] {}", std::min(progress.runs_done + 1, progress.runs_total), progress.runs_total,
                     fmt::join(parts, " · "));
}

std::string ended_line(const Progress& progress) {
  const auto& record = *progress.ended;
  return fmt::format("{}/{}  {}  {}", progress.runs_done, progress.runs_total, record.run.id,
                     record.outcome ? describe(*record.outcome) : "still running");
}

ProgressLine::ProgressLine(std::FILE* stream) : stream_(stream), terminal_(is_terminal(stream)) {}

ProgressLine::~ProgressLine() { rewrite(""); }

void ProgressLine::show(const Progress& progress) {
  if (progress.ended) {
    rewrite("");
    std::fputs((ended_line(progress) + "\n").c_str(), stream_);
    std::fflush(stream_);
  } else if (progress.jobs_running + progress.jobs_queued > 0 || !progress.scheduler_answers) {
    rewrite(under_way(progress));
  }
}

// Back to the beginning of the line, the text, and \x1b[K to erase the rest.
void ProgressLine::rewrite(const std::string& text) {
  if (!terminal_ || text == shown_) return;
  std::fputs(fmt::format("\r{}\x1b[K", text).c_str(), stream_);
  std::fflush(stream_);
  shown_ = text;
}

}  // namespace scalegen
