#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <optional>

#include "core/bash_command.hpp"
#include "core/job_request.hpp"
#include "core/units.hpp"
#include "generator/lint/rule.hpp"

namespace scalegen::lint {
namespace {

using Amount = std::optional<std::int64_t>;

/// The highest limit among the kinds of nodes of the job's partition; nullopt if one is not known.
Amount highest_limit(const LintedScript& script, const std::function<Amount(const Partition&)>& limit) {
  const auto* const partition = find_directive(script.script, "--partition");
  Amount highest;
  if (script.profile == nullptr || partition == nullptr) return highest;
  for (const auto& kind : script.profile->partitions)
    if (kind.slurm_name == partition->value) {
      const auto most = limit(kind);
      if (!most) return std::nullopt;
      highest = std::max(highest, most);
    }
  return highest;
}

/// Where the first of some options is said; else the script's beginning.
std::size_t offset_of(const LintedScript& script, std::initializer_list<std::string_view> options) {
  for (const auto option : options)
    if (const auto* const directive = find_directive(script.script, option)) return directive->begin;
  return 0;
}

std::string partition_of(const LintedScript& script) {
  return find_directive(script.script, "--partition")->value;
}

void find_one_gpu_a_node(const LintedScript& script, std::vector<Finding>& findings) {
  const auto request = read_job_request(script.script);
  const auto nodes = nodes_of(request).value_or(1);
  const auto has = highest_limit(script, gpus_per_node);
  if (nodes < 2 || gpus_per_node_of(request) != 1 || has == 1) return;
  findings.push_back(
      {"one-gpu-a-node", has ? Severity::warning : Severity::note, offset_of(script, {"--nodes"}),
       fmt::format("{0} GPUs are asked for on {0} nodes{1}", nodes,
                   has ? fmt::format(", and one of '{}' has {}", partition_of(script), *has) : ""),
       "the GPUs of one node reach each other faster: ask for those first"});
}

/// An amount that a job asks for, and what a kind of node has of it.
struct Asked {
  std::initializer_list<std::string_view> options{};
  Amount amount{};
  std::function<Amount(const Partition&)> limit{};
  std::string (*in_words)(std::int64_t amount) = nullptr;
};

void find_beyond_partition(const LintedScript& script, std::vector<Finding>& findings) {
  const auto request = read_job_request(script.script);
  const auto* const time = find_directive(script.script, "--time");
  const auto* const memory = find_directive(script.script, "--mem");
  const auto limit = time != nullptr ? parse_time(time->value) : std::nullopt;
  const auto all = {
      Asked{{"--nodes", "--ntasks", "--gpus"},
            nodes_of(request),
            [](const auto& p) { return most_nodes(p).value; },
            [](std::int64_t n) { return counted(n, "node"); }},
      Asked{{"--gpus-per-node", "--gres", "--gpus", "--gpus-per-task"},
            gpus_per_node_of(request),
            gpus_per_node,
            [](std::int64_t n) { return counted(n, "GPU") + " a node"; }},
      Asked{{"--mem"},
            memory != nullptr ? parse_memory_mib(memory->value) : std::nullopt,
            [](const auto& p) { return p.memory_per_node ? Amount(p.memory_per_node->value) : std::nullopt; },
            [](std::int64_t mib) { return memory_text(mib) + " a node"; }},
      Asked{{"--time"},
            limit ? Amount(limit->count()) : std::nullopt,
            [](const auto& p) { return p.max_time ? Amount(p.max_time->value.count()) : std::nullopt; },
            [](std::int64_t s) { return duration_text(std::chrono::seconds(s)); }}};
  for (const auto& [options, amount, limit_of, in_words] : all) {
    const auto most = amount ? highest_limit(script, limit_of) : std::nullopt;
    if (most && *amount > *most)
      findings.push_back({"beyond-partition", Severity::error, offset_of(script, options),
                          fmt::format("{} are asked for, and partition '{}' gives {}", in_words(*amount),
                                      partition_of(script), in_words(*most)),
                          ""});
  }
}

// A folder elsewhere may be the cluster's: the one above it has to be here.
void find_missing_folders(const LintedScript& script, std::vector<Finding>& findings) {
  const auto* const chdir = find_directive(script.script, "--chdir");
  const auto base = script.folder / (chdir != nullptr ? chdir->value : "");
  std::error_code none;
  for (const auto& directive : script.script.directives) {
    const auto named = std::filesystem::path(directive.value).parent_path();
    if (script.folder.empty() || (directive.name != "--output" && directive.name != "--error")) continue;
    const bool is_known = !named.empty() && directive.value.find('$') == std::string::npos &&
                          named.string().find('%') == std::string::npos;
    const auto above = named.is_absolute() ? named.parent_path() : base;
    if (!is_known || std::filesystem::exists(base / named, none) || !std::filesystem::exists(above, none))
      continue;
    findings.push_back(
        {"output-folder-missing", Severity::warning, directive.begin,
         fmt::format("there is no folder '{}' for the job's output", named.string()),
         fmt::format("before sbatch: mkdir -p {}; in the script it is too late", named.string())});
  }
}

using Commands = std::span<const BashCommand>;

bool is_command(const BashCommand& command, std::initializer_list<std::string_view> names) {
  return !command.words.empty() && std::ranges::find(names, command.words[0].text) != names.end();
}

bool is_monitor(const BashCommand& command) { return is_command(command, {"nvidia-smi", "rocm-smi"}); }

bool repeats_itself(const BashCommand& command) {
  return is_monitor(command) && std::ranges::any_of(command.words, [](const BashWord& word) {
           const std::string_view text = word.text;
           return text == "dmon" || text == "pmon" || text.starts_with("-l") || text.starts_with("--loop");
         });
}

/// `while true` around a monitor, with nothing in it that takes time.
bool is_busy_loop(Commands loop) {
  const auto has = [&](auto is_it) { return std::ranges::any_of(loop, is_it); };
  return has([](const auto& c) {
           return c.branch == kCondition && is_command(c, {"true", ":"});
         }) &&
         has(is_monitor) && !has(repeats_itself) && !has([](const auto& c) {
           return is_command(c, {"sleep", "wait", "read", "break", "timeout", "srun"});
         });
}

void find_endless_monitors(const LintedScript& script, std::vector<Finding>& findings) {
  const Commands commands = script.script.bash.commands;
  const bool is_stopped = script.script.text.find("kill") != std::string::npos;
  const bool waits_for_all = std::ranges::any_of(
      commands, [](const auto& c) { return is_command(c, {"wait"}) && c.words.size() == 1; });
  for (std::size_t i = 0; i < commands.size(); ++i) {
    const auto& command = commands[i];
    const auto add = [&](std::string message, std::string hint) {
      findings.push_back(
          {"endless-monitor", Severity::warning, command.begin, std::move(message), std::move(hint)});
    };
    if (repeats_itself(command) && command.after == BashOperator::background && waits_for_all && !is_stopped)
      add(fmt::format("'wait' waits for {}, which never ends", command.words[0].text),
          "write: monitor=$! behind it, and: kill $monitor in place of wait");
    if (!command.is_loop || command.depth > 1) continue;
    const auto outside = [&](const BashCommand& c) { return c.depth <= command.depth; };
    const auto end =
        std::find_if(commands.begin() + static_cast<std::ptrdiff_t>(i) + 1, commands.end(), outside);
    if (is_busy_loop({commands.begin() + static_cast<std::ptrdiff_t>(i), end}))
      add("this loop asks for the GPUs' state without a pause", "add to the loop: sleep 10");
  }
}

constexpr auto kOtherRules = std::to_array<Rule>({
    {"one-gpu-a-node", "A job of several nodes has one GPU on each.",
     "A warning where the profile of the cluster says that its nodes have more; else a note.",
     "#!/bin/bash\n#SBATCH --nodes=2 --gres=gpu:1\nsrun python train.py\n",
     "#!/bin/bash\n#SBATCH --nodes=1 --gres=gpu:2\nsrun python train.py\n", "the profile of the cluster",
     find_one_gpu_a_node},
    {"beyond-partition", "A job asks for more nodes, GPUs, memory or time than its partition gives.",
     "By the profile of the cluster, where it says the limit of all nodes of that partition.",
     "#!/bin/bash\n#SBATCH --partition=gpu --gres=gpu:5\npython train.py\n",
     "#!/bin/bash\n#SBATCH --partition=gpu --gres=gpu:4\npython train.py\n", "the profile of the cluster",
     find_beyond_partition},
    {"output-folder-missing", "The folder of --output or --error is not there.",
     "By a look at the files where the linter runs. No alarm for a name with % or $, or on a cluster's path.",
     "#!/bin/bash\n#SBATCH --output=no-such-folder/%j.out\nsrun python train.py\n",
     "#!/bin/bash\n#SBATCH --output=%j.out\nsrun python train.py\n", "sbatch(1), --output",
     find_missing_folders},
    {"endless-monitor", "A monitor of GPUs keeps the job alive, or a node busy.",
     "nvidia-smi -l in the background before a bare wait, unless something is killed; while true without "
     "sleep.",
     "#!/bin/bash\nnvidia-smi -l 5 >gpu.log &\npython train.py &\nwait\n",
     "#!/bin/bash\nnvidia-smi -l 5 >gpu.log &\nmonitor=$!\npython train.py\nkill $monitor\n",
     "bash(1), wait; nvidia-smi(1), --loop", find_endless_monitors},
});

}  // namespace

std::span<const Rule> other_rules() { return kOtherRules; }

}  // namespace scalegen::lint
