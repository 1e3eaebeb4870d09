#pragma once
#include "cli/arguments.hpp"
#include "cli/exit_code.hpp"

namespace scalegen {

// A file a verb, or a file for each word behind it (`clusters detect`): what it was asked to do, done, with
// its output on standard output.
Result<ExitCode> run_verb(const SweepCommand& command);
Result<ExitCode> run_verb(const ResumeCommand& command);
Result<ExitCode> run_verb(const StatusCommand& command);
Result<ExitCode> run_verb(const WaitCommand& command);
Result<ExitCode> run_verb(const CancelCommand& command);
Result<ExitCode> run_verb(const PlanCommand& command);
Result<ExitCode> run_verb(const GenerateCommand& command);
Result<ExitCode> run_verb(const BuildCommand& command);
Result<ExitCode> run_verb(const ReportCommand& command);
Result<ExitCode> run_verb(const ClustersListCommand& command);
Result<ExitCode> run_verb(const ClustersShowCommand& command);
Result<ExitCode> run_verb(const ClustersCheckCommand& command);
Result<ExitCode> run_verb(const ClustersDetectCommand& command);
Result<ExitCode> run_verb(const Say& command);

}  // namespace scalegen
