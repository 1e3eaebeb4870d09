#pragma once
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "analysis/comparison/comparison.hpp"
#include "app/imported_script.hpp"
#include "app/submission.hpp"
#include "app/sweep_report.hpp"
#include "app/sweep_spec.hpp"
#include "app/table_of_logs.hpp"
#include "app/train_build.hpp"
#include "core/diagnostics.hpp"

namespace scalegen {

struct SweepCommand {
  SweepSource source{};
  std::vector<std::string> scales{};  // of a job script in place of a sweep file
  bool names_cluster = false;         // --cluster, which has a default
  std::string directory{};            // empty: ./<name>-<cluster>
  std::optional<int> rounds{};        // that a run directory is to have
  SubmitOptions options{};
};

struct StatusCommand {
  std::string directory{};          // empty: the only one here
  bool all = false;                 // a row for each run, however many they are
  bool wait = false;                // until no job is queued or running
  std::string format = "terminal";  // a word of forms()
  std::string log{};                // the run whose last lines are wanted, and nothing else
};

struct ListCommand {
  std::string folder{};             // empty: the current one
  std::string format = "terminal";  // a word of forms()
};

struct CancelCommand {
  std::string directory{};  // empty: the only one here
  bool json = false;
};

struct PlanCommand {
  SweepSource source{};
  std::string directory{};
  std::string format = "terminal";  // a word of forms()
  bool test_only = false;           // ask Slurm when each kind of run would start
};

struct GenerateCommand {
  SweepSource source{};
  std::string directory{};
  std::string root{};  // path of that folder on the machine that runs the scripts; empty: the same as here
  bool standalone = false;  // each script contains lib/job.bash
  bool plain = false;       // scripts to be read, and no run directory
  bool json = false;
};

struct BuildCommand {
  std::string cluster = "local";
  BuildRequest request{};
  bool submit = false;
};

struct ImportCommand {
  ScriptImport request{};
  bool json = false;
};

struct ReportCommand {
  enum class Purpose { reading, proposal, paper };  // paper: of its charts
  std::string target{};  // a run directory, a CSV table or -; empty: the only run directory here
  ReportOptions options{};
  std::string format = "terminal";  // a word of forms()
  Purpose purpose = Purpose::reading;
  std::string bundle{};  // a file for all that the report rests on; empty: none
  std::string plots{};   // a folder for the charts; empty: none
  bool verbose = false;  // print how it was measured, too
};

struct AdviseCommand {
  std::string target{};  // a run directory or a bundle of one
  std::string script{};
  ReportOptions options{};
  std::string work{};  // 90epochs; empty: the time stays
  bool write = false;
  bool json = false;
};

struct CompareCommand {
  std::string a{};  // a run directory, a CSV table or -
  std::string b{};
  comparison::At at = comparison::At::size;
  std::string format = "terminal";  // a word of forms()
};

struct TableCommand {
  LogTableOptions options{};
  bool json = false;
};

struct ExplainCommand {
  std::vector<std::string> words{};  // of one term; empty: list all
  bool json = false;
};

struct LintCommand {
  std::vector<std::string> files{};  // - is standard input
  std::string cluster{};             // empty: what only a site knows is not judged
  std::string format = "text";       // or json, github
  std::string explained{};           // the rule to explain; empty: judge files
};

struct ClustersListCommand {
  bool markdown = false;            // as docs/clusters.md has them
  std::string format = "terminal";  // a word of forms()
};

struct ClustersShowCommand {
  std::string cluster{};
};

struct ClustersCheckCommand {
  std::string cluster{};
  bool json = false;
};

struct ClustersDetectCommand {};

/// --help, --version
struct PrintText {
  std::string text{};
};

using Command = std::variant<SweepCommand, StatusCommand, ListCommand, CancelCommand, PlanCommand,
                             GenerateCommand, BuildCommand, ImportCommand, ReportCommand, AdviseCommand,
                             CompareCommand, TableCommand, ExplainCommand, LintCommand, ClustersListCommand,
                             ClustersShowCommand, ClustersCheckCommand, ClustersDetectCommand, PrintText>;

/// Parses the command line. Errors name the word that was not understood and what was probably meant.
Result<Command> parse_arguments(int argc, const char* const* argv);

}  // namespace scalegen
