#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "core/bash_command.hpp"
#include "core/bash_values.hpp"
#include "core/job_request.hpp"
#include "core/regex.hpp"
#include "core/text.hpp"
#include "core/units.hpp"
#include "generator/lint/rule.hpp"

namespace scalegen::lint {
namespace {

using Findings = std::vector<Finding>;

std::string_view text_of(const LintedScript& script, const Launch& launch) {
  return std::string_view(script.script.text).substr(launch.begin, launch.end - launch.begin);
}

// A program that is given the list of nodes, or a launcher, may use it.
void find_idle_nodes(const LintedScript& script, Findings& findings) {
  const auto& launches = script.launches;
  const auto& all = launches.all;
  const auto nodes = nodes_of(launches.job).value_or(1);
  if (nodes < 2 || all.empty() || !launches.is_known || std::ranges::any_of(all, &Launch::by_srun)) return;
  const bool is_torchrun = all.front().is_torchrun;
  static const Regex kSpread("NODELIST|hostnames|\\bsrun\\b|mpi(?:run|exec)");
  const bool may_spread =
      partial_match(launches.code, kSpread) && launches.code.find("MASTER_ADDR") == std::string::npos;
  if (!is_torchrun && (launches.has_others || may_spread)) return;
  add(findings, is_torchrun ? Severity::error : Severity::warning, all.front().begin,
      fmt::format("'{}' runs on one of {} nodes, and nothing starts it on the others", all.front().words[0],
                  nodes),
      is_torchrun ? "write: srun --ntasks-per-node=1 torchrun ..." : "start it with srun");
}

void find_torchrun_per_task(const LintedScript& script, Findings& findings) {
  for (const auto& launch : script.launches.all)
    if (const auto tasks = tasks_per_node_of(launch.step).value_or(1); launch.is_torchrun && tasks > 1)
      add(findings, Severity::error, launch.begin,
          fmt::format("srun starts torchrun {} times a node, and each starts all ranks", tasks),
          "write: srun --ntasks-per-node=1 --cpus-per-task=CORES torchrun ...");
}

bool trains_alone(const TorchrunOptions& options) {
  const auto nodes = options.find("--nnodes");
  return options.contains("--standalone") || nodes == options.end() || nodes->second == "1";
}

/// Says why torchrun's ranks do not meet on so many nodes, which are several; "" if they do. c10d does not
/// read --master-addr.
std::string wrong_rendezvous(const TorchrunOptions& options, int nodes) {
  const auto value = [&](const char* name) { return options.contains(name) ? options.at(name) : ""; };
  const auto backend = value("--rdzv-backend");
  const bool is_static = backend.empty() || backend == "static";
  auto meet = value("--rdzv-endpoint");
  if (meet.empty() && is_static) meet = value("--master-addr");
  const bool is_local = meet.empty() || meet.starts_with("localhost") || meet.starts_with("127.");
  const auto wanted = value("--nnodes");
  if (trains_alone(options)) return "each node's torchrun trains alone: it is told of no other node";
  if (is_local)
    return fmt::format("each node's torchrun waits for the others at {}, which is the node itself",
                       meet.empty() ? "localhost" : meet);
  if (is_all_digits(wanted) && std::stoll(wanted.substr(0, 9)) > nodes)
    return fmt::format("torchrun waits for {} nodes, and starts on {}", wanted, nodes);
  const auto rank = value("--node-rank");
  if (!is_static || !(rank.empty() || is_all_digits(rank))) return "";
  return fmt::format(
      "each node's torchrun takes itself for node {}: without --rdzv_backend=c10d it needs a "
      "--node_rank of its own",
      rank.empty() ? "0" : rank);
}

void find_wrong_rendezvous(const LintedScript& script, Findings& findings) {
  if (script.script.text.find("PET_") != std::string::npos) return;  // torchrun's options as variables
  for (const auto& launch : script.launches.all) {
    const auto nodes = nodes_of(launch.step).value_or(1);
    if (!launch.is_torchrun || nodes < 2) continue;
    const auto options = torchrun_options(launch);
    auto wrong =
        options ? wrong_rendezvous(*options, std::max(nodes, launch.step.most_nodes.value_or(0))) : "";
    const auto words = text_of(script, launch);
    const bool has_a_part =
        words.find("SLURM_PROCID") != words.npos || words.find("SLURM_NODEID") != words.npos;
    if (wrong.empty() || (trains_alone(*options) && has_a_part && !options->contains("--node-rank")))
      continue;
    add(findings, options->contains("--standalone") ? Severity::warning : Severity::error, launch.begin,
        std::move(wrong),
        "write: torchrun --nnodes=$SLURM_NNODES --rdzv_backend=c10d --rdzv_endpoint=$(scontrol show "
        "hostnames $SLURM_JOB_NODELIST | head -n 1):$((10000 + SLURM_JOB_ID % 50000))");
  }
}

// One rank may have several GPUs.
void find_torchrun_unlike_gpus(const LintedScript& script, Findings& findings) {
  const auto& all = script.launches.all;
  static const Regex kOtherThanNccl("(?i)gloo|CUDA_VISIBLE_DEVICES");
  static const Regex kNumber("(\\d{1,6})");
  if (partial_match(script.launches.code, kOtherThanNccl)) return;
  for (const auto& launch : all) {
    int ranks = 0;
    auto options =
        launch.is_torchrun ? torchrun_options(launch).value_or(TorchrunOptions{}) : TorchrunOptions{};
    full_match(options["--nproc-per-node"], kNumber, &ranks);
    const auto gpus = gpus_per_node_of(launch.by_srun ? launch.step : script.launches.job).value_or(0);
    if (ranks < 2 || gpus == 0 || ranks == gpus || (ranks < gpus && all.size() > 1)) continue;
    add(findings, ranks > gpus ? Severity::warning : Severity::note, launch.begin,
        fmt::format("torchrun starts {} on a node, which has {} for them", counted(ranks, "rank"),
                    counted(gpus, "GPU")),
        fmt::format("write: --nproc_per_node={}", gpus));
  }
}

/// What a launch sets a variable to itself, else its one value in the script; empty if that is not known.
std::string value_of(const std::string& variable, std::string_view launch, const BashValues& values) {
  static const Regex kSet(R"re(\b(MASTER_ADDR|RANK|WORLD_SIZE)=["']?([^\s;&"')]*))re");
  std::string name;
  for (std::string own; find_and_consume(launch, kSet, &name, &own);)
    if (name == variable) return own;
  const auto known = values.find(variable);
  return known == values.end() ? "" : known->second;
}

/// 0 if it is not known.
int world_size(std::string_view launch, const BashValues& values) {
  static const Regex kNumber("(\\d{1,9})");
  int size = 0;
  full_match(value_of("WORLD_SIZE", launch, values), kNumber, &size);
  return size;
}

// Servers and accelerate start a rank for each GPU themselves.
void find_tasks_unlike_gpus(const LintedScript& script, Findings& findings) {
  find_torchrun_unlike_gpus(script, findings);
  static const Regex kRanks("\\bRANK=[\"']?\\$\\{?SLURM_PROCID|\\bWORLD_SIZE=");
  static const Regex kStartsRanks("CUDA_VISIBLE_DEVICES|accelerate|multiprocessing");
  const auto& code = script.launches.code;
  if (!partial_match(code, kRanks) || partial_match(code, kStartsRanks)) return;
  const auto values = known_values(script.script.bash);
  for (const auto& launch : script.launches.all) {
    const auto tasks = tasks_per_node_of(launch.step).value_or(0);
    const auto gpus = gpus_per_node_of(launch.step).value_or(0);
    const auto& job = script.launches.job;
    const bool spawns =
        tasks == 1 && world_size(text_of(script, launch), values) == gpus * nodes_of(launch.step).value_or(1);
    if (launch.is_torchrun || launch.says_tasks || launch.step.gpus_per_task || tasks == 0 || gpus == 0 ||
        tasks == gpus || spawns)
      continue;
    add(findings, Severity::warning, launch.begin,
        fmt::format("srun starts {} on each node, which has {} for them", counted(tasks, "rank"),
                    counted(gpus, "GPU")),
        job.tasks ? fmt::format("write: --ntasks={}", std::int64_t{gpus} * nodes_of(job).value_or(1))
                  : fmt::format("write: --ntasks-per-node={}", gpus));
  }
}

/// True if a script may read a number of tasks, or hand it to something that starts as many.
bool may_use(const LintedScript& script, int tasks) {
  static const Regex kReader("NTASKS|TASKS_PER_NODE|NPROCS|CPUS_ON_NODE|(?i:mpi|parallel|snakemake)");
  static const Regex kNumber("(?:^|[^\\w.])(\\d+)(?:[^\\w.]|$)");
  if (partial_match(script.launches.code, kReader)) return true;
  std::string_view rest = script.launches.code;
  for (std::string_view number; find_and_consume(rest, kNumber, &number);)
    if (number == std::to_string(tasks)) return true;
  return false;
}

/// The tasks that steps run at one time; nullopt if they are not known, or several run one after the other.
std::optional<std::int64_t> tasks_at_once(const std::vector<Step>& steps) {
  std::int64_t sum = 0;
  for (const auto& step : steps) {
    const auto tasks = tasks_of(step.request);
    const bool has_parts = std::ranges::find(step.words, ":") != step.words.end();
    if (!tasks || step.is_parallel || has_parts || (steps.size() > 1 && !step.is_background))
      return std::nullopt;
    sum += *tasks;
  }
  return steps.empty() ? std::nullopt : std::optional(sum);
}

// On one node such tasks are only a way to ask for cores.
void find_tasks_not_started(const LintedScript& script, Findings& findings) {
  const auto& [job, steps, all, is_known, has_others, code] = script.launches;
  const auto tasks = tasks_of(job).value_or(1);
  const auto nodes = nodes_of(job);
  if (tasks < 2 || std::ranges::any_of(all, &Launch::is_torchrun) || may_use(script, tasks)) return;
  const auto started = tasks_at_once(steps).value_or(tasks);
  if (started < tasks)
    add(findings, Severity::note, steps[0].begin,
        fmt::format("srun starts {}, and the job asks for {}", counted(started, "task"), tasks),
        "ask for as many as are started");
  if (!is_known || all.size() > 1 || !steps.empty()) return;
  const auto* const asked = find_directive(script.script, "--ntasks");
  if (all.empty() && asked != nullptr)
    add(findings, Severity::note, asked->begin,
        fmt::format("the job asks for {} tasks, and nothing in the script starts more than one", tasks),
        "start the program with srun, or ask for the cores of one: --ntasks=1 --cpus-per-task");
  if (all.empty() || all[0].is_parallel || nodes.value_or(1) > 1) return;  // other-nodes-idle
  add(findings, nodes ? Severity::note : Severity::warning, all[0].begin,
      fmt::format("'{}' runs once, and the job asks for {} tasks{}", all[0].words[0], tasks,
                  nodes ? "" : ", which may lie on several nodes"),
      fmt::format("start it with srun, or ask for: --nodes=1 --ntasks=1 --cpus-per-task={}",
                  std::int64_t{tasks} * job.cpus_per_task.value_or(1)));
}

void find_nodes_without_tasks(const LintedScript& script, Findings& findings) {
  const auto& job = script.launches.job;
  if (!job.nodes || !job.tasks || *job.tasks >= *job.nodes) return;
  add(findings, Severity::warning, find_directive(script.script, "--ntasks")->begin,
      fmt::format("of {} nodes sbatch asks for {}, as there are no more tasks", *job.nodes, *job.tasks),
      fmt::format("write --ntasks={}, or fewer nodes", *job.nodes));
}

/// True if each rank of the launch, or each node's torchrun, should have a value of its own at an offset.
/// accelerate with the rank of a machine is meant for each node, also where nothing starts it there.
bool needs_own(const Launch& launch, const JobRequest& job, std::size_t offset, std::string_view text) {
  const bool is_accelerate = is_among(launch.words[0], " accelerate ");
  if (!(launch.by_srun || is_accelerate) || offset >= launch.end) return false;
  const auto& request = launch.by_srun ? launch.step : job;
  const bool is_of_node =
      launch.is_torchrun || is_accelerate || text.substr(offset, 14).find("NODEID") != text.npos;
  if ((is_of_node ? nodes_of(request) : tasks_of(request)).value_or(1) < 2) return false;
  const bool is_within = launch.begin <= offset;
  auto assigned = text.substr(0, offset);
  if (assigned.ends_with('"')) assigned.remove_suffix(1);
  assigned.remove_prefix(assigned.find_last_of(" \t\n;") + 1);
  if (!launch.is_torchrun) return is_within || is_among(assigned, " RANK= LOCAL_RANK= NODE_RANK= ");
  const auto options = torchrun_options(launch).value_or(TorchrunOptions{});
  const auto rank = options.find("--node-rank");
  if (rank == options.end() || options.contains("--rdzv-backend")) return false;  // c10d counts nodes itself
  return rank->second.find(is_within                  ? "SLURM_"
                           : assigned == "NODE_RANK=" ? "NODE_RANK"
                                                      : " ") != std::string::npos;
}

void find_early_ranks(const LintedScript& script, Findings& findings) {
  const auto& text = script.script.text;
  if (script.launches.code.find("export -f") != std::string::npos) return;  // the ranks run such a function
  for (auto& early : early_ranks(text, script.script.bash, "srun"))
    if (std::ranges::any_of(script.launches.all, [&](const auto& launch) {
          return needs_own(launch, script.launches.job, early.offset, text);
        }))
      findings.push_back(std::move(early));
}

/// What tells a rank its place; "" and 0 are unknown.
struct RankVariables {
  std::string address;
  std::string rank;
  int world = 0;
};

bool is_own_node(std::string_view address) { return address == "localhost" || address.starts_with("127."); }

bool is_expanded(std::string_view name, std::string_view value) {
  return value == fmt::format("${}", name) || value == fmt::format("${{{}}}", name);
}

/// True if the ranks of each node look for a rank 0 of their own.
bool meet_on_each_node(const Launch& launch, const RankVariables& variables) {
  return nodes_of(launch.step).value_or(1) > 1 &&
         (is_own_node(variables.address) || is_expanded("SLURM_LOCALID", variables.rank));
}

void find_several_ranks_0(const Launch& launch, const RankVariables& variables, Findings& findings) {
  if (is_own_node(variables.address))
    add(findings, Severity::warning, launch.begin,
        fmt::format("each rank looks for rank 0 at {}, which is its own node", variables.address),
        "write: MASTER_ADDR=$(scontrol show hostnames $SLURM_JOB_NODELIST | head -n 1)");
  if (is_expanded("SLURM_LOCALID", variables.rank))
    add(findings, Severity::warning, launch.begin, "RANK=$SLURM_LOCALID is 0 on each node: two ranks are one",
        "write: RANK=$SLURM_PROCID");
}

void find_other_world_size(const Launch& launch, const RankVariables& variables, Findings& findings) {
  const int world = variables.world;
  const auto tasks = tasks_of(launch.step).value_or(world);
  if (world > 0 && (tasks > world || (tasks < world && is_expanded("SLURM_PROCID", variables.rank))))
    add(findings, Severity::warning, launch.begin,
        fmt::format("srun starts {}, and WORLD_SIZE is {}", counted(tasks, "rank"), world),
        "write: WORLD_SIZE=$SLURM_NTASKS");
}

// A process group for each node, or for each rank, is no mistake. A task may start ranks itself: only what
// tells it its own number says that it is one.
void find_ranks_apart(const LintedScript& script, Findings& findings) {
  if (!script.launches.is_known) return;
  const auto values = known_values(script.script.bash);
  for (const auto& launch : script.launches.all) {
    const auto words = text_of(script, launch);
    static const Regex kSetsMore("--export|\\benv |--nodelist|\\s-w");
    if (!launch.by_srun || launch.is_torchrun || partial_match(words, kSetsMore)) continue;
    const RankVariables variables{.address = value_of("MASTER_ADDR", words, values),
                                  .rank = value_of("RANK", words, values),
                                  .world = world_size(words, values)};
    const bool are_apart = meet_on_each_node(launch, variables);
    if (variables.world == 1 || (are_apart && variables.world == tasks_per_node_of(launch.step))) continue;
    if (are_apart) find_several_ranks_0(launch, variables, findings);
    find_other_world_size(launch, variables, findings);
  }
}

constexpr auto kLaunchRules = std::to_array<Rule>({
    {"other-nodes-idle", "A job of several nodes starts Python, R or torchrun on the first of them alone.",
     "sbatch runs the script there. No alarm if anything is started by srun, mpirun or ssh, or if only a "
     "run shows what is started: a $LAUNCHER without a known value, a sourced file, ./run.sh, eval. Nor for "
     "Python and R beside programs that lint does not know, or where the list of nodes is read.",
     "#!/bin/bash\n#SBATCH --nodes=2\ntorchrun --nproc_per_node=4 train.py\n",
     "#!/bin/bash\n#SBATCH --nodes=2\nsrun bash on_each_node.sh\n", "sbatch(1)", find_idle_nodes},
    {"torchrun-per-task", "srun starts torchrun several times on a node.", "By the tasks that are named.",
     "#!/bin/bash\n#SBATCH --nodes=1 --ntasks-per-node=4\nsrun torchrun --nproc_per_node=4 train.py\n",
     "#!/bin/bash\n#SBATCH --nodes=1 --ntasks-per-node=1\nsrun torchrun --nproc_per_node=4 train.py\n",
     "PyTorch, torchrun", find_torchrun_per_task},
    {"torchrun-rendezvous", "On several nodes torchrun is not told where they meet.",
     "By its options, with known variables in place; or it waits for more nodes than it is started on. No "
     "alarm if bash may put others among them, or where each has a part of its own by SLURM_PROCID or "
     "SLURM_NODEID. A warning for --standalone, which may be meant.",
     "#!/bin/bash\n#SBATCH --nodes=2\nsrun torchrun --standalone train.py\n",
     "#!/bin/bash\n#SBATCH -N 2\nsrun torchrun --nnodes=2 --rdzv_backend=c10d --rdzv_endpoint=$HEAD:1 t.py\n",
     "PyTorch 2.11, torch/distributed/run.py", find_wrong_rendezvous},
    {"ranks-do-not-meet", "The variables of a script's ranks do not fit the job.",
     "Of Python by srun, with known variables in place: on several nodes MASTER_ADDR is localhost, or RANK "
     "is $SLURM_LOCALID; WORLD_SIZE is a number below that of the tasks, or above it beside "
     "RANK=$SLURM_PROCID. No alarm for a group on each node, whose WORLD_SIZE is that of its tasks, or where "
     "a sourced file or srun itself may set them.",
     "#!/bin/bash\n#SBATCH -N 2 --ntasks-per-node=4\nexport MASTER_ADDR=localhost\nsrun python train.py\n",
     "#!/bin/bash\n#SBATCH -N 1 --ntasks-per-node=4\nexport MASTER_ADDR=localhost\nsrun python train.py\n",
     "PyTorch, init_process_group with env://", find_ranks_apart},
    {"tasks-unlike-gpus", "srun or torchrun starts more or fewer ranks than a node has GPUs.",
     "Of torchrun a warning if it starts more, and a note if it starts fewer, but several. Of Python by srun "
     "only if the script sets RANK=$SLURM_PROCID or WORLD_SIZE, so that a rank has a GPU of its own, the "
     "job says both numbers, and srun neither. No alarm where CUDA_VISIBLE_DEVICES, accelerate or "
     "multiprocessing stands in it, or one task has a WORLD_SIZE of all GPUs, which it starts itself.",
     "#!/bin/bash\n#SBATCH --ntasks-per-node=1 --gres=gpu:4\nsrun bash -c 'RANK=$SLURM_PROCID python t.py'\n",
     "#!/bin/bash\n#SBATCH --ntasks-per-node=4 --gres=gpu:4\nsrun bash -c 'RANK=$SLURM_PROCID python t.py'\n",
     "Princeton's page on several GPUs: --ntasks-per-node is the GPUs of a node", find_tasks_unlike_gpus},
    {"tasks-without-launcher", "A job asks for more tasks than the script starts.",
     "A warning for one Python or R without srun where the tasks may lie on several nodes; on one node, "
     "where they may mean cores, a note, as for other programs (not ./a.out, which may be a script with "
     "an srun) and for a single srun. No alarm for torchrun, or where anything reads their number or may "
     "start them.",
     "#!/bin/bash\n#SBATCH --ntasks=8\npython train.py\n",
     "#!/bin/bash\n#SBATCH --nodes=1 --ntasks=1 --cpus-per-task=8\npython train.py\n", "sbatch(1), --ntasks",
     find_tasks_not_started},
    {"nodes-without-tasks", "A job asks for fewer tasks than nodes.",
     "By --nodes and --ntasks. sbatch warns, and asks for as many nodes as there are tasks.",
     "#!/bin/bash\n#SBATCH --nodes=4 --ntasks=1\nsrun ./a.out\n",
     "#!/bin/bash\n#SBATCH --nodes=4 --ntasks=4\nsrun ./a.out\n", "sbatch(1), --nodes",
     find_nodes_without_tasks},
    {"rank-too-early", "A rank's own variable is expanded before srun starts the ranks.",
     "In srun's command, or in RANK=, LOCAL_RANK= or NODE_RANK= before it. No alarm in single quotes, in "
     "echo, for --node_rank beside --rdzv_backend, which counts nodes itself, or where a function is "
     "exported.",
     "#!/bin/bash\n#SBATCH --nodes=2 --ntasks-per-node=4\nexport RANK=$SLURM_PROCID\nsrun python train.py\n",
     "#!/bin/bash\n#SBATCH -N 2 --ntasks-per-node=4\nsrun bash -c 'RANK=$SLURM_PROCID python train.py'\n",
     "srun(1)", find_early_ranks},
});

}  // namespace

std::span<const Rule> launch_rules() { return kLaunchRules; }

// Those of Slurm are there before, as those of the script.
std::vector<Finding> early_ranks(std::string_view text, const BashText& bash, std::string_view launcher) {
  std::vector<Finding> early;
  for (const std::string_view name :
       {"SLURM_PROCID", "SLURM_LOCALID", "SLURM_NODEID", "PMI_RANK", "OMPI_COMM_WORLD_RANK"})
    for (auto at = text.find(name); at != text.npos && early.size() < 1000; at = text.find(name, at + 1)) {
      const auto dollar = text.substr(0, at).find_last_not_of('{');
      if (dollar == text.npos || at - dollar > 2 || text[dollar] != '$') continue;
      const auto quoting = quoting_at(bash, dollar);
      const bool is_escaped = dollar > 0 && text[dollar - 1] == '\\';
      if (is_escaped || (quoting != BashQuoting::none && quoting != BashQuoting::doubled)) continue;
      early.push_back({"", Severity::error, dollar,
                       fmt::format("${} is expanded before {} starts the ranks: all of them get {}", name,
                                   launcher, name.starts_with("SLURM") ? "0" : "nothing"),
                       fmt::format("let each rank expand it, in single quotes: {} ... bash -c '... ${}'",
                                   launcher, name)});
    }
  return early;
}

}  // namespace scalegen::lint
