#pragma once
#include <string>

#include "cli/verbs.hpp"

namespace CLI {
class App;
}

namespace scalegen {

/// The name of the CLI::Error of a value that is gone: its message says what to do.
constexpr const char* kGoneError = "Gone";

/// CLI11 reads the options of each verb into one of these.
struct ParsedVerbs {
  SweepCommand sweep{};
  StatusCommand status{};
  ListCommand list{};
  CancelCommand cancel{};
  PlanCommand plan{};
  GenerateCommand generate{};
  BuildCommand build{};
  ImportCommand import{};
  ReportCommand report{};
  AdviseCommand advise{};
  CompareCommand compare{};
  TableCommand table{};
  ExplainCommand explain{};
  LintCommand lint{};
  ClustersListCommand clusters_list{};
  ClustersShowCommand clusters_show{};
  ClustersCheckCommand clusters_check{};
};

/// Declares all verbs with their options, which are read into `verbs`: it must outlive the parsing.
void add_verbs(CLI::App& app, ParsedVerbs& verbs);

/// Gives each verb its examples, and all help a form of 80 columns. Call it when all verbs are declared.
void add_help(CLI::App& app);

/// A script with which bash, zsh or fish completes the verbs and options of `app`, the names of clusters and
/// forms, and files. An error for any other shell.
Result<std::string> completion(const CLI::App& app, const std::string& shell);

}  // namespace scalegen
