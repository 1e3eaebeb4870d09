#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "core/job_script.hpp"
#include "generator/job_script/size_words.hpp"

namespace scalegen::job_script {

/// A script without its directives, in two: what sets its environment up, and what it runs.
struct ScriptParts {
  std::string setup{};
  std::string command{};
};

/// Returns an error, with the reason, for a script that is no single job of bash: an array, a heterogeneous
/// job, one that submits others, reads its arguments, or is written for another shell.
Result<void> check_importable(const JobScript& script);

/// Parts the lines before the first program: modules, variables and the like are set-up, what prints stays.
/// Edits are made and questions become comments before their command. A variable that the command reads is
/// exported, which is one more edit.
ScriptParts parts_of(const JobScript& script, SizeWords& words);

}  // namespace scalegen::job_script
