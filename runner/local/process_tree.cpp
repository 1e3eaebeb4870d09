#include "runner/local/process_tree.hpp"

#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

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

// A zombie has no environment any more; that of another person's process cannot be read.
bool carries(pid_t pid, const std::string& name) {
  const auto variables = '\0' + read_file(fmt::format("/proc/{}/environ", pid)).value_or("");
  return variables.find(fmt::format("{}{}={}{}", '\0', kSubmissionVariable, name, '\0')) != std::string::npos;
}

// A program may have written over its environment. A pid is not given anew while a session is named by it.
bool is_in_session_of(pid_t pid, const LocalScript& script) {
  return script.was_seen_alive && ::getsid(pid) == script.process.pid && is_alive(identity_of(pid));
}

}  // namespace

std::vector<pid_t> family_of(const LocalScript& script) {
  std::vector<pid_t> family;
  if (script.process.boot_id != this_process().boot_id) return family;
  for (const auto pid : all_pids())
    if (carries(pid, script.name) || is_in_session_of(pid, script)) family.push_back(pid);
  return family;
}

namespace {

constexpr std::chrono::milliseconds kLook{10};
constexpr std::chrono::seconds kKillTakes{
    5};  // a process in the middle of a write to a slow disk ends after it

bool within(std::chrono::milliseconds time, Clock& clock, const std::function<bool()>& happens) {
  const auto deadline = clock.now() + time;
  while (!happens()) {
    if (clock.now() >= deadline) return false;
    clock.sleep_for(kLook);
  }
  return true;
}

// Until none is left: while one is killed another may start a third.
bool kill_family(const LocalScript& script) {
  const auto family = family_of(script);
  for (const auto pid : family) ::kill(pid, SIGKILL);
  return family.empty();
}

}  // namespace

Liveness look_at(LocalScript& script) {
  if (!script.is_child) return liveness(script.process);
  int status = 0;
  const auto reaped = ::waitpid(script.process.pid, &status, WNOHANG);
  if (reaped == 0) return Liveness::alive;
  script.is_child = false;
  if (reaped < 0) return liveness(script.process);  // who started the tool ignores SIGCHLD: no one is told
  script.exit_status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  return Liveness::dead;
}

Result<void> end_script(LocalScript& script, std::chrono::milliseconds grace, Clock& clock) {
  const auto state = look_at(script);
  if (state == Liveness::unknown)
    return failure(
        fmt::format("cannot end process {} on host '{}' from here", script.process.pid, script.process.host));
  if (state == Liveness::alive) {
    ::kill(script.process.pid, SIGTERM);
    within(grace, clock, [&] { return look_at(script) != Liveness::alive; });
  }
  if (!within(kKillTakes, clock, [&] { return kill_family(script); }))
    return failure(fmt::format("'{}' does not end: a process of it survives SIGKILL", script.name));
  look_at(script);
  return {};
}

}  // namespace scalegen
