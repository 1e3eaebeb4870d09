#include "generator/plan/cpu_program.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "core/bash_command.hpp"
#include "core/bash_text.hpp"
#include "core/rung.hpp"
#include "generator/plan/threads.hpp"

namespace scalegen::plan {
namespace {

using Texts = std::vector<Located<std::string>>;

constexpr auto kMayUseGpus = std::to_array<std::string_view>(
    {"python", ".py ", ".sh ", "torch", "accelerate", "deepspeed", " apptainer ", " singularity "});

/// What a `command:` runs, and the names of its variables.
Texts texts_of(const SweepFile& sweep) {
  auto texts = sweep.program->words;
  texts.insert(texts.end(), sweep.setup.begin(), sweep.setup.end());
  for (const auto& [name, value] : sweep.env) texts.push_back(name);
  return texts;
}

/// In lower case, with a blank around each word.
std::string words_of(const Texts& texts) {
  std::string words = " ";
  for (const auto& text : texts) words += text.value + " ";
  for (auto& c : words) {
    if (std::string_view("/\n\t;&|()\"'`").find(c) != std::string_view::npos) c = ' ';
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return words;
}

template <std::size_t count>
bool has_any(const Texts& texts, const std::array<std::string_view, count>& words) {
  const auto text = words_of(texts);
  return std::ranges::any_of(words, [&](auto word) { return text.find(word) != text.npos; });
}

bool is_of_gpus(const Located<std::string>& rung) {
  const auto spec = parse_rung(rung.value);
  return spec && spec->unit == RungSpec::Unit::gpu_ranks;
}

bool names_launcher(const Texts& texts) {
  const auto text = words_of(texts);
  return std::ranges::any_of(
      kRankLaunchers, [&](auto name) { return text.find(" " + std::string(name) + " ") != text.npos; });
}

}  // namespace

bool starts_ranks(std::string_view script) {
  Texts lines;  // without comments
  for (const auto& command : read_bash(script).commands)
    for (const auto& word : command.words) lines.push_back({word.text, {}});
  return names_launcher(lines);
}

bool has_command(const SweepFile& sweep) {
  return sweep.program && sweep.program->kind == OwnProgram::Kind::command;
}

bool starts_ranks(const SweepFile& sweep) {
  return has_command(sweep) && (sweep.program->script_starts_ranks || names_launcher(sweep.program->words));
}

bool has_task_a_rank(const SweepFile& sweep) {
  return sweep.tasks ? sweep.tasks->value == TaskOf::rank : starts_ranks(sweep);
}

const ParameterValues* find_values(const SweepFile& sweep, std::string_view name) {
  const ParameterValues* found = nullptr;
  const auto look = [&](const std::vector<ParameterValues>& parameters) {
    for (const auto& parameter : parameters)
      if (parameter.name.value == name) found = &parameter;
  };
  look(sweep.parameters);
  std::ranges::for_each(sweep.axes, look);
  return found;
}

const ParameterValues* find_threads(const SweepFile& sweep) {
  return has_command(sweep) ? find_values(sweep, kThreads) : nullptr;
}

bool is_for_cores(const SweepFile& sweep) {
  constexpr auto kGpus = std::to_array<std::string_view>({"gpu", "cuda", "rocm", "nvidia"});
  if (!has_command(sweep) || std::ranges::any_of(sweep.rungs, is_of_gpus)) return false;
  const auto texts = texts_of(sweep);
  return !has_any(texts, kGpus) &&
         (find_threads(sweep) != nullptr || !(sweep.image || has_any(texts, kMayUseGpus)));
}

bool has_own_software(const SweepFile& sweep) {
  constexpr auto kOfPython = std::to_array<std::string_view>({"conda", "activate"});
  if (sweep.own_software) return *sweep.own_software;
  if (!has_command(sweep) || sweep.image || (sweep.launcher && sweep.launcher->value.container)) return false;
  const auto texts = texts_of(sweep);
  return (names_launcher(sweep.program->words) || is_for_cores(sweep)) && !has_any(texts, kMayUseGpus) &&
         !has_any(texts, kOfPython);
}

}  // namespace scalegen::plan
