#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "core/plan.hpp"
#include "generator/script/template.hpp"

namespace scalegen {

/// The site's setup for a run. Empty for nodes of another architecture than the site's software is for: there
/// the sweep file sets up everything.
SiteSetup site_setup(const Run& run, const Launch& launch);

/// An item for each text, in which it goes by `name`.
std::vector<TemplateValues> items(std::string_view name, const std::vector<std::string>& texts);

/// An item for each variable: its `name` and its `value`.
std::vector<TemplateValues> exports(const Variables& variables);

/// Like exports(), for values that are words of bash: a `name` and a `word`.
std::vector<TemplateValues> exports_of_words(const Variables& variables);

/// Adds what setup.part wants of the site: its modules and lines.
void add_setup(TemplateValues& values, const SiteSetup& setup);

/// Adds what container.part and the line that starts the command want of the container: what it is, and what
/// it sees of the machine, which is the site's folders, then those that the run needs.
void add_container(TemplateValues& values, const Run& run, const SiteSetup& setup, const Launch& launch);

// Parts of a script as bash reads them.

/// For a comment: a new line in it would end it.
std::string comment(std::string text);

/// A command as a person reads it: the program, then a flag and its value on one line. `program` is the one
/// that the script has in a variable; bash -c TEXT stays together.
std::vector<std::string> command_lines(const std::vector<std::string>& command, const std::string& program);

/// The cores that a rank has for its threads.
int threads_of_a_rank(const Run& run);

/// One word for each process: the hardware threads that it is pinned to.
std::string pinned_cores(const Run& run, const std::vector<int>& cores);

/// True if the script sets OMP_NUM_THREADS: not for a command whose `threads` nobody said.
bool sets_threads(const Run& run, const PlanHead& head);

/// The variables that runs are given, and by what: "MASTER_ADDR, OMP_NUM_THREADS (scalegen); A (env)".
std::string given_variables(const std::vector<const Run*>& runs, const PlanHead& head);

/// The variables that are exported for the program, in this order: the network's, the container's or that of
/// the site's software, the sweep file's. A later value of the same name wins.
Variables environment_of(const Run& run, const SiteSetup& setup, const Launch& launch);

}  // namespace scalegen
