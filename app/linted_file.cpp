#include "app/linted_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>

#include "core/files.hpp"
#include "core/regex.hpp"
#include "core/text.hpp"
#include "core/try.hpp"

namespace scalegen {
namespace {

constexpr std::size_t kLongestScript = std::size_t{4} << 20U;  // Slurm's default of max_script_size

/// What stands in a directive for a value that somebody fills in.
std::string placeholder_in(std::string_view directive) {
  static const Regex kForm(
      R"((\{\{[^{}]*\}\}|\{%.*%\}|<[A-Za-z][^<>]*>|#[A-Za-z_]+#|@[A-Za-z_]+@|%%[A-Za-z_]+%%|[ =]\{ ?[A-Za-z_]+ ?\}))");
  std::string found;
  partial_match(directive, kForm, &found);
  return found.substr(std::min(found.find_first_not_of(" ="), found.size()));
}

std::string why_template(const JobScript& script) {
  for (const auto begin : script.lines) {
    const auto line = std::string_view(script.text).substr(begin, script.text.find('\n', begin) - begin);
    if (!line.starts_with("#SBATCH")) continue;
    const auto found = placeholder_in(line.substr(0, line.find(" #", 1)));
    if (!found.empty())
      return fmt::format("'{}' in line {} is to be filled in", found, cite(script, begin).line);
  }
  return "";
}

std::string why_skipped(const JobScript& script) {
  const auto& text = script.text;
  if (text.empty()) return "it is empty";
  if (text.find('\0') != std::string::npos) return "it is no text";
  if (text.size() > kLongestScript) return "it is longer than the 4 MiB that sbatch takes by default";
  const auto interpreter = interpreter_of(script);
  if (first_part(script) != nullptr) return "it is a heterogeneous job, whose parts would be judged as one";
  static const Regex kMark(R"((?m)^[ \t]*!?#+!?[ \t]*S?[A-Z][A-Za-z]{3,6}[ \t]+-)");
  const bool has_mark = !interpreter.empty() && partial_match(text, kMark);
  if (script.directives.empty() && !has_mark) return "it is no job script: sbatch finds no #SBATCH in it";
  return why_template(script);
}

std::string example(std::string_view title, std::string_view script) {
  std::string text(title);
  std::string visible(script);
  replace_matches(visible, Regex("\r"), "^M");
  for (const auto& line : lines_of(visible)) text += "\n    " + line;
  return text + "\n";
}

}  // namespace

Result<LintedFile> lint_file(const std::string& file, const Profile* profile) {
  const bool is_input = file == "-";
  const std::string path = is_input ? "/dev/stdin" : file;
  TRY_ASSIGN(const auto exists, is_there(path));
  if (!exists) return file_failure("read", path, ENOENT);
  TRY_ASSIGN(auto text, read_beginning(path, kLongestScript + 1));
  // Whoever names a script without its folder is where sbatch is to be called; of others nobody knows.
  const bool is_here = !is_input && file.find('/') == std::string::npos;
  TRY_ASSIGN(const auto folder, is_here ? working_folder() : std::filesystem::path());
  LintedFile linted{.script = read_job_script(is_input ? "standard input" : file, std::move(text))};
  linted.skipped = why_skipped(linted.script);
  if (!linted.skipped.empty()) return linted;
  const auto interpreter = interpreter_of(linted.script);
  if (interpreter.empty() || is_shell(interpreter)) {
    linted.findings = lint::lint({linted.script, profile, folder});
    return linted;
  }
  linted.partly = fmt::format("it is for {}", interpreter);
  const auto head = read_job_script(linted.script.file, linted.script.text.substr(0, linted.script.body));
  lint::LintedScript judged{head, profile, folder};
  judged.launches.is_known = false;
  linted.findings = lint::lint(judged);
  return linted;
}

Result<std::string> explain_rule(const std::string& name) {
  std::vector<std::string> known;
  for (const auto& rule : lint::all_rules()) known.emplace_back(rule.name);
  const auto* const rule = lint::find_rule(name);
  if (rule == nullptr)
    return failure(fmt::format("no rule is named '{}'", name),
                   fmt::format("known: {}", fmt::join(known, ", ")));
  return fmt::format("{}: {}\n\n{}\n\n{}\n{}\nsource: {}\n", rule->name, rule->summary, rule->decided,
                     example("bad:\n", rule->bad), example("good:\n", rule->good), rule->source);
}

}  // namespace scalegen
