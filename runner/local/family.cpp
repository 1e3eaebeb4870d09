#include "runner/local/family.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <charconv>

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

}  // namespace scalegen
