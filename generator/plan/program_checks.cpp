#include "generator/plan/program_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <sstream>

#include "generator/plan/placeholders.hpp"
#include "generator/sweep_file/source_location.hpp"

namespace scalegen {

namespace {

using Kind = OwnProgram::Kind;

/// All that a program's key says, on one line.
std::string text_of(const OwnProgram& program) {
  std::string text;
  for (const auto& word : program.words) text += word.value + " ";
  return text;
}

std::vector<std::string> words_of(const OwnProgram& program) {
  std::istringstream text(text_of(program));
  std::vector<std::string> words;
  for (std::string word; text >> word;) words.push_back(std::move(word));
  return words;
}

bool is_part_of_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// Whether a text names a program: as a word, perhaps with the folders before it.
bool names(std::string_view text, std::string_view program) {
  for (auto at = text.find(program); at != std::string_view::npos; at = text.find(program, at + 1)) {
    const auto end = at + program.size();
    const bool begins = at == 0 || !is_part_of_word(text[at - 1]);
    const bool ends =
        end == text.size() || !(is_part_of_word(text[end]) || text[end] == '-' || text[end] == '.');
    if (begins && ends) return true;
  }
  return false;
}

template <std::size_t count>
bool names_any(std::string_view text, const std::array<std::string_view, count>& programs) {
  return std::any_of(programs.begin(), programs.end(), [&](auto program) { return names(text, program); });
}

bool is_launch_option(std::string word) {
  constexpr auto kOptions = std::to_array<std::string_view>(
      {"--nnodes", "--nproc-per-node", "--node-rank", "--master-addr", "--master-port", "--rdzv-backend",
       "--rdzv-endpoint", "--rdzv-id", "--standalone"});
  word = word.substr(0, word.find('='));
  std::replace(word.begin(), word.end(), '_', '-');
  return std::find(kOptions.begin(), kOptions.end(), word) != kOptions.end();
}

/// What `torchrun:` and `python:` write themselves.
void check_first_words(const OwnProgram& program, Diagnostics& errors) {
  if (program.kind == Kind::command) return;
  const auto key = to_text(program.kind);
  const auto words = words_of(program);
  const bool repeats_key = words.front() == key || (program.kind == Kind::python && words.front() == "python3");
  if (repeats_key)
    errors.push_back(error_at(program.words.front().location,
                              fmt::format("'{}:' writes the word '{}' itself", key, words.front()),
                              "begin with the script, as in 'train.py --epochs 1'"));
  for (const auto& word : words) {
    if (!word.starts_with('-') && !(repeats_key && &word == &words.front())) return;
    if (program.kind == Kind::torchrun && is_launch_option(word))
      errors.push_back(
          error_at(program.words.front().location,
                   fmt::format("'torchrun:' writes the option '{}' itself", word.substr(0, word.find('='))),
                   "leave it out: the rung says how many processes there are, and the script where"));
  }
}

/// torchrun without a number starts one process a node, whatever the rung.
void check_bare_torchrun(const OwnProgram& program, Diagnostics& errors) {
  if (program.kind != Kind::command) return;
  auto text = text_of(program);
  std::replace(text.begin(), text.end(), '_', '-');
  if (!names(text, "torchrun") || text.find("--nproc-per-node") != std::string::npos) return;
  errors.push_back(
      error_at(program.location, "torchrun is not told how many processes to start, and starts one",
               "write 'torchrun:' instead of 'command:', or add --nproc-per-node={gpus_per_node}"));
}

/// What a sweep may leave unsaid.
void check_unset(const Located<std::string>& word, const Settings& values, Diagnostics& errors) {
  for (const auto& [offset, name] : placeholders_in(word.value)) {
    const bool can_be_unset = name == "data" || name == "global_batch" || name == "per_rank_batch";
    if (!can_be_unset || find(values, name) != nullptr) continue;
    errors.push_back(
        error_at(location_within(word, offset), fmt::format("'{}' has no value in this sweep", name),
                 name == "data" ? "add 'data:', or write the path here"
                                : "give 'global_batch' or 'per_rank_batch' under 'parameters:'"));
  }
}

/// Whether bash finds on a rung what it does not find on another.
bool asks_the_script(const std::string& text) {
  return text.find("$SLURM_") != std::string::npos || text.find("${SLURM_") != std::string::npos ||
         text.find("$SCALEGEN_") != std::string::npos || text.find("${SCALEGEN_") != std::string::npos;
}

/// Whether there are rungs with the same values, and their commands are the same too.
bool are_all_equal(const std::vector<Combination>& combinations) {
  std::map<std::vector<std::size_t>, const Combination*> first;  // by the values of the axes
  bool has_two_rungs = false;
  for (const auto& combination : combinations) {
    const auto* const other = first.emplace(combination.rows, &combination).first->second;
    if (other->step == combination.step) continue;
    if (other->command != combination.command) return false;
    has_two_rungs = true;
  }
  return has_two_rungs;
}

void warn_of_first_node(const OwnProgram& program, const std::vector<Combination>& combinations,
                        Diagnostics& warnings) {
  constexpr auto kLaunchers =
      std::to_array<std::string_view>({"srun", "mpirun", "mpiexec", "torchrun", "deepspeed", "accelerate"});
  const auto wide = std::find_if(combinations.begin(), combinations.end(),
                                 [](const Combination& c) { return c.step->rung.nodes > 1; });
  if (wide == combinations.end() || names_any(text_of(program), kLaunchers)) return;
  auto warning =
      error_at(program.location,
               fmt::format("a command is started on the first node alone, and rung '{}' has {} nodes",
                           wide->step->rung.name, wide->step->rung.nodes),
               "start the others with srun in it, or write 'torchrun:' or 'python:'");
  warning.severity = Severity::warning;
  warnings.push_back(std::move(warning));
}

}  // namespace

void check_program(const OwnProgram& program, const Settings& values, Diagnostics& errors,
                   Diagnostics& warnings) {
  std::vector<std::string> known = {std::string(kRunDir)};
  for (const auto& setting : values) known.push_back(setting.name);
  for (const auto& word : program.words) {
    check_unset(word, values, errors);
    warn_of_misspelt(word, known, warnings);
  }
  check_first_words(program, errors);
  check_bare_torchrun(program, errors);
}

void warn_of_unknown_work(const SweepFile& sweep, const Settings& values, Diagnostics& warnings) {
  const bool by_wall_time = sweep.metrics.empty();  // unless the program writes event lines
  const bool by_time =
      by_wall_time || (sweep.metrics.front().name == "time" && sweep.metrics.front().unit == "s");
  const bool known = find(values, "samples") != nullptr ||
                     (find(values, "steps") != nullptr && find(values, "global_batch") != nullptr);
  if (sweep.scaling != Scaling::weak || !by_time || known) return;
  auto warning = error_at(
      sweep.program->location,
      by_wall_time
          ? "without 'metrics:' and event lines the wall time counts, and with weak scaling it is no "
            "speed: nobody says how many samples a run takes"
          : "with weak scaling a time is no speed: nobody says how many samples a run takes",
      by_wall_time ? "add 'metrics:', or 'samples:' under 'parameters:', those of all epochs together"
                   : "add 'samples:' under 'parameters:', those of all epochs together");
  warning.severity = Severity::warning;
  warnings.push_back(std::move(warning));
}

void check_commands(const OwnProgram& program, const std::vector<Combination>& combinations,
                    Diagnostics& errors, Diagnostics& warnings) {
  if (program.kind != Kind::command) return;
  warn_of_first_node(program, combinations, warnings);
  if (asks_the_script(text_of(program)) || !are_all_equal(combinations)) return;
  errors.push_back(error_at(program.location, "the command is the same on all rungs: nothing would scale",
                            "write what differs into it, such as {ranks}, {nodes} or {gpus}"));
}

}  // namespace scalegen
