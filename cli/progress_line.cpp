#include "cli/progress_line.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

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

}  // namespace

std::string under_way(const Progress& progress) {
  auto text = fmt::format("[{}/{}] {}", progress.jobs_done + 1, progress.jobs_total, progress.current_job);
  if (progress.adopted) text += " (already running)";
  text += " · " + seconds_text(progress.elapsed);
  if (progress.remaining) text += fmt::format(" · about {} left", seconds_text(*progress.remaining));
  return text;
}

std::string ended_line(const Progress& progress) {
  const auto& record = *progress.ended;
  return fmt::format("{}/{}  {}  {}", progress.jobs_done, progress.jobs_total, record.run.id,
                     record.outcome ? describe(*record.outcome) : "still running");
}

ProgressLine::ProgressLine(std::FILE* stream) : stream_(stream), terminal_(is_terminal(stream)) {}

ProgressLine::~ProgressLine() { rewrite(""); }

void ProgressLine::show(const Progress& progress) {
  if (progress.ended) {
    rewrite("");
    std::fputs((ended_line(progress) + "\n").c_str(), stream_);
    std::fflush(stream_);
  } else if (terminal_ && !progress.current_job.empty()) {
    rewrite(under_way(progress));
  }
}

// Back to the line's begin, the text, and what was there before taken off: \x1b[K.
void ProgressLine::rewrite(const std::string& text) {
  if (!terminal_ || text == shown_) return;
  std::fputs(fmt::format("\r{}\x1b[K", text).c_str(), stream_);
  std::fflush(stream_);
  shown_ = text;
}

}  // namespace scalegen
