#include "generator/lint/launches.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "core/bash_command.hpp"
#include "core/bash_values.hpp"
#include "core/launcher_options.hpp"
#include "core/regex.hpp"

namespace scalegen::lint {
namespace {

using Words = std::span<const std::string>;

constexpr std::size_t kMost = 1000;  // of launches and steps

/// True for Python and R, which start no process on another node.
bool is_interpreter(std::string_view program) {
  program.remove_prefix(program.rfind('/') + 1);
  return program == "Rscript" ||
         (program.starts_with("python") && program.find_first_not_of("0123456789.", 6) == program.npos);
}

/// Whoever gives accelerate the rank of a machine starts it on each.
bool is_accelerate_of_one_node(Words words) {
  return is_among(words[0], " accelerate ") && std::ranges::any_of(words, [](const auto& word) {
           return word.starts_with("--machine_rank") || word.starts_with("--machine-rank");
         });
}

/// True for a command of which only a run shows what it starts, and where.
bool is_unknown(Words words) {
  const auto& first = words.front();
  if ((first == "source" || first == ".") && words.size() > 1)
    return !is_among(words[1], " activate deactivate conda.sh mamba.sh .bashrc profile modules.sh bash ");
  return is_launcher(first) || first.find_first_of("/$`") != first.npos ||
         is_among(first,
                  " accelerate aprun bash clush dask deepspeed eval flux horovodrun ibrun jsrun make "
                  "parallel pdsh ray sbatch sh spark-submit ssh xargs ");
}

/// True for what files, modules and logs are handled with.
bool is_everyday(std::string_view program) {
  return is_bash_builtin(program) ||
         is_among(program,
                  " awk cat chmod conda cp curl date df du env find free git grep gunzip gzip head "
                  "hostname id ln ls lscpu mamba micromamba mkdir ml module mv nproc nvidia-smi pip printenv "
                  "rm rmdir rocm-smi rsync scontrol sed seq sleep sort spack squeue "
                  "sacct seff tail tar tee touch tr uniq unzip wc wget which whoami ");
}

std::string code_of(const JobScript& script) {
  std::string code;
  auto at = script.body;
  for (const auto& stretch : script.bash.stretches) {
    if (stretch.quoting != BashQuoting::comment || stretch.begin < at) continue;
    code.append(script.text, at, stretch.begin - at);
    at = stretch.end;
  }
  return code.append(script.text, std::min(at, script.text.size()));
}

class LaunchReader {
 public:
  LaunchReader(const BashValues& values, Launches& launches) : values_(values), launches_(launches) {}

  /// `outer` is the command that a text for bash -c belongs to, with its step.
  void read(const BashText& text, const Launch* outer, bool is_sure) {
    bool is_loop = false;  // the last of depth 0
    for (const auto& command : text.commands) {
      if (command.depth == 0) is_loop = command.is_loop;
      std::vector<std::string> words;
      for (auto& word : expanded_words(command, values_)) words.push_back(std::move(word.text));
      if (words.empty()) continue;
      const bool runs = command.depth == 0 || (command.depth == 1 && is_loop);
      read(Words(words).subspan(index_of_program(words)), outer != nullptr ? *outer : launch_of(command),
           is_sure && runs);
      if (launches_.steps.empty() || launches_.steps.back().begin != command.begin) continue;
      launches_.steps.back().is_background = command.after == BashOperator::background;
      launches_.steps.back().is_parallel = is_parallel(command);
    }
  }

 private:
  static bool is_parallel(const BashCommand& command) {
    return command.depth > 0 && command.after == BashOperator::background;
  }

  static Launch launch_of(const BashCommand& command) {
    return {.begin = command.begin, .end = command.words.back().end, .is_parallel = is_parallel(command)};
  }

  void read(Words words, Launch launch, bool is_sure) {
    const bool is_srun = is_among(words[0], " srun ");
    if (is_srun || is_among(words[0], " singularity apptainer ")) {
      const auto starts = [](const auto& w) {
        return is_interpreter(w) || is_among(w, " accelerate torchrun bash sh ");
      };
      const auto program = std::find_if(words.begin() + 1, words.end(), starts);
      const auto before = words.first(static_cast<std::size_t>(program - words.begin()));
      if (is_srun) add_step(words, before.size(), launch);
      if (program != words.end()) return read(words.subspan(before.size()), std::move(launch), is_sure);
      launches_.is_known = launches_.is_known && std::ranges::any_of(words, only_looks);
    } else if (words.size() > 2 && is_among(words[0], " bash sh ") && words[1].ends_with('c')) {
      read(read_bash(words[2]), &launch, is_sure);
    } else if (is_interpreter(words[0]) || is_among(words[0], " torchrun ") ||
               is_accelerate_of_one_node(words)) {
      add(words, std::move(launch), is_sure);
    } else if (launch.by_srun || is_unknown(words)) {
      launches_.is_known = false;
    } else if (!is_everyday(words[0])) {
      launches_.has_others = true;
    }
  }

  /// `end` is where the program is, if it is a known one.
  void add_step(Words words, std::size_t end, Launch& launch) {
    auto [request, program] = read_srun(words.first(end), launches_.job);
    launch.says_tasks = std::ranges::any_of(words.first(program), [](const auto& word) {
      return sbatch_option_named(word).starts_with("--ntasks");
    });
    launch.by_srun = true;
    launch.step = request;
    if (launches_.steps.size() < kMost)
      launches_.steps.push_back({launch.begin, std::move(request), {words.begin(), words.end()}, program});
  }

  void add(Words words, Launch launch, bool is_sure) {
    const auto first = std::find_if(words.begin() + 1, words.end(), [](const auto& word) {
      return !word.starts_with('-') || is_among(word, " -c -V --version ");
    });
    const bool is_small = first == words.end() || is_among(*first, " -c -V --version pip venv ");
    if (is_interpreter(words[0]) && is_small) return;
    const bool is_module = first != words.end() && first->starts_with("torch.distributed.");
    launch.is_torchrun = is_module || is_among(words[0], " torchrun ");
    launch.words.assign(is_module ? first : words.begin(), words.end());
    launches_.is_known = launches_.is_known && is_sure;
    if (is_sure && launches_.all.size() < kMost) launches_.all.push_back(std::move(launch));
  }

  const BashValues& values_;
  Launches& launches_;
};

}  // namespace

bool only_looks(std::string_view program) { return is_among(program, " date env hostname nvidia-smi "); }

bool is_among(std::string_view program, std::string_view list) {
  return list.find(fmt::format(" {} ", program.substr(program.rfind('/') + 1))) != list.npos;
}

Launches launches_in(const JobScript& script) {
  Launches launches{.job = read_job_request(script), .code = code_of(script)};
  const auto values = known_values(script.bash);
  LaunchReader(values, launches).read(script.bash, nullptr, true);
  return launches;
}

Programs programs_in(const BashText& text) {
  static const Regex kScript("(?:\\S*/)?([^\\s/$`]+\\.(?:py|sh|R|jl|pl))");
  Programs programs;
  const auto values = known_values(text);
  for (const auto& command : text.commands) {
    std::vector<std::string> all;
    for (auto& word : expanded_words(command, values)) all.push_back(std::move(word.text));
    auto words = Words(all).subspan(index_of_program(all));
    while (!words.empty() && (is_launcher(words[0]) || is_among(words[0], " torchrun "))) {
      words = words.subspan(read_launcher(words).program);
      words = words.subspan(index_of_program({words.begin(), words.end()}));
    }
    if (words.empty() || is_everyday(words[0])) continue;
    auto name = words[0].substr(words[0].rfind('/') + 1);
    const bool runs_others =
        is_interpreter(name) || is_unknown(Words(&name, 1)) || is_among(name, " apptainer singularity ");
    const auto is_script = [&](const auto& word) { return full_match(word, kScript, &name); };
    const bool has_script = (runs_others || name == words[0]) && std::ranges::any_of(words, is_script);
    const auto option = words.size() > 2 && runs_others ? std::string_view(words[1]) : "";
    if (!has_script && option.ends_with('c') && is_among(name, " bash sh "))
      for (const auto& [inner, offset] : programs_in(read_bash(words[2])))
        programs.emplace(inner, command.begin);
    else if (!has_script && option == "-m")
      programs.emplace(words[2], command.begin);
    else if (has_script || option != "-c")
      programs.emplace(has_script || !runs_others ? name : kUnknownProgram, command.begin);
  }
  if (programs.empty()) programs.emplace(kUnknownProgram, 0);
  return programs;
}

std::optional<TorchrunOptions> torchrun_options(const Launch& launch) {
  const auto read = read_launcher(launch.words);
  const bool may_have_more =
      read.program == launch.words.size() || launch.words[read.program].find_first_of("$`") == 0;
  if (may_have_more) return std::nullopt;
  TorchrunOptions options;
  for (const auto& option : read.options) {
    std::string name(option.name);
    std::ranges::replace(name, '_', '-');
    options[name] = option.value;
  }
  return options;
}

}  // namespace scalegen::lint
