#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <optional>
#include <span>

#include "core/bash_command.hpp"
#include "core/regex.hpp"
#include "core/text.hpp"
#include "core/units.hpp"
#include "generator/lint/rule.hpp"

namespace scalegen::lint {
namespace {

using Findings = std::vector<Finding>;
using Kinds = std::vector<Partition>;
using Amount = std::optional<std::int64_t>;

constexpr auto kGpuOptions = {"--gpus-per-node",   "--gres",         "--gpus", "--gpus-per-task",
                              "--gpus-per-socket", "--tres-per-task"};

const Directive* first_of(const LintedScript& script, std::initializer_list<const char*> options) {
  for (const auto* const option : options)
    if (const auto* const directive = find_directive(script.script, option)) return directive;
  return nullptr;
}

std::size_t offset_of(const LintedScript& script, std::initializer_list<const char*> options) {
  const auto* const directive = first_of(script, options);
  return directive != nullptr ? directive->begin : 0;
}

/// The kinds of nodes that the job may get: those of its partition; all if it names none. None: unknown.
Kinds kinds_of(const LintedScript& script) {
  if (script.profile == nullptr) return {};
  auto kinds = script.profile->partitions;
  std::erase_if(kinds, [](const Partition& kind) { return !kind.known; });
  if (const auto* const partition = find_directive(script.script, "--partition"))
    std::erase_if(kinds, [&](const Partition& kind) { return kind.slurm_name != partition->value; });
  return kinds;
}

std::string place_of(const LintedScript& script) {
  const auto* const partition = find_directive(script.script, "--partition");
  return partition != nullptr ? fmt::format("partition '{}'", partition->value) : script.profile->name;
}

/// The GPUs of those of these nodes that have the fewest, and the most, without nodes that have none.
std::pair<int, int> range_of_gpus(const Kinds& kinds, const std::string& type) {
  std::pair range{std::numeric_limits<int>::max(), 0};
  for (const auto& kind : kinds)
    if (const auto gpus = gpus_per_node(kind); gpus > 0 && (type.empty() || kind.gpu_type == type))
      range = {std::min(range.first, gpus), std::max(range.second, gpus)};
  return range;
}

void find_one_gpu_a_node(const LintedScript& script, Findings& findings) {
  const auto& request = script.launches.job;
  const auto nodes = nodes_of(request).value_or(1);
  const auto [fewest, most] = range_of_gpus(kinds_of(script), request.gpu_type);
  if (nodes < 2 || gpus_per_node_of(request) != 1 || most == 1) return;
  const bool is_sure = most > 0 && fewest > 1;
  add(findings, is_sure ? Severity::warning : Severity::note, offset_of(script, {"--nodes"}),
      fmt::format("{0} GPUs are asked for on {0} nodes{1}", nodes,
                  is_sure ? fmt::format(", and a node of {} has {}", place_of(script), most) : ""),
      "the GPUs of one node reach each other faster: ask for those first");
}

/// An amount that a job asks for, and what a kind of node has of it.
struct Asked {
  std::initializer_list<const char*> options{};
  Amount amount{};
  std::function<Amount(const Partition&)> limit{};
  std::string (*in_words)(std::int64_t amount) = nullptr;
  Severity severity = Severity::error;
};

/// The highest limit among kinds of nodes; nullopt if one is not known.
Amount highest(const Kinds& kinds, const std::function<Amount(const Partition&)>& limit) {
  Amount highest;
  for (const auto& kind : kinds) {
    const auto most = limit(kind);
    if (!most) return std::nullopt;
    highest = std::max(highest, most);
  }
  return highest;
}

/// What a job asks of one node: without what Slurm may spread over more nodes.
JobRequest request_of_node(const LintedScript& script) {
  auto job = script.launches.job;
  if (job.nodes && job.nodes == job.most_nodes) return job;
  if (job.tasks) job.tasks = job.tasks_per_node = std::nullopt;
  job.gpus = std::nullopt;
  return job;
}

// Those of threads are Slurm's to count.
Amount cpus_of_node(const LintedScript& script, const JobRequest& job) {
  if (first_of(script, {"--hint", "--threads-per-core", "--ntasks-per-core", "--overcommit", "--core-spec",
                        "--thread-spec"}) != nullptr)
    return std::nullopt;
  return std::int64_t{tasks_per_node_of(job).value_or(1)} * job.cpus_per_task.value_or(1);
}

void find_beyond_partition(const LintedScript& script, Findings& findings) {
  const auto of_node = request_of_node(script);
  const auto kinds = kinds_of(script);
  const auto* const time = find_directive(script.script, "--time");
  const auto* const memory = find_directive(script.script, "--mem");
  const auto limit = time != nullptr ? parse_time(time->value) : std::nullopt;
  const auto all = {
      Asked{{"--nodes", "--ntasks", "--gpus"},
            nodes_of(script.launches.job),
            [](const auto& p) { return most_nodes(p).value; },
            [](std::int64_t n) { return counted(n, "node"); }},
      Asked{kGpuOptions, gpus_per_node_of(of_node), gpus_per_node,
            [](std::int64_t n) { return counted(n, "GPU") + " a node"; }},
      Asked{{"--ntasks-per-node", "--ntasks", "--cpus-per-task"},
            cpus_of_node(script, of_node),
            [](const auto& p) {
              return Amount((p.cores_per_node.value + std::ssize(p.reserved_cores)) * p.threads_per_core);
            },
            [](std::int64_t n) { return counted(n, "CPU") + " a node"; },
            Severity::warning},
      Asked{{"--mem"},
            memory != nullptr ? parse_memory_mib(memory->value) : std::nullopt,
            [](const auto& p) { return p.memory_per_node ? Amount(p.memory_per_node->value) : std::nullopt; },
            [](std::int64_t mib) { return memory_text(mib) + " a node"; },
            Severity::note},  // a site may have some larger nodes
      Asked{{"--time"},
            limit ? Amount(limit->count()) : std::nullopt,
            [](const auto& p) { return p.max_time ? Amount(p.max_time->value.count()) : std::nullopt; },
            [](std::int64_t s) { return duration_text(std::chrono::seconds(s)); }}};
  for (const auto& [options, amount, limit_of, in_words, severity] : all) {
    const auto most = amount ? highest(kinds, limit_of) : std::nullopt;
    if (most && *amount > *most)
      add(findings, severity, offset_of(script, options),
          fmt::format("the job asks for {}, and {} gives {}", in_words(*amount), place_of(script),
                      in_words(*most)),
          "");
  }
}

// A profile may leave out partitions that are no place for a sweep.
void find_unlisted_partition(const LintedScript& script, Findings& findings) {
  const auto* const asked = find_directive(script.script, "--partition");
  if (script.profile == nullptr || asked == nullptr || asked->value.find_first_of(",$") != std::string::npos)
    return;
  std::vector<std::string> named;
  for (const auto& kind : script.profile->partitions) {
    if (kind.name == asked->value) return;
    if (kind.named) named.push_back(kind.slurm_name);
  }
  if (named.empty() || std::ranges::find(named, asked->value) != named.end()) return;
  const auto& site = script.profile->name;
  if (kinds_of(script).empty())
    add(findings, Severity::note, asked->begin,
        fmt::format("the profile of {} has no partition '{}'", site, asked->value),
        did_you_mean(asked->value, named));
  else
    add(findings, Severity::error, asked->begin,
        fmt::format("{} chooses the partition '{}' itself, and refuses jobs that name it", site,
                    asked->value),
        "remove --partition");
}

// Of a name that is no model's, such as 'ampere', only the site knows what it means.
void find_other_gpus(const LintedScript& script, Findings& findings) {
  static const Regex kModel("[a-z]{1,2}[0-9]{1,4}[a-z]?");
  const auto type = lower_case(script.launches.job.gpu_type);
  const auto kinds = kinds_of(script);
  if (kinds.empty() || find_directive(script.script, "--partition") == nullptr || !full_match(type, kModel) ||
      std::ranges::any_of(kinds, [&](const Partition& kind) {
        return kind.gpu.empty() || lower_case(kind.gpu + kind.gpu_type).find(type) != std::string::npos;
      }))
    return;
  add(findings, Severity::warning, offset_of(script, kGpuOptions),
      fmt::format("{} has no GPUs of type '{}'", place_of(script), type), "");
}

void find_what_the_site_refuses(const LintedScript& script, Findings& findings) {
  find_unlisted_partition(script, findings);
  find_other_gpus(script, findings);
  const auto kinds = kinds_of(script);
  const auto& job = script.launches.job;
  if (kinds.empty()) return;
  const auto place = place_of(script);
  if (script.profile->needs_account && find_directive(script.script, "--account") == nullptr)
    add(findings, Severity::warning, 0,
        fmt::format("{} requires an account, and the job names none", script.profile->name),
        "add: #SBATCH --account=PROJECT, unless sbatch is called with it");
  const auto fewest = [](const Partition& kind) { return kind.min_nodes ? kind.min_nodes->value : 1; };
  const auto least = fewest(*std::ranges::min_element(kinds, {}, fewest));
  const auto nodes = job.nodes || job.tasks || job.gpus ? nodes_of(job) : 1;
  if (nodes && *nodes > 0 && *nodes < least)
    add(findings, Severity::error, offset_of(script, {"--nodes", "--partition"}),
        fmt::format("the job asks for {}, and {} takes jobs from {} nodes on", counted(*nodes, "node"), place,
                    least),
        "");
  const auto* const memory = first_of(script, {"--mem", "--mem-per-cpu", "--mem-per-gpu"});
  const auto refuses_memory = [](const Partition& kind) {
    return kind.memory.kind == MemoryRule::Kind::refused;
  };
  if (memory != nullptr && std::ranges::all_of(kinds, refuses_memory))
    add(findings, Severity::error, memory->begin, fmt::format("{} refuses jobs that ask for memory", place),
        fmt::format("remove {}: the job gets all memory of its nodes", memory->name));
  const auto* const exclusive = find_directive(script.script, "--exclusive");
  if (exclusive != nullptr && script.profile->exclusive_refused)
    add(findings, Severity::error, exclusive->begin,
        fmt::format("{} refuses --exclusive", script.profile->name),
        "ask for all cores or GPUs of a node in its place");
}

/// True if other jobs are not on the nodes: by the partition, or since all GPUs, cores or memory are asked
/// for.
bool has_whole_nodes(const LintedScript& script, const Kinds& kinds) {
  const auto& job = script.launches.job;
  const auto* const memory = find_directive(script.script, "--mem");
  const auto cores = std::int64_t{tasks_per_node_of(job).value_or(1)} * job.cpus_per_task.value_or(1);
  const auto gpus = gpus_per_node_of(job) ? gpus_per_node_of(job) : job.gpus;
  const bool has_all_memory = memory != nullptr && memory->value == "0";
  return has_all_memory || find_directive(script.script, "--exclusive") != nullptr ||
         std::ranges::any_of(kinds, [&](const Partition& kind) {
           return kind.whole_nodes || cores >= kind.cores_per_node.value ||
                  (gpus_per_node(kind) > 0 && gpus_per_node(kind) == gpus);
         });
}

// Gloo trains on CPUs.
void find_no_gpus(const LintedScript& script, Findings& findings) {
  const auto kinds = kinds_of(script);
  const auto& all = script.launches.all;
  const auto by_torchrun = std::ranges::find_if(all, &Launch::is_torchrun);
  static const Regex kNccl("NCCL_[A-Z_]+=");
  static const Regex kOfCpus("(?i)gloo|device[= ]cpu|CUDA_VISIBLE_DEVICES=[\"']{2}");
  const bool has_nccl = partial_match(script.launches.code, kNccl);
  const bool is_of_gpus =
      std::ranges::all_of(kinds, [](const Partition& kind) { return gpus_per_node(kind) > 0; });
  if (kinds.empty() || !is_of_gpus || all.empty() || has_whole_nodes(script, kinds) ||
      partial_match(script.launches.code, kOfCpus) || first_of(script, kGpuOptions) != nullptr ||
      !(has_nccl || by_torchrun != all.end()))
    return;
  const auto& launch = by_torchrun != all.end() ? *by_torchrun : all.front();
  const auto options = torchrun_options(launch).value_or(TorchrunOptions{});
  const auto ranks = options.find("--nproc-per-node");
  const auto count = ranks != options.end() && is_all_digits(ranks->second) ? ranks->second : "1";
  add(findings, Severity::warning, launch.begin,
      fmt::format("'{}' is started for GPUs{}, and the job asks for none", launch.words[0],
                  has_nccl ? ", with NCCL" : ""),
      fmt::format("add: #SBATCH --{}{}",
                  script.profile->gpu_request == GpuRequest::gres ? "gres=gpu:" : "gpus-per-node=", count));
}

bool computes_a_port(const Launches& launches) {
  static const Regex kComputed(R"((?:^|[\s;(])(?:MASTER_)?PORT(?:=["']?[$`]|\s*\+=)|printf -v \w*PORT)");
  return partial_match(launches.code, kComputed);
}

/// Where a port stands that every job of the script takes; nullopt if there is none.
std::optional<std::size_t> fixed_port_in(const JobScript& script) {
  static const Regex kForm(
      R"re((?:MASTER_PORT=["']?|--(?:master|main_process)[_-]port[ =]|--rdzv[_-]endpoint[ =]["']?[^\s:]*:)([1-9]\d{3,4})(?:["'\s;]|$))re");
  std::string_view rest(script.text);
  for (std::string_view port; find_and_consume(rest, kForm, &port);) {
    const auto at = static_cast<std::size_t>(port.data() - script.text.data());
    const auto quoting = quoting_at(script.bash, at);
    const bool is_value = script.text[at - 1] == '"' || script.text[at - 1] == '\'';  // "29500", in echo none
    if (quoting == BashQuoting::none || (is_value && quoting != BashQuoting::comment)) return at;
  }
  return std::nullopt;
}

// c10d takes 29400 for an address without a port.
bool is_told_a_port(const Launch& launch) {
  static const Regex kPort("[1-9][0-9]+");
  static const Regex kEndpoint(".*:[1-9][0-9]+|[\\w.-]+|\\$\\(hostname\\)");
  const auto options = launch.is_torchrun ? torchrun_options(launch) : std::nullopt;
  return options && std::ranges::any_of(*options, [](const auto& option) {
           return (option.first == "--master-port" && full_match(option.second, kPort)) ||
                  (option.first == "--rdzv-endpoint" && full_match(option.second, kEndpoint));
         });
}

/// torchrun takes port 29500 if it is told nothing of a rendezvous.
bool takes_the_usual_port(const Launch& launch) {
  const auto options = launch.is_torchrun ? torchrun_options(launch) : std::nullopt;
  return options && std::ranges::none_of(*options, [](const auto& option) {
           return option.first.starts_with("--rdzv") || option.first == "--standalone" ||
                  option.first == "--master-port";
         });
}

void find_fixed_port(const LintedScript& script, Findings& findings) {
  const auto kinds = kinds_of(script);
  if (kinds.empty() || has_whole_nodes(script, kinds) || computes_a_port(script.launches)) return;
  const auto& all = script.launches.all;
  const auto usual = std::ranges::find_if(all, takes_the_usual_port);
  const auto told = std::ranges::find_if(all, is_told_a_port);
  const auto written = fixed_port_in(script.script);
  if (written || told != all.end())
    add(findings, Severity::warning, written ? *written : told->begin,
        "every job of this script takes the same port, and two may share a node",
        "write for it: $((10000 + SLURM_JOB_ID % 50000))");
  else if (usual != all.end() && script.script.text.find("PORT=") == std::string::npos)
    add(findings, Severity::warning, usual->begin,
        "every torchrun takes port 29500 if it is told of none, and two jobs may share a node",
        nodes_of(script.launches.job).value_or(1) == 1
            ? "add to torchrun: --standalone"
            : "add to torchrun: --master_port=$((10000 + SLURM_JOB_ID % 50000))");
}

// From 22.05 to 23.02; before and since, srun reads SLURM_CPUS_PER_TASK. A single task of a node has all
// cores.
void find_lost_cores(const LintedScript& script, Findings& findings) {
  const auto& version = script.profile != nullptr ? script.profile->slurm_version : "";
  const auto cores = script.launches.job.cpus_per_task.value_or(1);
  const bool is_told = script.script.text.find("SRUN_CPUS_PER_TASK") != std::string::npos;
  if (version < "22.05" || version >= "23.11" || cores < 2 || is_told) return;
  for (const auto& step : script.launches.steps) {
    const std::span options(step.words.begin(),
                            step.words.begin() + static_cast<std::ptrdiff_t>(step.program));
    const bool says_cores = std::ranges::any_of(options, [](const auto& word) {
      return word.starts_with("--cpu-bind") || sbatch_option_named(word) == "--cpus-per-task";
    });
    const auto program = step.program < step.words.size() ? step.words[step.program] : "$";  // not known
    if (!says_cores && !program.starts_with('$') && !only_looks(program) &&
        tasks_per_node_of(step.request).value_or(1) > 1)
      add(findings, Severity::warning, step.begin,
          fmt::format("srun of Slurm {} gives each task one core, and not the job's {}", version, cores),
          fmt::format("write: srun --cpus-per-task={}", cores));
  }
}

constexpr auto kProfile = "the profile of the cluster";

constexpr auto kSiteRules = std::to_array<Rule>({
    {"one-gpu-a-node", "A job of several nodes has one GPU on each.",
     "A warning where the profile of the cluster says that its nodes have more; else a note.",
     "#!/bin/bash\n#SBATCH --nodes=2 --gres=gpu:1\nsrun python train.py\n",
     "#!/bin/bash\n#SBATCH --nodes=1 --gres=gpu:2\nsrun python train.py\n", kProfile, find_one_gpu_a_node},
    {"beyond-partition", "A job asks for more nodes, GPUs, CPUs, memory or time than its partition gives.",
     "By the limits of all nodes of that partition in the profile of the cluster; of all its nodes if the "
     "job names none. No alarm if one of them is not known. Of CPUs a warning, and none where an option "
     "is about threads; of memory a note, as a site may have larger nodes.",
     "#!/bin/bash\n#SBATCH --partition=accel --gpus-per-node=5\npython train.py\n",
     "#!/bin/bash\n#SBATCH --partition=accel --gpus-per-node=4\npython train.py\n", kProfile,
     find_beyond_partition},
    {"refused-by-site", "A job asks for what the site refuses, or not for what it requires.",
     "By the profile of the cluster: an account, the fewest nodes of a partition, memory where whole nodes "
     "are given, --exclusive, a partition that the site chooses itself. A warning for GPUs of another model "
     "than those of the partition, a note for a partition that the profile does not have: it may leave some "
     "out.",
     "#!/bin/bash\n#SBATCH --partition=large --mem=100G\nsrun ./a.out\n",
     "#!/bin/bash\n#SBATCH --partition=large\nsrun ./a.out\n", kProfile, find_what_the_site_refuses},
    {"no-gpu-asked", "A program for GPUs is started in a job that asks for none.",
     "With the profile of a cluster, in a partition whose nodes have GPUs and are shared: torchrun is "
     "started, or Python where NCCL's variables are set. No alarm where the script speaks of Gloo or of a "
     "CPU as the device, or asks for whole nodes.",
     "#!/bin/bash\n#SBATCH --partition=accel\ntorchrun --standalone train.py\n",
     "#!/bin/bash\n#SBATCH --partition=accel --gres=gpu:1\ntorchrun --standalone train.py\n", kProfile,
     find_no_gpus},
    {"fixed-port", "Two jobs on one node take the same port, and the second fails.",
     "With the profile of a cluster whose nodes are shared, unless the job takes all GPUs, cores or memory "
     "of a node: a number for MASTER_PORT, --master_port or --rdzv_endpoint, or a torchrun that is told of "
     "no rendezvous. No alarm where the script computes a port.",
     "#!/bin/bash\n#SBATCH --partition=accel --gres=gpu:1\ntorchrun --nproc_per_node=1 train.py\n",
     "#!/bin/bash\n#SBATCH --partition=accel --gres=gpu:1\ntorchrun --standalone train.py\n",
     "PyTorch 2.11, torch/distributed/run.py", find_fixed_port},
    {"srun-cores", "srun gives its tasks one core each, and not those of --cpus-per-task.",
     "Only where the profile says that Slurm is 22.05 to 23.02, and for several tasks on a node. No alarm "
     "where srun says it or --cpu-bind itself, or SRUN_CPUS_PER_TASK is set.",
     "#!/bin/bash\n#SBATCH --ntasks-per-node=2 --cpus-per-task=4\nsrun ./a.out\n",
     "#!/bin/bash\n#SBATCH --ntasks-per-node=2 --cpus-per-task=4\nsrun -c 4 ./a.out\n",
     "Slurm's release notes of 22.05 and 23.11", find_lost_cores},
});

}  // namespace

std::span<const Rule> site_rules() { return kSiteRules; }

}  // namespace scalegen::lint
