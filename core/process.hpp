#pragma once
#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/diagnostics.hpp"

namespace scalegen {

/// Identifies a process uniquely: a pid alone is reused, and exists on every host.
struct ProcessIdentity {
  pid_t pid = 0;
  std::uint64_t start_time = 0;  // clock ticks after boot: field 22 of /proc/PID/stat
  std::string boot_id{};
  std::string host{};
  bool operator==(const ProcessIdentity&) const = default;
};

ProcessIdentity this_process();

/// The identity of a process of this host, such as one just started.
ProcessIdentity identity_of(pid_t pid);

/// True if the process runs on this host. False for a zombie, and for a process of another host or boot.
bool is_alive(const ProcessIdentity& process);

enum class Liveness { alive, dead, unknown };

/// Like is_alive, but returns unknown if this host cannot tell: for a process of another host, or one hidden
/// by /proc's mount options.
Liveness liveness(const ProcessIdentity& process);

std::string host_name();

struct ProgramResult {
  int exit_status = 0;  // 128 + n if signal n ended the program
  std::string out{};
  std::string err{};
  bool operator==(const ProgramResult&) const = default;
};

/// Runs a program to its end and captures its output. Returns an error only if it could not be started.
Result<ProgramResult> run_program(const std::vector<std::string>& argv);

/// True if a program is not waited for any longer; asked four times a second with the time since its start.
using GivesUp = std::function<bool(std::chrono::milliseconds)>;

/// The same in another environment, given as NAME=VALUE words. The program is looked up in the PATH of this
/// process. If it is not waited for any longer, it is ended by SIGTERM, and after a second by SIGKILL: then
/// its exit status is 143.
Result<ProgramResult> run_program(const std::vector<std::string>& argv,
                                  const std::vector<std::string>& environment, const GivesUp& gives_up = {});

/// Runs a program to its end with the standard input, output and error of this process. Returns its exit
/// status: 128 + n if signal n ended it.
Result<int> run_in_foreground(const std::vector<std::string>& argv);

/// The command that the user typed, with a `cd` to its folder: it can be pasted into any shell.
std::string command_line();

/// The variables of this process as NAME=VALUE words.
std::vector<std::string> this_environment();

/// Pointers to the words and a null pointer at the end, as exec and spawn want them. They are valid as long
/// as `words`.
std::vector<char*> pointers(const std::vector<std::string>& words);

}  // namespace scalegen
