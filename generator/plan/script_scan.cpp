#include "generator/plan/script_scan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <sstream>
#include <vector>

#include "core/bash_command.hpp"
#include "core/bash_text.hpp"
#include "core/files.hpp"
#include "core/job_script.hpp"
#include "core/source_location.hpp"
#include "core/text.hpp"
#include "generator/plan/cpu_program.hpp"
#include "generator/plan/hidden_failure.hpp"
#include "generator/plan/setup_scan.hpp"

namespace scalegen::plan {
namespace {

namespace fs = std::filesystem;
using Kind = OwnProgram::Kind;
using Words = std::vector<Located<std::string>>;

/// The words of a program; of a text those of its first command.
Words located_words_of(const OwnProgram& program) {
  if (!program.is_text) return program.words;
  Words words;
  const auto& text = program.words.front();
  for (const auto& command : read_bash(text.value).commands) {
    for (const auto& word : command.words) words.push_back({word.text, location_within(text, word.begin)});
    if (!words.empty()) break;
  }
  return words;
}

/// Returns true if a word is a plain path or name: nothing in it is bash's, and no placeholder.
bool is_plain(const std::string& word) { return has_only_plain(word, "_./+-"); }

bool is_python(const std::string& word) { return word == "python" || word == "python3"; }

/// The script among the arguments of python or torchrun: the first word that ends in .py.
const Located<std::string>* script_among(std::span<const Located<std::string>> words, std::size_t begin) {
  constexpr auto kNoScript =
      std::to_array<std::string_view>({"-m", "-c", "--module", "--no_python", "--no-python"});
  for (auto i = begin; i < words.size(); ++i) {
    const auto& word = words[i].value;
    if (std::ranges::find(kNoScript, word) != kNoScript.end()) return nullptr;
    if (word.ends_with(".py") || (i == begin && !word.starts_with('-')))
      return is_plain(word) || word.starts_with("~/") ? &words[i] : nullptr;
    const bool may_be_value = i > begin && words[i - 1].value.starts_with('-');
    if (!word.starts_with('-') && !may_be_value) return nullptr;
  }
  return nullptr;
}

/// The script among the arguments of a shell: the first that is no option. After -c there is none.
const Located<std::string>* script_of_shell(std::span<const Located<std::string>> words) {
  for (std::size_t i = 1; i < words.size(); ++i) {
    const auto& word = words[i].value;
    if (!word.starts_with('-')) return is_plain(word) ? &words[i] : nullptr;
    if (word.starts_with("--") || word.find('c') != std::string::npos) return nullptr;
    if (word.ends_with('o')) ++i;  // its value: pipefail
  }
  return nullptr;
}

/// The file that a program of one's own runs; null if only bash can tell.
const Located<std::string>* script_of(Kind kind, const Words& all) {
  if (kind != Kind::command) return script_among(all, 0);
  std::vector<std::string> texts;
  for (const auto& word : all) texts.push_back(word.value);
  const auto words = std::span(all).subspan(index_of_program(texts));
  const auto& first = words.front().value;
  if (is_python(first) || first == "torchrun") return script_among(words, 1);
  if (first == "bash" || first == "sh" || first == "source" || first == ".") return script_of_shell(words);
  if (is_plain(first) && first.find('/') != std::string::npos) return &words.front();
  if (!is_launcher(first)) return nullptr;
  const auto program = std::ranges::find_if(
      words, [](const auto& word) { return word.value.starts_with("./") && is_plain(word.value); });
  return program != words.end() ? &*program : nullptr;
}

/// The name of the program that is started first; empty if only bash can tell.
std::string launcher_of(const OwnProgram& program, const Words& words) {
  if (program.kind == Kind::torchrun) return "torchrun";
  if (program.kind == Kind::python) return "python3";
  const auto& first = words.front().value;
  const bool is_name = is_plain(first) && first.find('/') == std::string::npos;
  return is_name && !(program.is_text && is_bash_builtin(first)) ? first : "";
}

bool is_on_path(const std::string& name, const std::string& path) {
  std::istringstream folders(path);
  std::error_code none;
  for (std::string folder; std::getline(folders, folder, ':');)
    if (fs::is_regular_file(fs::path(folder.empty() ? "." : folder) / name, none)) return true;
  return false;
}

bool sets_path(const SweepFile& sweep) {
  return std::ranges::any_of(sweep.env, [](const auto& variable) { return variable.first.value == "PATH"; });
}

/// True if a text sets PATH, or goes on without its first command.
bool needs_no_first(const OwnProgram& program) {
  if (!program.is_text) return false;
  const auto& text = program.words.front().value;
  const auto commands = read_bash(text).commands;
  return text.find("PATH=") != text.npos || commands.empty() ||
         commands.front().after == BashOperator::or_else;
}

/// The folder in which the program runs, as far as it is known here; `{run_dir}` and the like stand for the
/// sweep file's.
fs::path folder_of_runs(const SweepFile& sweep, const ProgramPlaces& places) {
  const auto path = sweep.workdir ? sweep.workdir->value : "";
  if (path.empty() || path.find('{') != std::string::npos) return places.folder;
  if (path == "~" || path.starts_with("~/"))
    return places.home / path.substr(std::min<std::size_t>(path.size(), 2));
  return places.folder / path;
}

fs::path path_of(const std::string& word, const fs::path& folder, const fs::path& home) {
  return (word.starts_with("~/") ? home / word.substr(2) : folder / word).lexically_normal();
}

/// A look at the files of one program.
class ScriptScanner {
 public:
  ScriptScanner(const SweepFile& sweep, const Profile& profile, const ProgramPlaces& places)
      : sweep_(sweep), profile_(profile), places_(places) {}

  ScriptScan look() {
    const auto words = located_words_of(*sweep_.program);
    if (words.empty()) return {};
    const auto folder = folder_of_runs(sweep_, places_);
    setup_ = scan_setup(sweep_, folder, places_.home);
    if (runs_here()) look_for_launcher(words);
    if (const auto* const script = script_of(sweep_.program->kind, words); script != nullptr)
      look_at_script(*script, path_of(script->value, folder, places_.home));
    return std::move(scan_);
  }

 private:
  [[nodiscard]] bool runs_here() const { return traits_of(profile_.scheduler).runs_here; }

  void look_for_launcher(const Words& words) {
    for (const auto& script : setup_.scripts)
      if (std::error_code none; !fs::exists(script.value, none)) return report_missing_environment(script);
    const auto name = launcher_of(*sweep_.program, words);
    if (name.empty() || is_on_path(name, places_.path) || is_in_environment(name)) return;
    if (needs_no_first(*sweep_.program)) return;
    if (setup_.is_unknown || is_set_up_elsewhere()) return;
    if (!setup_.scripts.empty()) return report_launcher_not_in_environment(name);
    report(sweep_.program->location,
           fmt::format("there is no program '{}' on the PATH of this machine", name),
           "install it, or activate its environment: setup: source ~/venv/bin/activate", setup_.is_all);
  }

  [[nodiscard]] bool is_in_environment(const std::string& name) const {
    return std::ranges::any_of(setup_.scripts, [&](const auto& script) {
      std::error_code none;
      return fs::exists(script.value.parent_path() / name, none);
    });
  }

  void report_missing_environment(const Located<fs::path>& script) {
    report(script.location, fmt::format("there is no '{}'", script.value.string()),
           "'setup:' runs in the folder of the sweep file, or in 'workdir:'", setup_.is_all);
  }

  void report_launcher_not_in_environment(const std::string& name) {
    report(sweep_.program->location,
           fmt::format("there is no program '{}' in '{}', nor on the PATH of this machine", name,
                       setup_.scripts.back().value.parent_path().string()),
           "install it in that environment; torchrun comes with 'pip install torch'", setup_.is_all);
  }

  // By the profile, or by PATH among the variables.
  [[nodiscard]] bool is_set_up_elsewhere() const {
    return !profile_.job_options.setup.empty() || !profile_.modules.empty() || sets_path(sweep_);
  }

  void look_at_script(const Located<std::string>& script, const fs::path& path) {
    std::error_code none;
    if (fs::exists(path, none)) {
      scan_.script = script.value;
      read_script(path);
      return;
    }
    const auto folder = path.parent_path();
    // The folder may be one of the cluster's.
    if (!runs_here() && !fs::exists(folder, none)) return;
    report(script.location,
           fmt::format("there is no '{}' in '{}'", path.filename().string(), folder.string()),
           "the program runs in the folder of the sweep file, or in 'workdir:'",
           setup_.is_all && profile_.job_options.setup.empty());
  }

  /// `is_sure`: no line of a setup can bring it.
  void report(const SourceLocation& location, std::string message, std::string hint, bool is_sure) {
    auto finding = error_at(location, std::move(message), std::move(hint));
    const bool may_be_made = !sweep_.prepare.lines.empty();
    if (runs_here() && is_sure && !may_be_made) return scan_.findings.add_error(std::move(finding));
    finding.notes.push_back(may_be_made   ? "the first run looks for it after 'prepare:', which may make it"
                            : runs_here() ? "this is right only if 'setup:' brings it"
                                          : "this is right only if it is there on the cluster");
    scan_.findings.add_warning(std::move(finding));
  }

  void read_script(const fs::path& path);
  void warn_of_own_ranks(CitedLine line);

  const SweepFile& sweep_;
  const Profile& profile_;
  const ProgramPlaces& places_;
  SetupScan setup_{};
  ScriptScan scan_;
};

constexpr std::size_t kMostBytes = 1 << 20;  // of a script

/// Words of a script that asks for CUDA, or leaves it to its options.
constexpr auto kAsks = std::to_array<std::string_view>(
    {"is_available", "device_count", "torch.accelerator", "cuda.is_initialized", "\"gloo\"", "'gloo'"});

constexpr auto kTakesForGranted = std::to_array<std::string_view>(
    {"init_process_group(\"nccl\"", "init_process_group('nccl'", "backend=\"nccl\"", "backend='nccl'",
     ".cuda()", "torch.device(\"cuda", "torch.device('cuda", ".to(\"cuda", ".to('cuda", ".to(f\"cuda",
     ".to(f'cuda", "cuda.set_device("});

template <std::size_t count>
bool holds_any(std::string_view text, const std::array<std::string_view, count>& pieces) {
  return std::ranges::any_of(pieces, [&](auto piece) { return text.find(piece) != std::string_view::npos; });
}

constexpr auto kStartsRanks =
    std::to_array<std::string_view>({"mp.spawn(", "multiprocessing.spawn(", "mp.start_processes("});

/// The first line of code that holds one of the pieces.
template <std::size_t count>
std::optional<CitedLine> line_with(const std::string& text, const std::string& name,
                                   const std::array<std::string_view, count>& pieces) {
  std::istringstream lines(text);
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    const auto code = line.substr(0, line.find('#'));
    const auto first = code.find_first_not_of(" \t");
    if (code.find("add_argument") != std::string::npos || !holds_any(code, pieces)) continue;
    return CitedLine{name, number, static_cast<int>(first) + 1, line};
  }
  return std::nullopt;
}

bool is_bash_script(const fs::path& path, std::string_view text) {
  const auto first = text.substr(0, text.find('\n'));
  return path.extension() == ".sh" || (first.starts_with("#!") && first.ends_with("sh"));
}

void ScriptScanner::read_script(const fs::path& path) {
  const auto text = read_beginning(path, kMostBytes).value_or("");
  const bool is_bash = is_bash_script(path, text);
  scan_.starts_ranks = is_bash && starts_ranks(text);
  if (is_bash)
    if (auto hidden = hidden_failure_in(text, false))
      scan_.findings.add_warning({.cited = cite(read_job_script(scan_.script, text), hidden->offset),
                                  .message = std::move(hidden->message),
                                  .hint = std::move(hidden->hint)});
  if (path.extension() != ".py") return;
  scan_.slurm = slurm_variables_in(text, scan_.script);
  scan_.takes_rank_from_slurm = takes_rank_from_slurm(text);
  if (!holds_any(text, kAsks)) scan_.of_cuda = line_with(text, scan_.script, kTakesForGranted);
  if (sweep_.program->kind == Kind::command) return;
  if (auto line = line_with(text, scan_.script, kStartsRanks)) warn_of_own_ranks(std::move(*line));
}

void ScriptScanner::warn_of_own_ranks(CitedLine line) {
  const auto key = to_text(sweep_.program->kind);
  scan_.findings.add_warning(
      {.cited = std::move(line),
       .message =
           fmt::format("'{}' starts ranks itself, and '{}:' starts it for each rank", scan_.script, key),
       .hint = fmt::format("write 'command: python3 {} ...', and let it take their number from {{ranks}}",
                           scan_.script)});
}

}  // namespace

ScriptScan scan_script(const SweepFile& sweep, const Profile& profile, const ProgramPlaces& places) {
  return sweep.program ? ScriptScanner(sweep, profile, places).look() : ScriptScan{};
}

void warn_of_cuda_on_cores(const ScriptScan& scan, const std::string& rung, Findings& findings) {
  if (!scan.of_cuda) return;
  findings.add_warning(
      {.cited = scan.of_cuda,
       .message = fmt::format("'{}' takes CUDA for granted, and rung '{}' has no GPU", scan.script, rung),
       .hint = "on cores use torch.device('cpu') and the backend 'gloo', or list rungs of GPUs only"});
}

}  // namespace scalegen::plan
