#pragma once
#include <string>
#include <vector>

#include "core/diagnostics.hpp"
#include "generator/lint/rule.hpp"

namespace scalegen {

/// What the rules find in a file, or why they do not look at it.
struct LintedFile {
  JobScript script{};
  std::string skipped{};  // why; empty: it was judged
  std::string partly{};   // why no more than its directives were
  std::vector<lint::Finding> findings{};
};

/// Judges a file; - is standard input. sbatch takes at most 4 MiB by default: of a longer one no more is
/// read. Returns an error if it cannot be read.
Result<LintedFile> lint_file(const std::string& file, const Profile* profile);

/// A rule with its examples.
Result<std::string> explain_rule(const std::string& name);

}  // namespace scalegen
