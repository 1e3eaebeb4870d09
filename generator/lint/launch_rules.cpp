#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

#include "core/bash_command.hpp"
#include "core/job_request.hpp"
#include "core/units.hpp"
#include "generator/lint/rule.hpp"

namespace scalegen::lint {
namespace {

using Words = std::span<const std::string>;
using Findings = std::vector<Finding>;

/// A command of Python or torchrun that runs in every run of the script.
struct Launch {
  std::size_t begin = 0;  // of the script's command, in bytes
  std::size_t end = 0;
  std::vector<std::string> words{};  // expanded as far as is known; torchrun's options are behind the first
  bool is_torchrun = false;          // also as a module of Python
  bool by_srun = false;              // else once, on the first node
  JobRequest step{};                 // of srun; empty without
};

struct Launches {
  JobRequest job{};
  std::vector<Launch> all{};
  bool is_known = true;  // nothing else may start processes
};

/// True if a list such as " bash sh " has a program's name.
bool is_among(std::string_view program, std::string_view list) {
  return list.find(fmt::format(" {} ", program.substr(program.rfind('/') + 1))) != list.npos;
}

bool is_python(std::string_view program) {
  program.remove_prefix(program.rfind('/') + 1);
  return program.starts_with("python") && program.find_first_not_of("0123456789.", 6) == program.npos;
}

/// True for a command of which only a run shows what it starts, and where.
bool is_unknown(Words words) {
  const auto& first = words.front();
  if ((first == "source" || first == ".") && words.size() > 1)
    return !is_among(words[1], " activate conda.sh mamba.sh .bashrc profile modules.sh bash ");
  return is_launcher(first) || first.find_first_of("/$`") != first.npos ||
         is_among(first,
                  " accelerate aprun bash clush dask deepspeed eval flux horovodrun ibrun jsrun make "
                  "parallel pdsh ray sbatch sh spark-submit ssh xargs ");
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
      read(Words(words).subspan(index_of_program(words)),
           outer != nullptr ? *outer : Launch{.begin = command.begin, .end = command.words.back().end},
           is_sure && runs);
    }
  }

 private:
  void read(Words words, Launch launch, bool is_sure) {
    const bool is_srun = is_among(words[0], " srun ");
    if (is_srun || is_among(words[0], " singularity apptainer ")) {
      const auto starts = [](const auto& w) { return is_python(w) || is_among(w, " torchrun bash sh "); };
      const auto looks = [](const auto& w) { return is_among(w, " date env hostname nvidia-smi "); };
      const auto program = std::find_if(words.begin() + 1, words.end(), starts);
      const auto before = words.first(static_cast<std::size_t>(program - words.begin()));
      if (is_srun) launch.step = read_srun(before, launches_.job).request;
      launch.by_srun = launch.by_srun || is_srun;
      if (program != words.end()) return read(words.subspan(before.size()), std::move(launch), is_sure);
      launches_.is_known = launches_.is_known && std::ranges::any_of(words, looks);
    } else if (words.size() > 2 && is_among(words[0], " bash sh ") && words[1].ends_with('c')) {
      read(read_bash(words[2]), &launch, is_sure);
    } else if (is_python(words[0]) || is_among(words[0], " torchrun ")) {
      add(words, std::move(launch), is_sure);
    } else if (launch.by_srun || is_unknown(words)) {
      launches_.is_known = false;
    }
  }

  void add(Words words, Launch launch, bool is_sure) {
    const auto first = std::find_if(words.begin() + 1, words.end(), [](const auto& word) {
      return !word.starts_with('-') || is_among(word, " -c -V --version ");
    });
    const bool is_small = first == words.end() || is_among(*first, " -c -V --version pip venv ");
    if (is_python(words[0]) && is_small) return;
    const bool is_module = first != words.end() && first->starts_with("torch.distributed.");
    launch.is_torchrun = is_module || !is_python(words[0]);
    launch.words.assign(is_module ? first : words.begin(), words.end());
    launches_.is_known = launches_.is_known && is_sure;
    if (is_sure && launches_.all.size() < 1000) launches_.all.push_back(std::move(launch));
  }

  const BashValues& values_;
  Launches& launches_;
};

Launches launches_of(const LintedScript& script) {
  Launches launches{.job = read_job_request(script.script)};
  LaunchReader(script.values, launches).read(script.script.bash, nullptr, true);
  return launches;
}

// A program that is given the list of nodes may use it.
void find_idle_nodes(const LintedScript& script, Findings& findings) {
  const auto [job, all, is_known] = launches_of(script);
  const auto nodes = nodes_of(job).value_or(1);
  const auto& text = script.script.text;
  if (nodes < 2 || all.empty() || !is_known || std::ranges::any_of(all, &Launch::by_srun)) return;
  const bool is_torchrun = all.front().is_torchrun;
  if (!is_torchrun && text.find("NODELIST") != text.npos && text.find("MASTER_ADDR") == text.npos) return;
  findings.push_back({"", is_torchrun ? Severity::error : Severity::warning, all.front().begin,
                      fmt::format("'{}' runs on one of {} nodes, and nothing starts it on the others",
                                  all.front().words[0], nodes),
                      is_torchrun ? "write: srun --ntasks-per-node=1 torchrun ..." : "start it with srun"});
}

void find_torchrun_per_task(const LintedScript& script, Findings& findings) {
  for (const auto& launch : launches_of(script).all)
    if (const auto tasks = tasks_per_node_of(launch.step).value_or(1); launch.is_torchrun && tasks > 1)
      findings.push_back(
          {"", Severity::error, launch.begin,
           fmt::format("srun starts torchrun {} times a node, and each starts all ranks", tasks),
           "write: srun --ntasks-per-node=1 --cpus-per-task=CORES torchrun ..."});
}

using Options = std::map<std::string, std::string>;

/// The options of torchrun, with '-' for '_'; nullopt if bash may put others among them.
std::optional<Options> torchrun_options(Words words) {
  Options options;
  for (std::size_t i = 1; i < words.size() && words[i].find_first_of("$`") != 0; ++i) {
    if (!words[i].starts_with('-')) return options;
    const auto equals = words[i].find('=');
    auto name = words[i].substr(0, equals);
    std::ranges::replace(name, '_', '-');
    const bool is_alone = is_among(name, " --standalone --no-python --module -m --run-path --use-env ");
    const bool takes_next = !is_alone && equals == name.npos && i + 1 < words.size();
    options[name] = takes_next ? words[++i] : words[i].substr(std::min(equals, words[i].size() - 1) + 1);
  }
  return std::nullopt;
}

/// What is wrong with the rendezvous on several nodes; empty if nothing is. c10d does not read --master-addr.
std::string wrong_rendezvous(const Options& options) {
  const auto value = [&](const char* name) { return options.contains(name) ? options.at(name) : ""; };
  const auto backend = value("--rdzv-backend");
  auto meet = value("--rdzv-endpoint");
  if (meet.empty() && (backend.empty() || backend == "static")) meet = value("--master-addr");
  const bool is_local = meet.empty() || meet.starts_with("localhost") || meet.starts_with("127.");
  const bool is_alone = value("--nnodes").empty() || value("--nnodes") == "1";
  if (options.contains("--standalone") || (meet.empty() && is_alone))
    return "each node's torchrun trains alone: it is told of no other node";
  return is_local ? fmt::format("each node's torchrun waits for the others at {}, which is the node itself",
                                meet.empty() ? "localhost" : meet)
                  : "";
}

void find_wrong_rendezvous(const LintedScript& script, Findings& findings) {
  if (script.script.text.find("PET_") != std::string::npos) return;  // torchrun's options as variables
  for (const auto& launch : launches_of(script).all) {
    if (!launch.is_torchrun || nodes_of(launch.step).value_or(1) < 2) continue;
    const auto options = torchrun_options(launch.words);
    auto wrong = options ? wrong_rendezvous(*options) : "";
    if (wrong.empty()) continue;
    findings.push_back({"", Severity::error, launch.begin, std::move(wrong),
                        "write: torchrun --nnodes=$SLURM_NNODES --rdzv_backend=c10d "
                        "--rdzv_endpoint=$(scontrol show hostnames $SLURM_JOB_NODELIST | head -n 1):29500"});
  }
}

void find_tasks_unlike_gpus(const LintedScript& script, Findings& findings) {
  if (script.script.text.find("SLURM_PROCID") == std::string::npos) return;
  for (const auto& launch : launches_of(script).all) {
    const auto tasks = tasks_per_node_of(launch.step).value_or(0);
    const auto gpus = gpus_per_node_of(launch.step).value_or(0);
    if (!launch.is_torchrun && tasks > 0 && gpus > 0 && tasks != gpus)
      findings.push_back({"", Severity::warning, launch.begin,
                          fmt::format("srun starts {} on each node, which has {} for them",
                                      counted(tasks, "rank"), counted(gpus, "GPU")),
                          fmt::format("write: --ntasks-per-node={}", gpus)});
  }
}

// On one node such tasks are only a way to ask for cores.
void find_tasks_without_launcher(const LintedScript& script, Findings& findings) {
  const auto [job, all, is_known] = launches_of(script);
  const auto tasks = tasks_of(job).value_or(1);
  const auto nodes = nodes_of(job);
  if (tasks < 2 || !is_known || all.size() != 1 || all[0].by_srun || all[0].is_torchrun) return;
  if (nodes.value_or(1) > 1) return;  // other-nodes-idle
  findings.push_back(
      {"", nodes ? Severity::note : Severity::warning, all[0].begin,
       fmt::format("'{}' runs once, and the job asks for {} tasks{}", all[0].words[0], tasks,
                   nodes ? "" : ", which may lie on several nodes"),
       fmt::format("start it with srun, or ask for: --nodes=1 --ntasks=1 --cpus-per-task={}", tasks)});
}

/// True if each rank of the launch, or each node's torchrun, should have a value of its own at an offset.
bool needs_own(const Launch& launch, std::size_t offset, std::string_view text) {
  if (!launch.by_srun || offset >= launch.end) return false;
  const bool is_of_node = launch.is_torchrun || text.substr(offset, 14).find("NODEID") != text.npos;
  if ((is_of_node ? nodes_of(launch.step) : tasks_of(launch.step)).value_or(1) < 2) return false;
  const bool is_within = launch.begin <= offset;
  auto assigned = text.substr(0, offset);
  if (assigned.ends_with('"')) assigned.remove_suffix(1);
  assigned.remove_prefix(assigned.find_last_of(" \t\n;") + 1);
  if (!launch.is_torchrun) return is_within || is_among(assigned, " RANK= LOCAL_RANK= NODE_RANK= ");
  const auto options = torchrun_options(launch.words).value_or(Options{});
  const auto rank = options.find("--node-rank");
  if (rank == options.end() || options.contains("--rdzv-backend")) return false;  // c10d counts nodes itself
  return rank->second.find(is_within                  ? "SLURM_"
                           : assigned == "NODE_RANK=" ? "NODE_RANK"
                                                      : " ") != std::string::npos;
}

void find_early_ranks(const LintedScript& script, Findings& findings) {
  const auto& text = script.script.text;
  const auto all = launches_of(script).all;
  for (auto& early : early_ranks(text, script.script.bash, "srun"))
    if (std::ranges::any_of(all, [&](const auto& launch) { return needs_own(launch, early.offset, text); }))
      findings.push_back(std::move(early));
}

constexpr auto kLaunchRules = std::to_array<Rule>({
    {"other-nodes-idle", "A job of several nodes starts Python or torchrun on the first of them alone.",
     "sbatch runs the script there. No alarm if anything is started by srun, mpirun or ssh, or if only a run "
     "shows what is started: a $LAUNCHER without a known value, a sourced file, ./run.sh, eval.",
     "#!/bin/bash\n#SBATCH --nodes=2\ntorchrun --nproc_per_node=4 train.py\n",
     "#!/bin/bash\n#SBATCH --nodes=2\nsrun bash on_each_node.sh\n", "sbatch(1)", find_idle_nodes},
    {"torchrun-per-task", "srun starts torchrun several times on a node.", "By the tasks that are named.",
     "#!/bin/bash\n#SBATCH --nodes=1 --ntasks-per-node=4\nsrun torchrun --nproc_per_node=4 train.py\n",
     "#!/bin/bash\n#SBATCH --nodes=1 --ntasks-per-node=1\nsrun torchrun --nproc_per_node=4 train.py\n",
     "PyTorch, torchrun", find_torchrun_per_task},
    {"torchrun-rendezvous", "On several nodes torchrun is not told where they meet.",
     "By its options, with known variables in place. No alarm if bash may put others among them.",
     "#!/bin/bash\n#SBATCH --nodes=2\nsrun torchrun --standalone train.py\n",
     "#!/bin/bash\n#SBATCH -N 2\nsrun torchrun --nnodes=2 --rdzv_backend=c10d --rdzv_endpoint=$HEAD:1 t.py\n",
     "PyTorch 2.11, torch/distributed/run.py", find_wrong_rendezvous},
    {"tasks-unlike-gpus", "srun starts Python with more or fewer ranks than a node has GPUs.",
     "Only if the script reads SLURM_PROCID, so that a rank has a GPU of its own, and both numbers are said.",
     "#!/bin/bash\n#SBATCH --ntasks-per-node=1 --gres=gpu:4\nsrun bash -c 'RANK=$SLURM_PROCID python t.py'\n",
     "#!/bin/bash\n#SBATCH --ntasks-per-node=4 --gres=gpu:4\nsrun bash -c 'RANK=$SLURM_PROCID python t.py'\n",
     "Princeton's page on several GPUs: --ntasks-per-node is the GPUs of a node", find_tasks_unlike_gpus},
    {"tasks-without-launcher", "A job asks for several tasks, and its one Python is started without srun.",
     "A note on one node, where tasks may mean cores. No alarm for torchrun, or beside any other launcher.",
     "#!/bin/bash\n#SBATCH --ntasks=8\npython train.py\n",
     "#!/bin/bash\n#SBATCH --nodes=1 --ntasks=1 --cpus-per-task=8\npython train.py\n", "sbatch(1), --ntasks",
     find_tasks_without_launcher},
    {"rank-too-early", "A rank's own variable is expanded before srun starts the ranks.",
     "In srun's command, or in RANK=, LOCAL_RANK= or NODE_RANK= before it. No alarm in single quotes, in "
     "echo, or for --node_rank beside --rdzv_backend, which counts nodes itself.",
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
