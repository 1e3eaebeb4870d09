#include "runner/local/local_scheduler.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <vector>

#include "core/files.hpp"
#include "core/process.hpp"
#include "core/text.hpp"
#include "core/try.hpp"
#include "runner/local/process_tree.hpp"

namespace scalegen {

namespace {

class Actions {
 public:
  explicit Actions(int output) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawn_file_actions_adddup2(&actions_, output, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions_, output, STDERR_FILENO);
    posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  }
  Actions(const Actions&) = delete;
  Actions& operator=(const Actions&) = delete;
  ~Actions() { posix_spawn_file_actions_destroy(&actions_); }
  [[nodiscard]] const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

// A script that inherits an ignored INT could not trap it.
class OwnSessionWithDefaultSignals {
 public:
  OwnSessionWithDefaultSignals() {
    sigset_t all;
    sigset_t none;
    sigfillset(&all);
    sigemptyset(&none);
    posix_spawnattr_init(&attributes_);
    posix_spawnattr_setsigdefault(&attributes_, &all);
    posix_spawnattr_setsigmask(&attributes_, &none);
    posix_spawnattr_setflags(&attributes_,
                             POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  }
  OwnSessionWithDefaultSignals(const OwnSessionWithDefaultSignals&) = delete;
  OwnSessionWithDefaultSignals& operator=(const OwnSessionWithDefaultSignals&) = delete;
  ~OwnSessionWithDefaultSignals() { posix_spawnattr_destroy(&attributes_); }
  [[nodiscard]] const posix_spawnattr_t* get() const { return &attributes_; }

 private:
  posix_spawnattr_t attributes_{};
};

/// The script is told which submission it is.
std::vector<std::string> environment_of(const Submission& submission) {
  const auto variable = std::string(kSubmissionVariable) + "=";
  auto variables = this_environment();
  std::erase_if(variables, [&](const std::string& v) { return v.starts_with(variable); });
  variables.push_back(variable + submission.name);
  return variables;
}

// 0, or errno.
int spawn(const Submission& submission, int output, pid_t& pid) {
  // The whole path, so that `ps` shows which one it is; as given if the current folder has been removed.
  const auto script = absolute_path(submission.script).value_or(submission.script);
  const std::vector<std::string> argv{"bash", script.string(), submission.attempt};
  const auto environment = environment_of(submission);
  return ::posix_spawnp(&pid, "bash", Actions(output).get(), OwnSessionWithDefaultSignals().get(),
                        pointers(argv).data(), pointers(environment).data());
}

Result<LocalScript> start_script(const Submission& submission) {
  const auto output_file = submission.script.parent_path() / fmt::format("local-{}.out", submission.attempt);
  const int output = ::open(output_file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (output < 0) return file_failure("write", output_file, errno);
  pid_t pid = 0;
  const int error = spawn(submission, output, pid);
  ::close(output);
  if (error != 0)
    return failure(fmt::format("cannot start bash for '{}': {}", submission.script.string(),
                               std::generic_category().message(error)));
  return LocalScript{.name = submission.name,
                     .process = identity_of(pid),
                     .output = output_file,
                     .is_child = true,
                     .was_seen_alive = true};
}

constexpr std::size_t kBytesOfLastLine = 4096;

JobId id_of(const ProcessIdentity& process) {
  return {fmt::format("{}:{}:{}", process.host, process.pid, process.start_time)};
}

JobStatus status_of(LocalScript& script) {
  const auto liveness = liveness_of(script);
  if (liveness != Liveness::dead)
    return {.state = liveness == Liveness::alive ? JobState::active : JobState::unknown};
  return {.state = JobState::ended,
          .exit_status = script.exit_status,
          .last_line =
              last_line(without_escape_sequences(read_end(script.output, kBytesOfLastLine).value_or("")))};
}

}  // namespace

Result<SubmissionAnswer> LocalScheduler::submit(const Submission& submission) {
  TRY_ASSIGN(auto script, start_script(submission));
  return SubmissionAnswer{SubmissionAnswer::Kind::accepted, keep(std::move(script))};
}

// A script that runs here has claimed its attempt, or will: its files tell.
Result<std::optional<FoundIds>> LocalScheduler::find(const std::vector<std::string>& names) {
  return FoundIds(names.size());
}

JobId LocalScheduler::adopt(const std::string& name, const Started& started) {
  const bool alive = is_alive(started.process);
  return keep({.name = name, .process = started.process, .was_seen_alive = alive});
}

JobId LocalScheduler::keep(LocalScript script) {
  auto id = id_of(script.process);
  scripts_.insert({id, std::move(script)});  // a child of this process stays one when it is adopted
  return id;
}

Result<std::vector<JobStatus>> LocalScheduler::query(const std::vector<JobId>& ids) {
  std::vector<JobStatus> statuses;
  statuses.reserve(ids.size());
  active_.clear();
  for (const auto& id : ids) {
    statuses.push_back(status_of(scripts_.at(id)));
    if (statuses.back().state == JobState::active) active_.push_back(scripts_.at(id).process);
  }
  return statuses;
}

// A wait that wakes up often would be one more program on the machine that is measured.
void LocalScheduler::await_change(Clock& clock) {
  if (!await_an_end(active_, poll_interval())) clock.sleep_for(std::chrono::milliseconds(50));
}

Result<void> LocalScheduler::cancel(const std::vector<JobId>& ids) {
  for (const auto& id : ids) TRY(end_script(scripts_.at(id), grace_, *clock_));
  return {};
}

}  // namespace scalegen
