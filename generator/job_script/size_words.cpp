#include "generator/job_script/size_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <span>

#include "core/bash_command.hpp"
#include "core/launcher_options.hpp"
#include "core/regex.hpp"
#include "core/text.hpp"

namespace scalegen::job_script {
namespace {

enum class Counts { nodes, nodes_of_step, ranks, ranks_of_node, tasks, cores };

struct Name {
  std::string_view name{};
  Counts counts{};
};

// Of options and variables, in lower case, with '-' for '_'.
constexpr auto kNames = std::to_array<Name>({{"nnodes", Counts::nodes},
                                             {"num-nodes", Counts::nodes},
                                             {"nodes", Counts::nodes_of_step},
                                             {"num-machines", Counts::nodes},
                                             {"num-processes", Counts::ranks},
                                             {"world-size", Counts::ranks},
                                             {"nprocs", Counts::ranks},
                                             {"nranks", Counts::ranks},
                                             {"np", Counts::ranks},
                                             {"ntasks", Counts::tasks},
                                             {"nproc-per-node", Counts::ranks_of_node},
                                             {"npernode", Counts::ranks_of_node},
                                             {"ppn", Counts::ranks_of_node},
                                             {"ntasks-per-node", Counts::ranks_of_node},
                                             {"gpus-per-node", Counts::ranks_of_node},
                                             {"num-gpus", Counts::ranks_of_node},
                                             {"n-gpus", Counts::ranks_of_node},
                                             {"ngpus", Counts::ranks_of_node},
                                             {"gpus", Counts::ranks_of_node},
                                             {"devices", Counts::ranks_of_node},
                                             {"cpus-per-task", Counts::cores},
                                             {"omp-num-threads", Counts::cores}});

// Of srun; -n is also mpirun's.
constexpr auto kLetters =
    std::to_array<Name>({{"-n", Counts::tasks}, {"-N", Counts::nodes_of_step}, {"-c", Counts::cores}});

const Name* find_name(std::string_view written) {
  auto name = lower_case(written);
  std::ranges::replace(name, '_', '-');
  if (name.starts_with("trainer.")) name.erase(0, std::string_view("trainer.").size());
  const auto* const found = std::ranges::find(kNames, name, &Name::name);
  return found == kNames.end() ? nullptr : found;
}

class SizeWordFinder {
 public:
  SizeWordFinder(const JobScript& script, const ScriptSize& size) : script_(script), size_(size) {}

  SizeWords find() {
    look_at_options();
    for (const auto& command : script_.bash.commands) {
      look_at_letters(command);
      for (const auto& word : command.assignments) look_at_variable(word);
      const bool exports = !command.words.empty() && command.words.front().text == "export";
      if (exports)
        for (const auto& word : std::span(command.words).subspan(1)) look_at_variable(word);
    }
    std::ranges::sort(found_.edits, {}, &TextEdit::begin);
    std::ranges::sort(found_.questions, {}, &Question::offset);
    return std::move(found_);
  }

 private:
  struct Quantity {
    int value = 0;
    std::string_view placeholder{};
    std::string_view meaning{};
  };

  [[nodiscard]] Quantity quantity(Counts counts) const {
    const auto& rung = size_.rung;
    const bool has_gpus = rung.device == DeviceKind::gpu;
    switch (counts) {
      case Counts::nodes:
      case Counts::nodes_of_step:
        return {rung.nodes, "{nodes}", "nodes"};
      case Counts::ranks_of_node:
        return {rung.ranks_per_node, has_gpus ? "{gpus_per_node}" : "{ranks_per_node}",
                has_gpus ? "GPUs of a node" : "ranks of a node"};
      case Counts::cores:
        if (rung.threads > 0) return {rung.threads, "{threads}", "cores"};
        return {size_.cpus_per_task.value_or(0), "{cpus_per_task}", "cores of a rank"};
      case Counts::ranks:
      case Counts::tasks:
        break;
    }
    return {world_size(rung), "{ranks}", "ranks"};
  }

  /// What a number of this name stands for: of one that counts tasks perhaps the nodes.
  void judge(std::string_view name, Counts counts, std::size_t begin, std::size_t end) {
    int value = 0;
    std::from_chars(script_.text.data() + begin, script_.text.data() + end, value);
    auto meant = quantity(counts);
    const bool is_of_step = counts == Counts::tasks || counts == Counts::nodes_of_step;
    if (is_of_step && value == 1 && world_size(size_.rung) > 1) {  // srun -n 1 hostname
      found_.has_smaller_step = true;
      return;
    }
    if (counts == Counts::tasks && value != meant.value && value == size_.rung.nodes)
      meant = quantity(Counts::nodes);
    if (value == meant.value)
      found_.edits.push_back({begin, end, std::string(meant.placeholder),
                              fmt::format("{} is the number of {}", name, meant.meaning)});
    else if (value > 1 && counts != Counts::cores)  // one is one by purpose
      found_.questions.push_back(
          {begin, fmt::format("{} is {} here, and the script asks for {} {}: if it means them, write {}",
                              name, value, meant.value, meant.meaning, meant.placeholder)});
  }

  void look_at_options() {
    static const Regex kForm(
        "(?:^|[\\s\"'=(])--?([A-Za-z][A-Za-z0-9_.-]*)(?:=|[ \\t]+)[\"']?(\\d{1,7})(?:[\\s\"');&|\\\\]|$)");
    const std::string_view text = script_.text;
    auto rest = text.substr(script_.body);
    std::string_view name;
    std::string_view number;
    while (find_and_consume(rest, kForm, &name, &number)) {
      const auto begin = static_cast<std::size_t>(number.data() - text.data());
      rest = {number.data() + number.size(),
              static_cast<std::size_t>(text.data() + text.size() - number.data()) - number.size()};
      const auto* const known = find_name(name);
      if (known == nullptr || quoting_at(script_.bash, begin) == BashQuoting::comment) continue;
      judge(fmt::format("--{}", name), known->counts, begin, begin + number.size());
    }
  }

  /// `-n 8` and `-n8` of a launcher, up to its program.
  void look_at_letters(const BashCommand& command) {
    const std::span<const BashWord> words = command.words;
    const auto first = index_of_program(words);
    if (words.empty() || !is_launcher(words[first].text)) return;
    std::vector<std::string> texts;
    for (const auto& word : words.subspan(first)) texts.push_back(word.text);
    const auto launcher = read_launcher(texts);
    bind_gpus(words.subspan(first, launcher.program));
    for (const auto& option : launcher.options) {
      const auto* const letter = std::ranges::find(kLetters, option.name, &Name::name);
      const auto& word = words[first + option.value_word];
      if (letter != kLetters.end() && word.is_bare && is_all_digits(option.value))
        judge(option.name, letter->counts, word.end - option.value.size(), word.end);
    }
  }

  /// A sweep asks for the GPUs of a node, and a step takes that way from the job.
  void bind_gpus(std::span<const BashWord> srun) {
    const auto is_of_gpus = [](const BashWord& word) {
      return word.text.starts_with("--g") || word.text.starts_with("-G");
    };
    if (size_.gpus_per_task > 0 && srun.front().text == "srun" && std::ranges::none_of(srun, is_of_gpus))
      found_.edits.push_back({srun.front().end, srun.front().end,
                              fmt::format(" --gpus-per-task={}", size_.gpus_per_task),
                              "as the directive has it: each task sees its own GPUs"});
  }

  void look_at_variable(const BashWord& word) {
    const auto equals = word.text.find('=');
    if (equals == std::string::npos) return;
    const auto name = word.text.substr(0, equals);
    const auto value = word.text.substr(equals + 1);
    if (name == "CUDA_VISIBLE_DEVICES" || name == "ROCR_VISIBLE_DEVICES")
      found_.questions.push_back(
          {word.begin,
           fmt::format("{} names GPUs that other rungs may not have; Slurm sets it: remove it", name)});
    const auto* const known = find_name(name);
    const auto begin = script_.text.find_first_of("0123456789", word.begin + equals);
    if (known != nullptr && is_all_digits(value)) judge(name, known->counts, begin, begin + value.size());
  }

  const JobScript& script_;
  const ScriptSize& size_;
  SizeWords found_{};
};

}  // namespace

SizeWords size_words_in(const JobScript& script, const ScriptSize& size) {
  return SizeWordFinder(script, size).find();
}

}  // namespace scalegen::job_script
