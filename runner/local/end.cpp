#include "runner/local/end.hpp"

#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>

#include <functional>

#include "runner/local/family.hpp"

namespace scalegen {
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
