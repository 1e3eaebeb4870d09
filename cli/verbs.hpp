#pragma once
#include <array>
#include <string_view>

#include "cli/arguments.hpp"

namespace scalegen {

/// The exit status of every verb.
using ExitCode = int;

inline constexpr ExitCode kDone = 0;
inline constexpr ExitCode kRunFailed = 1;
inline constexpr ExitCode kCouldNotGoOn = 2;
inline constexpr ExitCode kSignal = 128;  // and its number

/// What the help and docs/formats.md say of each.
inline constexpr auto kExitMeanings = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"0", "nothing failed; runs may still be pending"},
    {"1",
     "a run or a build failed, an assertion does not hold, lint found an error or a warning, Slurm refuses a "
     "run of 'plan --test-only', or 'advise' finds no rung to advise"},
    {"2", "wrong input or environment: an error on standard error says what, and what to do"},
    {"128 + N", "ended by signal N, such as 130 by Ctrl-C; jobs under Slurm go on"},
});

// Each verb has a file of its name. It does what the command asks and prints the result to standard output.
Result<ExitCode> run_verb(const SweepCommand& command);
Result<ExitCode> run_verb(const StatusCommand& command);
Result<ExitCode> run_verb(const ListCommand& command);
Result<ExitCode> run_verb(const CancelCommand& command);
Result<ExitCode> run_verb(const PlanCommand& command);
Result<ExitCode> run_verb(const GenerateCommand& command);
Result<ExitCode> run_verb(const BuildCommand& command);
Result<ExitCode> run_verb(const ImportCommand& command);
Result<ExitCode> run_verb(const ReportCommand& command);
Result<ExitCode> run_verb(const AdviseCommand& command);
Result<ExitCode> run_verb(const CompareCommand& command);
Result<ExitCode> run_verb(const TableCommand& command);
Result<ExitCode> run_verb(const ExplainCommand& command);
Result<ExitCode> run_verb(const LintCommand& command);
Result<ExitCode> run_verb(const ClustersListCommand& command);
Result<ExitCode> run_verb(const ClustersShowCommand& command);
Result<ExitCode> run_verb(const ClustersCheckCommand& command);
Result<ExitCode> run_verb(const ClustersDetectCommand& command);
Result<ExitCode> run_verb(const PrintText& command);

}  // namespace scalegen
