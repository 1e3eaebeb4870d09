#pragma once
#include "cli/arguments.hpp"

namespace scalegen {

/// The exit status of every verb; 128 + n if signal n ended it.
using ExitCode = int;

inline constexpr ExitCode kDone = 0;  // nothing failed; runs may still be pending
inline constexpr ExitCode kRunFailed =
    1;  // a run or an assertion failed; lint found something; no rung is advised
inline constexpr ExitCode kCouldNotGoOn = 2;  // wrong input or environment; an error says what

// Each verb has a file of its name. It does what the command asks and prints the result to standard output.
Result<ExitCode> run_verb(const SweepCommand& command);
Result<ExitCode> run_verb(const ResumeCommand& command);
Result<ExitCode> run_verb(const StatusCommand& command);
Result<ExitCode> run_verb(const ListCommand& command);
Result<ExitCode> run_verb(const NeededCommand& command);
Result<ExitCode> run_verb(const WaitCommand& command);
Result<ExitCode> run_verb(const CancelCommand& command);
Result<ExitCode> run_verb(const PlanCommand& command);
Result<ExitCode> run_verb(const GenerateCommand& command);
Result<ExitCode> run_verb(const BuildCommand& command);
Result<ExitCode> run_verb(const ImportCommand& command);
Result<ExitCode> run_verb(const ReportCommand& command);
Result<ExitCode> run_verb(const AdviseCommand& command);
Result<ExitCode> run_verb(const PredictCommand& command);
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
