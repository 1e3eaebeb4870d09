#include "generator/job_script/script_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/bash_command.hpp"
#include "core/regex.hpp"
#include "core/text.hpp"

namespace scalegen::job_script {
namespace {

tl::unexpected<Diagnostics> refuse(const JobScript& script, std::size_t offset, std::string message,
                                   std::string hint) {
  return tl::make_unexpected(
      Diagnostics{{.cited = cite(script, offset), .message = std::move(message), .hint = std::move(hint)}});
}

template <std::size_t count>
bool is_among(const std::array<std::string_view, count>& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

/// True for `$1`, `$@` and the like in a word that bash expands.
bool reads_argument(const BashWord& word) {
  static const Regex kForm("\\$(?:[1-9@*#]|\\{[1-9@*#])");
  return !word.is_literal && partial_match(word.text, kForm);
}

Result<void> check_commands(const JobScript& script) {
  constexpr auto kSubmit = std::to_array<std::string_view>({"sbatch", "salloc", "qsub", "bsub"});
  int depth_of_function = -1;
  for (const auto& command : script.bash.commands) {
    if (depth_of_function >= 0 && command.depth <= depth_of_function) depth_of_function = -1;
    if (!command.function.empty()) depth_of_function = command.depth;
    if (command.words.empty()) continue;
    const auto& program = command.words[index_of_program(command.words)];
    if (is_among(kSubmit, program.text))
      return refuse(script, program.begin,
                    fmt::format("the script submits jobs of its own with {}", program.text),
                    "import the script that it submits");
    const auto argument = std::ranges::find_if(command.words, reads_argument);
    if (depth_of_function < 0 && argument != command.words.end())
      return refuse(script, argument->begin, "the script reads its arguments, which a sweep does not give it",
                    "write their values into the script");
  }
  return {};
}

/// A stretch of whole lines with the commands that begin in it; comments before a command belong to it.
struct Chunk {
  enum class Kind { setup, assignment, kept, program };  // kept: in the command, wherever it stands
  std::size_t begin = 0;
  std::size_t end = 0;
  Kind kind = Kind::program;
};

Chunk::Kind kind_of(const BashCommand& command) {
  constexpr auto kSetup =
      std::to_array<std::string_view>({"module", "ml", "conda", "mamba", "micromamba", "spack", "export",
                                       "unset", "ulimit", "umask", "eval", "cd", "mkdir"});
  constexpr auto kKept =
      std::to_array<std::string_view>({"echo", "printf", "date", "hostname", "pwd", "which", "set"});
  const bool is_one = command.after == BashOperator::end && !command.is_group;
  if (!is_one) return Chunk::Kind::program;
  if (command.words.empty()) {
    const bool is_plain = std::ranges::all_of(command.assignments, [](const BashWord& word) {
      const auto equals = word.text.find('=');
      return equals != std::string::npos && is_variable_name(word.text.substr(0, equals)) &&
             !(word.text.ends_with('=') && word.end - word.begin > word.text.size() + 2);  // an array
    });
    return is_plain && !command.assignments.empty() ? Chunk::Kind::assignment : Chunk::Kind::program;
  }
  const auto& name = command.words.front().text;
  // What another file sets need not be exported.
  static const Regex kExports(
      "(?:.*/)?(?:activate|\\.bashrc|\\.bash_profile|\\.?profile|conda\\.sh|modules?\\.sh)");
  const bool is_source = (name == "source" || name == ".") && command.words.size() > 1;
  if (is_among(kSetup, name) || (is_source && full_match(command.words[1].text, kExports)))
    return Chunk::Kind::setup;
  return is_among(kKept, name) ? Chunk::Kind::kept : Chunk::Kind::program;
}

class Parter {
 public:
  Parter(const JobScript& script, SizeWords& words) : script_(script), words_(words) {}

  ScriptParts part() {
    find_chunks();
    keep_folder();
    const auto is_program = [](const Chunk& chunk) { return chunk.kind == Chunk::Kind::program; };
    auto program = std::ranges::find_if(chunks_, is_program);
    const bool is_one_shell = program != chunks_.end() && uses_functions(program->begin);
    if (is_one_shell) program = chunks_.begin();
    for (auto chunk = chunks_.begin(); chunk != program; ++chunk) export_assignments(*chunk);
    auto parts = parts_of_first_line();
    if (is_one_shell) parts.command.insert(0, std::exchange(parts.setup, ""));
    for (auto chunk = chunks_.begin(); chunk != chunks_.end(); ++chunk) {
      const bool is_setup =
          chunk < program && (chunk->kind == Chunk::Kind::setup || chunk->kind == Chunk::Kind::assignment);
      (is_setup ? parts.setup : parts.command) += edited(*chunk);
    }
    return parts;
  }

 private:
  /// What the options of #!/bin/bash do: -l reads the files of a login, others are those of `set`.
  [[nodiscard]] ScriptParts parts_of_first_line() const {
    static const Regex kForm("#!\\S+(?:\\s+(?:bash|sh))?\\s+(?:-([a-z]+)|--login)\\s*");
    const auto first = std::string_view(script_.text).substr(0, script_.text.find('\n'));
    std::string letters;
    if (!full_match(first, kForm, &letters)) return {};
    const bool is_login = letters.empty() || std::erase(letters, 'l') > 0;
    return {is_login ? "for file in /etc/profile ~/.bash_profile; do # as #!/bin/bash -l\n"
                       "  if [[ -r $file ]]; then source \"$file\"; fi\ndone\n"
                     : "",
            letters.empty() ? "" : fmt::format("set -{} # as {}\n", letters, first)};
  }

  /// True if what lies behind a place calls functions of a shell, which an environment that is set up before
  /// another shell would not bring.
  [[nodiscard]] bool uses_functions(std::size_t from) const {
    constexpr auto kFunctions =
        std::to_array<std::string_view>({"deactivate", "conda", "mamba", "micromamba"});
    return std::ranges::any_of(script_.bash.commands, [&](const BashCommand& command) {
      return command.begin >= from && !command.words.empty() &&
             is_among(kFunctions, command.words.front().text);
    });
  }

  [[nodiscard]] std::size_t line_begin(std::size_t offset) const {
    const auto newline = script_.text.rfind('\n', offset == 0 ? 0 : offset - 1);
    return offset == 0 || newline == std::string::npos ? 0 : newline + 1;
  }

  void find_chunks() {
    const auto& text = script_.text;
    auto head = script_.directives.empty() ? 0 : script_.directives.back().end;
    if (head == 0 && text.starts_with("#!")) head = 2;
    const auto begin = head == 0 ? 0 : std::min(text.find('\n', head), text.size() - 1) + 1;
    bool goes_on = false;  // behind a pipe or &&
    for (const auto& command : script_.bash.commands) {
      if (command.depth > 0 || command.begin < begin) continue;
      const auto line = line_begin(command.begin);
      const bool is_same = !chunks_.empty() && (goes_on || line <= chunks_.back().begin);  // or a semicolon
      goes_on = command.after != BashOperator::end && command.after != BashOperator::background;
      if (is_same) {
        if (kind_of(command) != chunks_.back().kind) chunks_.back().kind = Chunk::Kind::program;
        continue;
      }
      if (!chunks_.empty()) chunks_.back().end = line;
      chunks_.push_back({chunks_.empty() ? begin : line, text.size(), kind_of(command)});
    }
    for (std::size_t i = 1; i < chunks_.size(); ++i) give_comments(chunks_[i - 1], chunks_[i]);
  }

  /// Comments and blank lines at the end of a chunk belong to the next one.
  void give_comments(Chunk& before, Chunk& after) const {
    while (before.end > before.begin) {
      const auto line = line_begin(before.end - 1);
      const auto first = script_.text.find_first_not_of(" \t", line);
      const bool is_comment =
          script_.text[first] == '\n' || quoting_at(script_.bash, first) == BashQuoting::comment;
      if (!is_comment || line <= before.begin) break;
      before.end = after.begin = line;
    }
  }

  /// A run may be submitted from elsewhere. A script that is named without a folder is where sbatch is
  /// called.
  void keep_folder() {
    static const Regex kForm("\\$\\{?(SLURM_SUBMIT_DIR)\\b");
    std::string_view rest(script_.text.data(),
                          script_.file.find('/') == std::string::npos ? script_.text.size() : 0);
    for (std::string_view name; find_and_consume(rest, kForm, &name);) {
      const auto at = static_cast<std::size_t>(name.data() - script_.text.data());
      if (quoting_at(script_.bash, at) != BashQuoting::comment)
        words_.edits.push_back({at, at + name.size(), "SCALEGEN_SWEEP_DIR",
                                "the folder of the script, from wherever a run is submitted"});
    }
    std::ranges::stable_sort(words_.edits, {}, &TextEdit::begin);
  }

  /// The command is a bash of its own: it has only the variables of the environment.
  void export_assignments(const Chunk& chunk) {
    if (chunk.kind != Chunk::Kind::assignment) return;
    for (const auto& command : script_.bash.commands)
      for (const auto& word : command.assignments) {
        if (command.begin < chunk.begin || command.begin >= chunk.end || word.begin != command.begin)
          continue;
        words_.edits.push_back(
            {command.begin, command.begin, "export ", "exported, since the command may read it"});
      }
    std::ranges::stable_sort(words_.edits, {}, &TextEdit::begin);
  }

  [[nodiscard]] std::string edited(const Chunk& chunk) const {
    std::string result;
    auto at = chunk.begin;
    for (const auto& question : words_.questions)
      if (question.offset >= chunk.begin && question.offset < chunk.end)
        result += fmt::format("# CHECK: {}\n", question.text);
    for (const auto& edit : words_.edits) {
      if (edit.begin < at || edit.end > chunk.end || edit.begin >= chunk.end) continue;
      result.append(script_.text, at, edit.begin - at).append(edit.text);
      at = edit.end;
    }
    result.append(script_.text, at, chunk.end - at);
    return result;
  }

  const JobScript& script_;
  SizeWords& words_;
  std::vector<Chunk> chunks_{};
};

}  // namespace

Result<void> check_importable(const JobScript& script) {
  const auto& text = script.text;
  const auto interpreter = interpreter_of(script);
  constexpr std::size_t kMost = 100'000;  // of one word of a command line Linux takes 128 KiB
  if (interpreter != "bash" && interpreter != "sh")
    return refuse(script, 0, "a script that can be imported begins with #!/bin/bash", "write it for bash");
  if (text.size() > kMost || has_control_characters(text) || !is_utf8(text))
    return failure(
        fmt::format("'{}' is no script that a sweep can hold: it has {}", script.file,
                    text.size() > kMost ? "more than 100 kB" : "control characters or no UTF-8"),
        text.find('\r') == text.npos ? "" : "remove the carriage returns: sbatch refuses them, too");
  if (const auto* const part = first_part(script))
    return refuse(script, part->begin, "the script is a heterogeneous job, and a rung has nodes of one kind",
                  "import a script for one of its parts");
  for (const auto& directive : script.directives) {
    if (directive.fault != DirectiveFault::none && directive.fault != DirectiveFault::unknown)
      return refuse(script, directive.begin, fmt::format("sbatch refuses '{}' here", directive.name),
                    fmt::format("'scalegen lint {}' says why", script.file));
    if (directive.name == "--array")
      return refuse(script, directive.begin, "the script is a job array, and a run of a sweep is one job",
                    "remove the line, and write the values of one task in place of $SLURM_ARRAY_TASK_ID");
  }
  if (const auto pbs = line_of_pbs(text))
    return refuse(script, *pbs, "sbatch also reads the options of this line, wherever it stands",
                  "write them as #SBATCH, and remove the line");
  if (const auto task = text.find("SLURM_ARRAY_TASK_ID"); task != std::string::npos)
    return refuse(script, task, "the script is for a job array, and a run of a sweep is one job",
                  "write the value of one task in place of $SLURM_ARRAY_TASK_ID");
  return check_commands(script);
}

ScriptParts parts_of(const JobScript& script, SizeWords& words) { return Parter(script, words).part(); }

}  // namespace scalegen::job_script
