#pragma once
#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/diagnostics.hpp"

namespace scalegen {

/// A process that can be told from all others, before and after: pids come again, on other hosts too.
struct ProcessIdentity {
  pid_t pid = 0;
  std::uint64_t start_time = 0;  // clock ticks after boot: field 22 of /proc/PID/stat
  std::string boot_id{};
  std::string host{};
  bool operator==(const ProcessIdentity&) const = default;
};

ProcessIdentity this_process();

/// Of a process of this host, such as one just started.
ProcessIdentity identity_of(pid_t pid);

/// Whether it lives on this host; a zombie does not. For a process of another host or boot: no.
bool is_alive(const ProcessIdentity& process);

enum class Liveness { alive, dead, unknown };

/// As is_alive, but says so where nothing can be known from here: another host's process, or one that this
/// host hides.
Liveness liveness(const ProcessIdentity& process);

std::string host_name();

struct ProgramResult {
  int exit_status = 0;  // 128 + n where signal n ended it
  std::string out{};
  std::string err{};
  bool operator==(const ProgramResult&) const = default;
};

/// Runs a program to its end and keeps what it says. An error only where it could not be started.
Result<ProgramResult> run_program(const std::vector<std::string>& argv);

/// The same in another environment, each word NAME=VALUE. The program is looked for in this one's PATH.
Result<ProgramResult> run_program(const std::vector<std::string>& argv,
                                  const std::vector<std::string>& environment);

/// Runs a program to its end in sight of the person: it has this one's standard input, output and error.
/// Gives its exit status, 128 + n where signal n ended it.
Result<int> run_in_sight(const std::vector<std::string>& argv);

/// What the person typed and in which folder, as a shell would take it again from anywhere.
std::string command_line();

/// NAME=VALUE, each.
std::vector<std::string> this_environment();

/// As exec and spawn take them: a null at the end. They are good as long as `words`.
std::vector<char*> pointers(const std::vector<std::string>& words);

}  // namespace scalegen
