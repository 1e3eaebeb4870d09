#pragma once
#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostics.hpp"
#include "generator/lint/launches.hpp"
#include "generator/profile/profile.hpp"

namespace scalegen::lint {

/// What the rules look at.
struct LintedScript {
  const JobScript& script;
  const Profile* profile = nullptr;  // of the cluster; null: what only a site knows is not judged
  std::filesystem::path folder{};  // where sbatch is called, as far as is known; empty: no file is looked for
  Launches launches = launches_in(script);
};

struct Finding {
  std::string_view rule{};
  Severity severity = Severity::warning;
  std::size_t offset = 0;  // in bytes of the script
  std::string message{};
  std::string hint{};  // what to write
  bool operator==(const Finding&) const = default;
};

/// Findings of one rule in one script; what exceeds it is counted out.
inline constexpr std::size_t kMostFindings = 100;

/// Adds a finding, unless these are the most there may be.
void add(std::vector<Finding>& findings, Severity severity, std::size_t offset, std::string message,
         std::string hint);

/// A rule, and what --explain and docs/lint.md say of it.
struct Rule {
  std::string_view name{};     // directive-after-command
  std::string_view summary{};  // one sentence
  std::string_view decided{};  // how; what is no alarm
  std::string_view bad{};      // an example: a whole script
  std::string_view good{};
  std::string_view source{};  // who says so
  void (*check)(const LintedScript& script, std::vector<Finding>& findings) = nullptr;
};

/// The ranks' own variables that bash expands before a launcher starts the ranks, each at its `$`.
std::vector<Finding> early_ranks(std::string_view text, const BashText& bash, std::string_view launcher);

std::span<const Rule> directive_rules();  // what sbatch reads
std::span<const Rule> launch_rules();     // who starts the processes, and where
std::span<const Rule> site_rules();       // what the profile of a cluster knows
std::span<const Rule> other_rules();      // files and monitors

const std::vector<Rule>& all_rules();          // these, and that of comments that suppress one
const Rule* find_rule(std::string_view name);  // null if none has it

/// All findings of a script, by their place, without those that a comment suppresses.
std::vector<Finding> lint(const LintedScript& script);

}  // namespace scalegen::lint
