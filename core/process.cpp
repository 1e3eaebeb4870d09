#include "core/process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <sstream>
#include <system_error>

#include "core/files.hpp"
#include "core/shell_quote.hpp"
#include "core/try.hpp"

namespace scalegen {
namespace {

struct ProcessStatus {
  char state = 0;
  std::uint64_t start_time = 0;
};

// The name in /proc/PID/stat may hold blanks and brackets. Field 3 follows the last bracket.
std::optional<ProcessStatus> status_of(pid_t pid) {
  const auto text = read_file(fmt::format("/proc/{}/stat", pid));
  if (!text) return std::nullopt;
  const auto bracket = text->rfind(')');
  if (bracket == std::string::npos) return std::nullopt;
  std::istringstream fields(text->substr(bracket + 1));
  ProcessStatus status;
  fields >> status.state;
  std::string skipped;
  for (int field = 4; field <= 21; ++field) fields >> skipped;
  fields >> status.start_time;
  return fields ? std::optional(status) : std::nullopt;
}

const std::string& boot_id() {
  static const std::string id = [] {
    auto text = read_file("/proc/sys/kernel/random/boot_id").value_or("");
    while (!text.empty() && text.back() == '\n') text.pop_back();
    return text;
  }();
  return id;
}

// With /proc mounted hidepid, processes of other users are missing there; kill() still finds them.
bool is_hidden(pid_t pid) { return pid > 0 && (::kill(pid, 0) == 0 || errno == EPERM); }

class Pipe {
 public:
  Pipe() {
    if (::pipe2(ends_.data(), O_CLOEXEC) != 0) ends_ = {-1, -1};
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    close_write_end();
    if (is_open()) ::close(ends_[0]);
  }
  [[nodiscard]] bool is_open() const { return ends_[0] >= 0; }
  [[nodiscard]] int read_end() const { return ends_[0]; }
  [[nodiscard]] int write_end() const { return ends_[1]; }
  void close_write_end() {
    if (ends_[1] >= 0) ::close(ends_[1]);
    ends_[1] = -1;
  }

 private:
  std::array<int, 2> ends_{-1, -1};
};

// Reads both pipes at once: a program blocks for ever if it fills one while only the other is read. Returns
// false if it is not waited for any longer.
bool drain(const Pipe& out, const Pipe& err, ProgramResult& result, const GivesUp& gives_up) {
  constexpr int kAskEveryMs = 250;
  const auto begun = std::chrono::steady_clock::now();
  std::array<pollfd, 2> ends{{{out.read_end(), POLLIN, 0}, {err.read_end(), POLLIN, 0}}};
  const std::array<std::string*, 2> texts{&result.out, &result.err};
  while (ends[0].fd >= 0 || ends[1].fd >= 0) {
    const int ready = ::poll(ends.data(), ends.size(), gives_up ? kAskEveryMs : -1);
    if (ready < 0 && errno != EINTR) return true;
    const auto elapsed = std::chrono::steady_clock::now() - begun;
    if (gives_up && gives_up(std::chrono::duration_cast<std::chrono::milliseconds>(elapsed))) return false;
    if (ready < 0) continue;  // `revents` are of the call before
    for (std::size_t i = 0; i < ends.size(); ++i) {
      if (ends[i].fd < 0 || ends[i].revents == 0) continue;
      std::array<char, 1 << 16> buffer;
      const auto got = ::read(ends[i].fd, buffer.data(), buffer.size());
      if (got > 0)
        texts[i]->append(buffer.data(), static_cast<std::size_t>(got));
      else if (got == 0 || errno != EINTR)
        ends[i].fd = -1;
    }
  }
  return true;
}

// Returns nullopt if the parent of this tool made it ignore SIGCHLD: then the status is lost.
std::optional<int> exit_status_of(pid_t pid) {
  int status = 0;
  pid_t reaped = 0;
  do reaped = ::waitpid(pid, &status, 0);
  while (reaped < 0 && errno == EINTR);
  if (reaped < 0) return std::nullopt;
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

// Its own children may hold the pipes open: they are not read to their end.
void end_child(pid_t pid) {
  constexpr int kLooks = 100;
  ::kill(pid, SIGTERM);
  siginfo_t ended{};
  for (int look = 0; look < kLooks && ended.si_pid == 0; ++look) {
    if (::waitid(P_PID, static_cast<id_t>(pid), &ended, WEXITED | WNOHANG | WNOWAIT) != 0 && errno != EINTR)
      return;
    if (ended.si_pid == 0) ::usleep(10'000);
  }
  ::kill(pid, SIGKILL);
}

int spawn(const std::vector<std::string>& argv, char* const* environment, const Pipe& out, const Pipe& err,
          pid_t& pid) {
  const auto arguments = pointers(argv);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out.write_end(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err.write_end(), STDERR_FILENO);
  const int error = ::posix_spawnp(&pid, arguments[0], &actions, nullptr, arguments.data(), environment);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

tl::unexpected<Diagnostics> cannot_start(const std::string& program, int error) {
  return failure(fmt::format("cannot start '{}': {}", program, std::generic_category().message(error)));
}

Result<int> wait_for(pid_t pid, const std::string& program) {
  if (const auto exit_status = exit_status_of(pid)) return *exit_status;
  return failure(fmt::format("cannot get the exit status of '{}': SIGCHLD is ignored here", program));
}

Result<ProgramResult> run_and_capture(const std::vector<std::string>& argv, char* const* environment,
                                      const GivesUp& gives_up) {
  Pipe out;
  Pipe err;
  if (!out.is_open() || !err.is_open()) return file_failure("open", "a pipe", errno);
  pid_t pid = 0;
  const int error = spawn(argv, environment, out, err, pid);
  if (error != 0) return cannot_start(argv[0], error);
  out.close_write_end();
  err.close_write_end();
  ProgramResult result;
  const bool has_ended = drain(out, err, result, gives_up);
  if (!has_ended) end_child(pid);
  TRY_ASSIGN(const auto exit_status, wait_for(pid, argv[0]));
  result.exit_status = has_ended ? exit_status : 128 + SIGTERM;
  return result;
}

}  // namespace

std::string host_name() {
  std::array<char, 256> name{};
  ::gethostname(name.data(), name.size() - 1);
  return name.data();
}

ProcessIdentity this_process() { return identity_of(::getpid()); }

ProcessIdentity identity_of(pid_t pid) {
  const auto status = status_of(pid);
  return {pid, status ? status->start_time : 0, boot_id(), host_name()};
}

bool is_alive(const ProcessIdentity& process) { return liveness(process) == Liveness::alive; }

Liveness liveness(const ProcessIdentity& process) {
  if (process.host != host_name()) return Liveness::unknown;
  if (process.boot_id != boot_id()) return Liveness::dead;
  const auto status = status_of(process.pid);
  if (!status) return is_hidden(process.pid) ? Liveness::unknown : Liveness::dead;
  const bool runs = status->start_time == process.start_time && status->state != 'Z' && status->state != 'X';
  return runs ? Liveness::alive : Liveness::dead;
}

std::vector<char*> pointers(const std::vector<std::string>& words) {
  std::vector<char*> all;
  for (const auto& word : words) all.push_back(const_cast<char*>(word.c_str()));
  all.push_back(nullptr);
  return all;
}

std::vector<std::string> this_environment() {
  std::vector<std::string> variables;
  for (char** variable = environ; *variable != nullptr; ++variable) variables.emplace_back(*variable);
  return variables;
}

Result<ProgramResult> run_program(const std::vector<std::string>& argv) {
  return run_and_capture(argv, environ, {});
}

Result<ProgramResult> run_program(const std::vector<std::string>& argv,
                                  const std::vector<std::string>& environment, const GivesUp& gives_up) {
  return run_and_capture(argv, pointers(environment).data(), gives_up);
}

Result<int> run_in_foreground(const std::vector<std::string>& argv) {
  const auto arguments = pointers(argv);
  pid_t pid = 0;
  const int error = ::posix_spawnp(&pid, arguments[0], nullptr, nullptr, arguments.data(), environ);
  if (error != 0) return cannot_start(argv[0], error);
  return wait_for(pid, argv[0]);
}

// Read from the kernel, so that no verb has to pass argv on. The directory of the program itself is left out:
// it tells a reader of a script nothing.
std::string command_line() {
  const auto text = read_file("/proc/self/cmdline").value_or("");
  std::vector<std::string> words;
  for (std::size_t begin = 0; begin < text.size();) {
    const auto end = std::min(text.find('\0', begin), text.size());
    words.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  if (!words.empty()) words.front() = std::filesystem::path(words.front()).filename();
  std::error_code gone;
  const auto folder = std::filesystem::current_path(gone);
  return gone ? shell_command(words)
              : fmt::format("cd {} && {}", shell_quote(folder.string()), shell_command(words));
}

}  // namespace scalegen
