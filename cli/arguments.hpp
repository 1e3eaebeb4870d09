#pragma once
#include <optional>
#include <string>
#include <variant>

#include "app/sweep_spec.hpp"
#include "core/diagnostics.hpp"

namespace scalegen {

enum class Format { terminal, markdown, csv, json };

/// How the jobs of a run directory are seen through.
struct Following {
  std::optional<int> max_in_flight{};  // jobs with Slurm at a time; none: as it was last said
  bool retry_failed = false;
  bool as_arrays = false;  // jobs that ask Slurm for the same are submitted together
  bool detach = false;     // leave when all is handed over
  bool yes = false;        // ask nothing
  bool agreed = false;     // the person has seen the price and said yes
  std::optional<double> max_gpu_hours{};
};

struct SweepCommand {
  SweepSource source{};
  std::string directory{};  // empty: ./<name>-<cluster>
  Following following{};
};

struct ResumeCommand {
  std::string directory{};  // empty: the only one here
  Following following{};
};

struct StatusCommand {
  std::string directory{};  // empty: the only one here
};

struct WaitCommand {
  std::string directory{};  // empty: the only one here
};

struct CancelCommand {
  std::string directory{};  // empty: the only one here
};

struct PlanCommand {
  SweepSource source{};
  bool json = false;
  bool test_only = false;  // ask Slurm when it would start each kind of run
};

struct GenerateCommand {
  SweepSource source{};
  std::string directory{};
  std::string root{};  // where that folder will lie on the machine that will run; empty: where it lies here
  bool standalone = false;  // no lib/job.bash: each script holds it
};

struct BuildCommand {
  std::string cluster = "local";
  std::string account{};
  std::string partition{};
  std::string qos{};
  std::string image{};       // of the container; empty: the profile's
  std::string torch_root{};  // LibTorch's folder there; empty: the profile's, else what Python finds
  std::string templates{};   // as in SweepSource
  std::string directory{};   // empty: ~/scalegen/<cluster>
  bool submit = false;
};

struct ReportCommand {
  std::string target{};  // a run directory, or a table of one's own; empty: the only directory here
  std::string baseline{};
  Format format = Format::terminal;
};

struct ClustersListCommand {
  bool markdown = false;
};

struct ClustersShowCommand {
  std::string cluster{};
};

struct ClustersCheckCommand {
  std::string cluster{};
};

struct ClustersDetectCommand {};

/// Said at once and done: --help, --version.
struct Say {
  std::string text{};
};

using Command = std::variant<SweepCommand, ResumeCommand, StatusCommand, WaitCommand, CancelCommand,
                             PlanCommand, GenerateCommand, BuildCommand, ReportCommand, ClustersListCommand,
                             ClustersShowCommand, ClustersCheckCommand, ClustersDetectCommand, Say>;

/// The words of the command line as a command. Errors say what was not understood and what was probably
/// meant.
Result<Command> parse_arguments(int argc, const char* const* argv);

}  // namespace scalegen
