#pragma once
#include <CLI/CLI.hpp>

#include "cli/arguments.hpp"

namespace scalegen {

/// What the words of each verb are read into.
struct VerbWords {
  SweepCommand sweep{};
  ResumeCommand resume{};
  StatusCommand status{};
  WaitCommand wait{};
  CancelCommand cancel{};
  PlanCommand plan{};
  GenerateCommand generate{};
  BuildCommand build{};
  ReportCommand report{};
  ClustersListCommand clusters_list{};
  ClustersShowCommand clusters_show{};
  ClustersCheckCommand clusters_check{};
};

/// Tells the parser of all verbs and their options. `words` must live as long as it.
void add_verbs(CLI::App& app, VerbWords& words);

/// The words of the verb that was given, as a command.
Command command_of(const std::string& verb, VerbWords words);

}  // namespace scalegen
