#include "runner/local/local_scheduler.hpp"

#include <fmt/format.h>

#include "core/files.hpp"
#include "runner/last_word.hpp"
#include "runner/local/end.hpp"
#include "runner/local/start.hpp"

namespace scalegen {
namespace {

constexpr std::size_t kEnoughBytes = 4096;

std::string id_of(const ProcessIdentity& process) {
  return fmt::format("{}:{}:{}", process.host, process.pid, process.start_time);
}

JobStatus status_of(LocalScript& script) {
  switch (look_at(script)) {
    case Liveness::alive:
      return {.state = JobState::active};
    case Liveness::unknown:
      return {.state = JobState::unknown};
    case Liveness::dead:
      break;
  }
  return {.state = JobState::ended,
          .exit_status = script.exit_status,
          .last_line = last_line(read_end(script.output, kEnoughBytes).value_or(""))};
}

}  // namespace

Result<std::optional<std::string>> LocalScheduler::submit(const Submission& submission) {
  auto script = start_script(submission);
  if (!script) return tl::make_unexpected(std::move(script.error()));
  return keep(*std::move(script));
}

// A script that runs here has claimed its attempt, or will: its files tell.
Result<std::vector<std::optional<std::string>>> LocalScheduler::find(const std::vector<std::string>& names) {
  return std::vector<std::optional<std::string>>(names.size());
}

std::string LocalScheduler::adopt(const std::string& name, const Started& started) {
  const bool alive = is_alive(started.process);
  return keep({.name = name, .process = started.process, .was_seen_alive = alive});
}

std::string LocalScheduler::keep(LocalScript script) {
  const auto id = id_of(script.process);
  scripts_.insert({id, std::move(script)});  // its own child stays one when it is adopted
  return id;
}

Result<std::vector<JobStatus>> LocalScheduler::query(const std::vector<std::string>& ids) {
  std::vector<JobStatus> statuses;
  statuses.reserve(ids.size());
  for (const auto& id : ids) statuses.push_back(status_of(scripts_.at(id)));
  return statuses;
}

Result<void> LocalScheduler::cancel(const std::vector<std::string>& ids) {
  for (const auto& id : ids)
    if (auto ended = end_script(scripts_.at(id), grace_, *clock_); !ended) return ended;
  return {};
}

}  // namespace scalegen
