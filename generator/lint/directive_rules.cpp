#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

#include "core/job_request.hpp"
#include "core/regex.hpp"
#include "core/text.hpp"
#include "core/units.hpp"
#include "generator/lint/rule.hpp"

namespace scalegen::lint {
namespace {

using Findings = std::vector<Finding>;
using enum Severity;

std::string_view line_at(const JobScript& script, std::size_t begin) {
  return std::string_view(script.text).substr(begin, script.text.find('\n', begin) - begin);
}

void check_interpreter(const LintedScript& script, Findings& findings) {
  if (script.script.text.starts_with("#!")) return;
  add(findings, error, 0, "sbatch takes no script whose first line is no #!",
      "write #!/bin/bash as the first line, with nothing before it");
}

void check_line_ends(const LintedScript& script, Findings& findings) {
  const auto at = script.script.text.find("\r\n");
  if (at == std::string::npos) return;
  add(findings, error, at, "sbatch takes no script whose lines end as on Windows, in CR LF",
      fmt::format("dos2unix {}", script.script.file));
}

bool is_conflict_marker(std::string_view line) {
  return line.starts_with("<<<<<<< ") || line.starts_with(">>>>>>> ") || line == "=======";
}

void check_conflict_markers(const LintedScript& script, Findings& findings) {
  if (!is_conflict_marker(line_at(script.script, script.script.body))) return;
  add(findings, error, script.script.body, "git has left a conflict, and sbatch reads no directive behind it",
      "keep one of both sides, and remove the lines with <<<<<<<, ======= and >>>>>>>");
}

void check_directives_in_the_body(const LintedScript& script, Findings& findings) {
  const auto& read = script.script;
  static const Regex kOptionOfADocument("[ \t]*:[a-z-]+:.*");
  const auto first = line_at(read, read.body);
  if (is_conflict_marker(first) || full_match(first, kOptionOfADocument)) return;
  const auto number = cite(read, read.body).line;
  for (auto line = std::ranges::upper_bound(read.lines, read.body); line != read.lines.end(); ++line)
    if (line_at(read, *line).starts_with("#SBATCH") && quoting_at(read.bash, *line) == BashQuoting::comment)
      add(findings, error, *line,
          fmt::format("sbatch reads no directive behind the first command, which is in line {}", number),
          fmt::format("move it above line {}", number));
}

/// A line that is a comment to sbatch and looks as if it were a directive.
struct Mark {
  std::string written{};  // up to the option
  std::string option{};
  bool is_taken_out = false;  // as people do who know the right mark
};

std::optional<Mark> mark_in(std::string_view line) {
  static const Regex kForm(
      R"(([ \t]*!?#+!?[ \t]*([A-Z][A-Za-z]{3,8}))[ \t]*:?[ \t]+(--?[A-Za-z][A-Za-z-]*).*)");
  Mark mark;
  std::string word;
  if (!full_match(line, kForm, &mark.written, &word, &mark.option)) return std::nullopt;
  const auto letters = lower_case(word);
  const bool has_prefix = letters.size() > 6 && letters.ends_with("sbatch");  // XXSBATCH
  if (mark.written == "#SBATCH" || has_prefix || closest(letters, {"sbatch"}).empty()) return std::nullopt;
  static const Regex kTakenOut("##+[ \t]*SBATCH|#[ \t]+SBATCH");
  mark.is_taken_out = full_match(mark.written, kTakenOut);
  return mark;
}

void check_marks(const LintedScript& script, Findings& findings) {
  const bool knows_the_mark = !script.script.directives.empty();
  bool has_note = false;
  for (const auto begin : script.script.lines) {
    if (begin > script.script.body) return;  // which !#SBATCH begins
    const auto mark = mark_in(line_at(script.script, begin));
    if (!mark) continue;
    const bool is_note = mark->is_taken_out && (knows_the_mark || mark->written.starts_with("##"));
    if (is_note && std::exchange(has_note, true)) continue;
    add(findings, is_note ? note : warning, begin,
        fmt::format("sbatch takes '{}' for a comment, and {} does not count", mark->written, mark->option),
        "a directive begins with #SBATCH in the first column");
  }
}

std::string_view written(const JobScript& script, const Directive& d) {
  return std::string_view(script.text).substr(d.begin, d.end - d.begin);
}

bool is_of_a_plugin(std::string_view name) {
  static const Regex kPlugins(
      "--(no-)?container-.*|--(image|module|volume|entrypoint|uenv|view|edf|environment|x11|perf|ear.*|"
      "beeond|tmpdir.*|scratch.*)");
  return full_match(name, kPlugins);
}

bool is_in_profile(const Profile* profile, const std::string& name) {
  return profile != nullptr && std::ranges::any_of(profile->job_options.sbatch_options, [&](const auto& o) {
           return o.value.substr(0, o.value.find('=')) == name;
         });
}

void check_option(const JobScript& script, const Directive& d, Findings& findings) {
  const auto options = sbatch_options();
  auto word = std::string(written(script, d).substr(0, written(script, d).find('=')));
  if (!word.starts_with("--") && word.size() > 2) word.insert(0, "-");  // -time=1 is -t, -i and so on
  std::vector<std::string> meant;
  std::ranges::copy_if(options, std::back_inserter(meant),
                       [&](const auto& option) { return word.size() > 2 && option.starts_with(word); });
  if (const auto near = closest(word, options); meant.empty() && !near.empty()) meant = {near};
  add(findings, error, d.begin, fmt::format("sbatch has no option '{}'", d.name),
      meant.empty() ? "'sbatch --help' lists what it has"
                    : fmt::format("write {}", fmt::join(meant, " or ")));
}

void check_options(const LintedScript& script, Findings& findings) {
  bool has_note = false;
  for (const auto& d : script.script.directives) {
    if (d.fault != DirectiveFault::unknown || is_in_profile(script.profile, d.name)) continue;
    if (!is_of_a_plugin(d.name))
      check_option(script.script, d, findings);
    else if (!std::exchange(has_note, true))
      add(findings, note, d.begin,
          fmt::format("sbatch itself has no option '{}': a plugin of the site's has to add it", d.name),
          "'sbatch --help' on the cluster lists it if it is there");
  }
}

/// A form of values that sbatch asks for. What it asks of others only a site can say, or they are rarely
/// wrong.
struct ValueForm {
  std::string_view options{};  // between blanks
  Regex regex;
  std::string_view expected{};
};

const std::array<ValueForm, 8>& value_forms() {
  static const std::array<ValueForm, 8> kForms{{
      {" --time --time-min ", Regex(R"(-1|(?i:infinite|unlimited)|[0-9]+(-|(-[0-9]+)?(:[0-9]+){0,2}))"),
       "minutes, hours:minutes:seconds or days-hours:minutes:seconds"},
      {" --mem --mem-per-cpu --mem-per-gpu --tmp ", Regex(R"((?i:\+?[0-9]+([kmgtp]b?)?))"),
       "a whole number and a unit: 16G"},
      {" --nodes ", Regex("[+-]?[0-9]+[kKmM]?(-[0-9]+[kKmM]?(:[0-9]+)?)?(,[0-9]+(-[0-9]+(:[0-9]+)?)?)*"),
       "a whole number, or two: 2-4"},
      {" --ntasks --ntasks-per-node --ntasks-per-core --ntasks-per-socket --ntasks-per-gpu --cpus-per-task "
       "--cpus-per-gpu --mincpus --threads-per-core --cores-per-socket --sockets-per-node ",
       Regex(R"(\+?0*[1-9][0-9]*)"), "a whole number above 0"},
      {" --array ",
       Regex(
           R"( *\[?(,*\+?[0-9]+(-[0-9]+(:0*[1-9][0-9]*)?)?(,+[0-9]+(-[0-9]+(:0*[1-9][0-9]*)?)?)*)?\]?(%.*)?)"),
       "numbers and ranges: 0-15, 1,3,7 or 0-15%4"},
      {" --exclusive ", Regex("(?i:|exclusive|oversubscribe|user|mcs|topo)"), "no value, or user"},
      {" --distribution ", Regex("(?i:[*]|block|cyclic|arbitrary|plane).*"),
       "block, cyclic, plane or arbitrary"},
      {" --open-mode ", Regex("[aA].*|[tT].*"), "append or truncate"},
  }};
  return kForms;
}

const ValueForm* form_of_value(const Directive& d) {
  const auto* const found = std::ranges::find_if(value_forms(), [&](const ValueForm& form) {
    return form.options.find(" " + d.name + " ") != std::string_view::npos;
  });
  return found == value_forms().end() ? nullptr : found;
}

bool has_form(const Directive& d, const ValueForm& form) {
  if (!full_match(d.value, form.regex)) return false;
  static const Regex kRange("([0-9]{1,9})-([0-9]{1,9})");
  std::string_view rest = d.name == "--nodes" || d.name == "--array" ? d.value : std::string_view();
  for (int low = 0, high = 0; find_and_consume(rest, kRange, &low, &high);)
    if (low > high) return false;
  return true;
}

bool has_variable(const Directive& d) {
  static const Regex kVariable(R"(\$[A-Za-z0-9_{(]|`)");
  return partial_match(d.value, kVariable);
}

/// True for -output=x, which is -o with the value utput=x.
bool lacks_a_dash(std::string_view word) {
  const auto name = fmt::format("-{}", word.substr(0, word.find('=')));
  return name.size() > 4 && name.starts_with("--") && sbatch_option_named(name) == name;
}

/// An option as in `--time = 10`.
struct SpacedOption {
  std::string meant{};     // --time=10
  bool has_stray = false;  // a word of its own behind the =
};

std::optional<SpacedOption> spaced_option(const JobScript& script, const Directive& d) {
  static const Regex kForm(R"((--[\w-]+|-\w)([ \t]*=[ \t]+|[ \t]+=)("[^"\n]*"|'[^'\n]*'|[^\s=#-]\S*))");
  std::string name;
  std::string equals;
  std::string value;
  auto rest = std::string_view(script.text).substr(d.begin);
  if (!consume(rest, kForm, &name, &equals, &value)) return std::nullopt;
  return SpacedOption{fmt::format("{}{}{}", name, name.starts_with("--") ? "=" : " ", value),
                      !equals.ends_with('=')};
}

void check_value(const JobScript& script, const Directive& d, Findings& findings) {
  const auto* const form = form_of_value(d);
  const auto word = written(script, d);
  const bool has_equals = !word.starts_with("--") && d.value.starts_with('=');
  const bool is_refused = form != nullptr && !has_variable(d) && !has_form(d, *form);
  if (const auto spaced = spaced_option(script, d))
    return add(findings, is_refused || spaced->has_stray ? error : warning, d.begin,
               fmt::format("a blank beside the = of {}: sbatch reads '{}' for its value", d.name, d.value),
               fmt::format("write {}", spaced->meant));
  const bool is_of_next_line =
      script.text.substr(d.begin, d.value_begin - d.begin).find('\n') != std::string::npos;
  if (!is_refused && (has_variable(d) || !(has_equals || lacks_a_dash(word) || is_of_next_line))) return;
  auto hint = fmt::format("expected {}", form != nullptr ? form->expected : "a value behind it");
  const auto time = form == value_forms().data() ? parse_time(lower_case(d.value)) : std::nullopt;
  if (time) hint = fmt::format("write {}={}", d.name, slurm_time(*time));
  if (has_equals) hint = fmt::format("write {} {}", word.substr(0, 2), d.value.substr(1));
  if (lacks_a_dash(word)) hint = fmt::format("write -{}", word);
  add(findings, is_refused ? error : warning, d.begin,
      fmt::format("sbatch {} '{}' as the value of {}", is_refused ? "refuses" : "takes", d.value, d.name),
      hint);
}

void check_fault(const Directive& d, Findings& findings) {
  if (d.fault == DirectiveFault::no_value)
    add(findings, error, d.begin, fmt::format("{} needs a value", d.name), "write it behind =");
  if (d.fault == DirectiveFault::takes_no_value)
    add(findings, error, d.begin, fmt::format("{} takes no value", d.name), fmt::format("write {}", d.name));
  if (d.fault == DirectiveFault::open_quote)
    add(findings, error, d.begin, "sbatch finds no end of the quote in this line",
        "close it in the same line");
}

/// A word that is no option, the first of its line, and the option before it there.
struct StrayWord {
  const Directive* word = nullptr;
  const Directive* before = nullptr;
};

std::vector<StrayWord> stray_words(const JobScript& script, bool are_of_export) {
  std::vector<StrayWord> strays;
  const Directive* before = nullptr;
  std::size_t line_end = 0;
  bool is_first = true;
  for (const auto& d : script.directives) {
    if (d.begin >= line_end) {
      line_end = script.text.find('\n', d.begin);
      before = nullptr;
      is_first = true;
    }
    if (d.fault != DirectiveFault::no_option)
      before = &d;
    else if (std::exchange(is_first, false) && are_of_export == (before && before->name == "--export") &&
             !(before && (before->fault == DirectiveFault::unknown ||  // whose value it may be
                          spaced_option(script, *before))))
      strays.push_back({&d, before});
  }
  return strays;
}

void check_values(const LintedScript& script, Findings& findings) {
  for (const auto& d : script.script.directives) {
    if (findings.size() == kMostFindings) return;
    if (d.fault == DirectiveFault::none) check_value(script.script, d, findings);
    check_fault(d, findings);
  }
  for (const auto& [word, before] : stray_words(script.script, false)) {
    std::string hint = "put a value with blanks into quotes, and a comment behind #";
    if (before != nullptr && !before->value.empty())
      hint += fmt::format("; or write {}={}{}", before->name, before->value, word->name);
    add(findings, error, word->begin,
        fmt::format("sbatch refuses '{}', a word that is no option", word->name), hint);
  }
}

void check_export_lists(const LintedScript& script, Findings& findings) {
  for (const auto& [word, before] : stray_words(script.script, true))
    add(findings, error, word->begin,
        fmt::format("a blank ends the list of --export: sbatch refuses '{}', a word of its own", word->name),
        "write --export=ALL,A=1,B=2 without blanks, or export the variable in the script");
}

void check_variables(const LintedScript& script, Findings& findings) {
  for (const auto& d : script.script.directives) {
    if (d.fault != DirectiveFault::none || !has_variable(d)) continue;
    const bool is_refused = form_of_value(d) != nullptr;
    const bool is_file = d.name == "--output" || d.name == "--error" || d.name == "--job-name";
    add(findings, is_refused ? error : warning, d.value_begin,
        fmt::format("sbatch expands no variable in a directive{}",
                    is_refused ? ", and refuses this value" : ""),
        is_file ? "write %j for the job's number, %x for its name, %u for the user; in an array %A_%a"
                : fmt::format("write the value here, or 'sbatch {}={} {}', where the shell expands it",
                              d.name, d.value, script.script.file));
  }
}

void check_options_given_twice(const LintedScript& script, Findings& findings) {
  std::map<std::string_view, const Directive*> seen;
  for (const auto& d : script.script.directives) {
    if (d.fault != DirectiveFault::none || d.name == "--mail-type") continue;  // of which it takes all
    const auto* const earlier = std::exchange(seen[d.name], &d);
    if (earlier == nullptr || earlier->value == d.value) continue;
    add(findings, warning, d.begin,
        fmt::format("{} is given twice: sbatch takes '{}', and not '{}' of line {}", d.name, d.value,
                    earlier->value, cite(script.script, earlier->begin).line),
        "keep one of them");
  }
}

constexpr auto kEitherOr =
    std::to_array<std::pair<const char*, const char*>>({{"--mem", "--mem-per-cpu"},
                                                        {"--mem", "--mem-per-gpu"},
                                                        {"--mem-per-cpu", "--mem-per-gpu"},
                                                        {"--cpus-per-task", "--cpus-per-gpu"},
                                                        {"--gpus-per-task", "--ntasks-per-gpu"}});

/// The first option that asks for GPUs with a type, or without; null if none does.
const Directive* option_of_gpus(const JobScript& script, bool has_type) {
  for (const auto* const name : {"--gres", "--gpus", "--gpus-per-node", "--gpus-per-task"}) {
    const auto* const d = find_directive(script, name);
    JobRequest asked;
    if (d != nullptr) read_request_option(d->name, d->value, asked);
    const bool is_of_gpus = asked.gpus || asked.gpus_per_node || asked.gpus_per_task;
    if (is_of_gpus && asked.gpu_type.empty() != has_type) return d;
  }
  return nullptr;
}

void check_contradictions(const LintedScript& script, Findings& findings) {
  const auto find = [&](const char* name) { return find_directive(script.script, name); };
  const auto refuse = [&](const Directive* one, const Directive* other, const std::string& hint) {
    if (one == nullptr || other == nullptr) return;
    if (one->begin > other->begin) std::swap(one, other);
    add(findings, error, other->begin,
        fmt::format("sbatch refuses '{}' beside '{}'", written(script.script, *other),
                    written(script.script, *one)),
        hint);
  };
  for (const auto& [one, other] : kEitherOr) refuse(find(one), find(other), "keep one of them");
  refuse(option_of_gpus(script.script, true), option_of_gpus(script.script, false),
         "name the type in each, or in none");
  const auto& job = script.launches.job;
  const auto each = std::max(job.tasks_per_node.value_or(1), 1);
  const auto nodes = (job.tasks.value_or(0) + each - 1) / each;
  if (nodes > job.most_nodes.value_or(nodes))
    refuse(find("--ntasks"), find("--ntasks-per-node"), fmt::format("so many tasks need --nodes={}", nodes));
  const auto gpus = std::max(job.gpus_per_node.value_or(1), 1);
  if (job.gpus && (*job.gpus % gpus != 0 || *job.gpus / gpus > job.most_nodes.value_or(*job.gpus)))
    refuse(find("--gpus"), find(find("--gpus-per-node") != nullptr ? "--gpus-per-node" : "--gres"),
           "--gpus is the GPUs of all nodes");
}

void check_lines_of_pbs(const LintedScript& script, Findings& findings) {
  const auto& read = script.script;
  const auto at = line_of_pbs(read.text);
  if (!at || read.directives.empty() || find_directive(read, "--ignore-pbs") != nullptr) return;
  const auto line = line_at(read, *at);
  add(findings, warning, *at,
      fmt::format("sbatch also reads '{}', which overrides #SBATCH", line.substr(0, 60)),
      "remove such lines, or add #SBATCH --ignore-pbs");
}

constexpr auto kSbatch = "sbatch 22.05 and 24.11, asked with --test-only";
constexpr auto kManual = "https://slurm.schedmd.com/sbatch.html";

constexpr auto kDirectiveRules = std::to_array<Rule>({
    {"no-interpreter", "The first line of a job script is `#!` and an interpreter.",
     "The first two bytes are not `#!`. A text that sbatch reads no directive of is no job script and is "
     "skipped: pages with examples, programs.",
     "#SBATCH --time=10\nhostname\n", "#!/bin/bash\n#SBATCH --time=10\nhostname\n", kSbatch,
     check_interpreter},
    {"dos-line-ends", "The lines of a job script end in LF, and not in CR LF.",
     "One line that ends in CR LF is enough for sbatch. It is reported once.",
     "#!/bin/bash\r\n#SBATCH --time=10\r\nhostname\r\n", "#!/bin/bash\n#SBATCH --time=10\nhostname\n",
     kSbatch, check_line_ends},
    {"conflict-marker", "A conflict of git's is resolved before a script is submitted.",
     "The line with which the directives end is `<<<<<<< `, `=======` or `>>>>>>> `. sbatch takes it for "
     "the first command.",
     "#!/bin/bash\n<<<<<<< HEAD\n#SBATCH --time=10\n=======\n#SBATCH --time=20\n>>>>>>> other\nhostname\n",
     "#!/bin/bash\n#SBATCH --time=20\nhostname\n", kManual, check_conflict_markers},
    {"directive-after-command", "Directives stand before the first command.",
     "A line that begins with `#SBATCH` stands behind one that is neither blank nor a comment. One in a "
     "here-document or in quotes is of a script that this one writes, and not meant; nor are blocks of "
     "documents that begin with an option such as `:linenos:`.",
     "#!/bin/bash\nset -eu\n#SBATCH --time=10\nhostname\n",
     "#!/bin/bash\n#SBATCH --time=10\nset -eu\ncat <<END >other.sh\n#SBATCH --time=20\nEND\n", kManual,
     check_directives_in_the_body},
    {"misspelt-mark", "A directive begins with `#SBATCH` in the first column.",
     "A warning before the first command: letters of the mark exchanged, missing or doubled (`#SBTACH`, "
     "`#BATCH`), `!#SBATCH`, an indented `#SBATCH`, or `# SBATCH` in a script that has no directive at all. "
     "A note, once for a script: `##SBATCH`, and `# SBATCH` beside directives, as people write what is not "
     "to count. Lower case is prose: `# sbatch -N 2 job.sh`.",
     "#!/bin/bash\n#SBTACH --time=10\nhostname\n",
     "#!/bin/bash\n#SBATCH --time=10\n# sbatch -N 2 job.sh\nhostname\n", kManual, check_marks},
    {"unknown-option", "Directives are options that sbatch has.",
     "No release from 22.05 to 25.11 has the option, nor several that begin so; an abbreviation that only "
     "one option begins with is understood. Options that plugins are known to add (`--image`, "
     "`--container-image`, `--uenv`) are one note, and none where the profile of --cluster has them.",
     "#!/bin/bash\n#SBATCH --cpu-per-task=4\nhostname\n", "#!/bin/bash\n#SBATCH --cpus-per-t=4\nhostname\n",
     kSbatch, check_options},
    {"malformed-value", "Values have the form that sbatch reads.",
     "An error where sbatch refuses it: times, memory, numbers of nodes, tasks and cores, arrays, "
     "--exclusive and --open-mode, a value that is missing or too many, blanks around its =, a word that "
     "is no option, a quote without its end. A warning where sbatch takes for the value what is none: "
     "`-J=name`, `-output=x`, the next line.",
     "#!/bin/bash\n#SBATCH --cpus-per-task=72.\nhostname\n",
     "#!/bin/bash\n#SBATCH --time=1-12 --mem=10GB -N 2-4 --array=[1-9:2]%3 # a comment\nhostname\n", kSbatch,
     check_values},
    {"variable-in-directive", "sbatch expands no variable in a directive.",
     "A `$` before a name, a number, `{` or `(`, or a backtick. An error where sbatch refuses the text, as "
     "of a number of nodes; else a warning. `%j` and the like are no variables.",
     "#!/bin/bash\n#SBATCH --output=$HOME/job.out\nhostname\n",
     "#!/bin/bash\n#SBATCH --output=%x-%j.out\nhostname\n", kManual, check_variables},
    {"option-twice", "An option is given once.",
     "sbatch takes the last of two that differ, without a word. Alike ones are not reported; --nodes and -N "
     "are one option. Of several --mail-type it takes all.",
     "#!/bin/bash\n#SBATCH --time=10\n#SBATCH -t 20\nhostname\n",
     "#!/bin/bash\n#SBATCH --time=20\n#SBATCH -t 20\nhostname\n", kManual, check_options_given_twice},
    {"options-contradict", "Options do not contradict each other.",
     "sbatch takes one of --mem, --mem-per-cpu and --mem-per-gpu, one of --cpus-per-task and --cpus-per-gpu, "
     "one of --gpus-per-task and --ntasks-per-gpu, the type of GPUs in each option or in none, and no more "
     "tasks or GPUs in all than the nodes have by --ntasks-per-node and --gpus-per-node.",
     "#!/bin/bash\n#SBATCH --mem=8G --mem-per-cpu=2G\nhostname\n",
     "#!/bin/bash\n#SBATCH --nodes=2 --ntasks=8 --ntasks-per-node=4 --gpus=4 --gpus-per-node=2\nsrun ./a\n",
     "sbatch 22.05 and 24.11, asked to submit", check_contradictions},
    {"export-list", "The list of --export has no blanks.",
     "A word that is no option follows --export in its line.",
     "#!/bin/bash\n#SBATCH --export=A= 0, 1\nhostname\n",
     "#!/bin/bash\n#SBATCH --export=ALL,A=0 # of the job\nhostname\n", kSbatch, check_export_lists},
    {"lines-of-pbs", "sbatch also reads the lines of #PBS and #BSUB.",
     "The first line that begins with one of them, also behind the first command or in a here-document. "
     "What they ask for takes the place of what #SBATCH asks for. No alarm beside --ignore-pbs, or in a "
     "script without #SBATCH, which is for another system.",
     "#!/bin/bash\n#SBATCH --partition=gpu\n#PBS -q long\nhostname\n",
     "#!/bin/bash\n#SBATCH --partition=gpu --ignore-pbs\n#PBS -q long\nhostname\n",
     "sbatch 22.05 and 24.11, asked with scontrol show job", check_lines_of_pbs},
});

}  // namespace

std::span<const Rule> directive_rules() { return kDirectiveRules; }

}  // namespace scalegen::lint
