#include "runner/local/process_tree.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <functional>

#include "core/files.hpp"

namespace scalegen {

namespace {

std::vector<pid_t> all_pids() {
  std::vector<pid_t> pids;
  for (const auto& name : names_in("/proc").value_or(std::vector<std::string>())) {
    pid_t pid = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), pid);
    if (error == std::errc{} && end == name.data() + name.size()) pids.push_back(pid);
  }
  return pids;
}

// A zombie has no environment; that of another person's process cannot be read.
bool carries(pid_t pid, const std::string& name) {
  const auto variables = '\0' + read_file(fmt::format("/proc/{}/environ", pid)).value_or("");
  return variables.find(fmt::format("{}{}={}{}", '\0', kSubmissionVariable, name, '\0')) != std::string::npos;
}

// A program may have overwritten its environment. A pid is not reused while a session has it.
bool is_in_session_of(pid_t pid, const LocalScript& script) {
  return script.was_seen_alive && ::getsid(pid) == script.process.pid && is_alive(identity_of(pid));
}

constexpr std::chrono::milliseconds kPoll{10};
// A process in the middle of a write to a slow disk ends after it.
constexpr std::chrono::seconds kKillTakes{5};

bool within(std::chrono::milliseconds time, Clock& clock, const std::function<bool()>& happens) {
  const auto deadline = clock.now() + time;
  while (!happens()) {
    if (clock.now() >= deadline) return false;
    clock.sleep_for(kPoll);
  }
  return true;
}

// Called until none is left: while one is killed another may start a third.
bool kill_process_tree(const LocalScript& script) {
  const auto tree = process_tree_of(script);
  for (const auto pid : tree) ::kill(pid, SIGKILL);
  return tree.empty();
}

}  // namespace

std::vector<pid_t> process_tree_of(const LocalScript& script) {
  std::vector<pid_t> tree;
  if (script.process.boot_id != this_process().boot_id) return tree;
  for (const auto pid : all_pids())
    if (carries(pid, script.name) || is_in_session_of(pid, script)) tree.push_back(pid);
  return tree;
}

Liveness liveness_of(LocalScript& script) {
  if (!script.is_child) return liveness(script.process);
  int status = 0;
  const auto reaped = ::waitpid(script.process.pid, &status, WNOHANG);
  if (reaped == 0) return Liveness::alive;
  script.is_child = false;
  if (reaped < 0)
    return liveness(script.process);  // the tool's parent ignores SIGCHLD: nobody learns the status
  script.exit_status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  return Liveness::dead;
}

bool await_an_end(const std::vector<ProcessIdentity>& processes, std::chrono::milliseconds most) {
  std::vector<pollfd> ends;
  bool can_tell = !processes.empty();
  bool has_one_ended = false;
  for (const auto& process : processes) {
    const auto file = static_cast<int>(::syscall(SYS_pidfd_open, process.pid, 0));
    can_tell = can_tell && (file >= 0 || errno == ESRCH);
    if (file >= 0) ends.push_back({.fd = file, .events = POLLIN, .revents = 0});
    has_one_ended = has_one_ended || !is_alive(process);  // asked last: its pid is now its own, or free
  }
  if (can_tell && !has_one_ended) ::poll(ends.data(), ends.size(), static_cast<int>(most.count()));
  for (const auto& end : ends) ::close(end.fd);
  return can_tell;
}

Result<void> end_script(LocalScript& script, std::chrono::milliseconds grace, Clock& clock) {
  const auto state = liveness_of(script);
  if (state == Liveness::unknown)
    return failure(
        fmt::format("cannot end process {} on host '{}' from here", script.process.pid, script.process.host));
  if (state == Liveness::alive) {
    ::kill(script.process.pid, SIGTERM);
    within(grace, clock, [&] { return liveness_of(script) != Liveness::alive; });
  }
  if (!within(kKillTakes, clock, [&] { return kill_process_tree(script); }))
    return failure(fmt::format("'{}' does not end: one of its processes survives SIGKILL", script.name));
  liveness_of(script);
  return {};
}

}  // namespace scalegen
