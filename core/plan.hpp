#pragma once
#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/advice.hpp"
#include "core/assertion.hpp"
#include "core/launch.hpp"
#include "core/rung.hpp"
#include "core/scaling.hpp"
#include "core/scheduler_kind.hpp"
#include "core/setting.hpp"
#include "core/shared_const.hpp"
#include "core/words.hpp"

namespace scalegen {

/// The resources that a job requests. Memory is per node.
struct Resources {
  int nodes = 1;
  int tasks_per_node = 1;
  int cpus_per_task = 1;
  int gpus_per_node = 0;
  std::optional<std::int64_t> memory_mib_per_node{};  // none: the site's default, which is not known
  std::string memory_option{};                        // how it is asked for: --mem-per-gpu=110G; empty: not
  std::chrono::seconds time_limit{};
  std::string partition{};     // empty: the site chooses
  std::string constraint{};    // for --constraint
  std::string qos{};           // of the partition's jobs, unless the launch has one
  std::string gpu_type{};      // as Slurm calls it; empty: of any type
  std::string node_kind{};     // where rungs of the plan are on several; empty: all are on one
  std::string architecture{};  // of the nodes, as uname -m has it; empty: unknown
  bool whole_nodes = false;    // no other job beside
  bool fills_nodes = false;    // each GPU, or without GPUs each core, has a rank
  bool has_threads = false;    // cores have several, each a CPU of Slurm's: a core is asked for whole
  bool operator==(const Resources&) const = default;
};

/// True if `one` has a longer time limit than the other, or more memory.
inline bool asks_for_more(const Resources& one, const Resources& other) {
  return one.time_limit > other.time_limit || one.memory_mib_per_node > other.memory_mib_per_node;
}

/// The cost of a run for each hour that its allocation is held. A site that counts in units of its own says
/// how many; without a unit it does not.
struct Rate {
  double core_hours = 0;
  double gpu_hours = 0;
  double units = 0;
  std::string unit{};  // such as "billing units"
  bool operator==(const Rate&) const = default;
};

/// The folder of a program and what precedes it, as a script has it: with values in place of placeholders.
struct RunEnvironment {
  std::string workdir{};                          // a word of bash; empty: the launch's
  SharedConst<std::vector<std::string>> setup{};  // lines of bash
  SharedConst<Variables> env{};                   // names, and words of bash
  bool operator==(const RunEnvironment&) const = default;
};

/// One launch of all ranks of one rung: the unit that is measured.
struct Run {
  std::string id{};  // also its folder's name: 2gpu-r1
  Rung rung{};
  int round = 1;
  std::optional<Scaling> ladder{};   // the one that it is a point of; none: each of the plan's
  SharedConst<Settings> settings{};  // every parameter, the derived ones among them
  Resources resources{};
  SharedConst<std::vector<std::string>>
      command{};         // argv of what is started; where a sweep file gives bash text: bash -c TEXT
  RunEnvironment own{};  // what placeholders make this run's own, in place of what the launch says
  Rate rate{};
  std::optional<Rate> without_exclusive{};  // of the same request, where the sweep added --exclusive
  bool operator==(const Run&) const = default;
};

/// The allocation that several runs use one after the other: the nodes of the largest, for the time limits of
/// all.
struct Allocation {
  Resources resources{};
  Rate rate{};
  bool operator==(const Allocation&) const = default;
};

/// The unit of submission: one run, or several in this order.
struct Job {
  std::string id{};
  std::vector<std::string> runs{};     // ids
  std::optional<Allocation> shared{};  // none: the job asks for what its one run asks for
  bool operator==(const Job&) const = default;
};

/// The starts of a run's command: by each rank, once a node (torchrun, which starts the ranks), or once, on
/// the first node.
enum class Start { each_rank, each_node, once };

constexpr std::array<Word<Start>, 3> words_of(Start) {
  return {{{Start::each_rank, "each_rank"}, {Start::each_node, "each_node"}, {Start::once, "once"}}};
}

/// The use of a pattern's matches as the figure of a run. automatic: the median after warm-up if there are
/// many, the last if there are few or if they are totals so far. each_epoch, of a figure beside the speed
/// alone: the last of those that are one an epoch.
enum class MetricUse { automatic, last, median, mean, sum, each_epoch };

constexpr std::array<Word<MetricUse>, 6> words_of(MetricUse) {
  return {{{MetricUse::automatic, "auto"},
           {MetricUse::last, "last"},
           {MetricUse::median, "median"},
           {MetricUse::mean, "mean"},
           {MetricUse::sum, "sum"},
           {MetricUse::each_epoch, "each_epoch"}}};
}

/// True if the figure is of a typical match among many.
inline bool is_middle(MetricUse use) { return use == MetricUse::median || use == MetricUse::mean; }

/// The pattern that finds the speed of a user's own program in its output, or a figure beside it, such as
/// accuracy, which compares no rungs.
struct MetricPattern {
  std::string name{};   // throughput
  std::string regex{};  // RE2, and {number}; its one group is the number
  std::string unit{};   // such as images/s; beside the speed also share, % and nothing
  bool higher_is_better = true;
  MetricUse use = MetricUse::automatic;
  std::optional<int> skip{};  // how many first matches are left out; none: as many as are warm-up
  bool operator==(const MetricPattern&) const = default;
};

/// True if its figures are from 0 to 1, also where the program prints them in %.
inline bool is_share(const MetricPattern& metric) { return metric.unit == "share" || metric.unit == "%"; }

/// A sweep asks for so many rounds at most.
inline constexpr int kMostRoundsOfASweep = 1000;

struct PlanHead {
  int format = 4;
  std::string name{};
  std::string cluster{};
  SchedulerKind scheduler{};
  std::string workload{};
  std::string dataset{};  // what `data: auto` was resolved to; empty: the cluster will say
  std::vector<Scaling> scalings{Scaling::strong};  // of its ladders
  std::string baseline{};                          // a rung's name
  std::string baseline_reason{};
  int rounds = 1;
  std::vector<int> rounds_before{};  // how many there were, each time that rounds were added
  std::vector<int> later_rounds{};   // that hold only some combinations, such as those that were added later
  std::string sweep_sum{};           // cksum of the sweep file that it was changed to; empty: it was not
  int replaced = 0;                  // how many plans this directory had before, of which no run completed
  std::int64_t seed = 0;
  std::vector<std::string> axes{};  // names of settings that vary besides the rung
  std::vector<std::string> held{};  // names of settings that all runs share
  bool own_program = false;         // not one of scalegen's workloads: it may write no event lines
  bool batch_is_stated = false;     // by the sweep file alone: the program does not get it
  Start start = Start::each_rank;
  std::vector<MetricPattern> metrics{};  // the speed, of a program of one's own
  std::vector<MetricPattern> further{};  // figures beside it
  Advice advise = default_advice();      // the rule for the rung to ask for
  std::vector<Assertion> assertions{};   // what reports are to hold
  std::vector<std::string> ignored{};    // what an older scalegen planned with, and this one does not
  std::vector<std::string> left_out{};   // combinations that read_plan() leaves out, of a plan of 0.2
  Launch launch{};
  bool operator==(const PlanHead&) const = default;
};

struct Plan {
  PlanHead head{};
  std::vector<Run> runs{};  // in the order in which they are to run
  std::vector<Job> jobs{};
  bool is_edited = false;  // read from a file that is not as scalegen wrote it
  bool operator==(const Plan&) const = default;
};

/// The runs of a plan by their ids. It must outlive them.
using RunsById = std::unordered_map<std::string_view, const Run*>;

RunsById runs_by_id(const Plan& plan);

/// The runs of a job, in its order.
std::vector<const Run*> runs_of(const Job& job, const RunsById& runs);

/// True if its runs are submitted to Slurm, which gives them nodes: neither of this machine, nor in an
/// allocation that a person holds.
bool submits_jobs(const PlanHead& head);

/// True if runs share the nodes of a job, one after the other: in all jobs of a plan, or in none.
bool shares_nodes(const Plan& plan);

/// True if other jobs may run on the nodes of this one beside it, as far as its own request says.
bool may_share_with_others(const Plan& plan, const Run& run);

/// The combination that a run repeats: "2gpu-cpus_per_task=4" of the run "2gpu-cpus_per_task=4-r3".
std::string combination_of(const Run& run);

/// The number of runs of each combination: the rounds that hold all of them.
int repeats_of(const PlanHead& head);

}  // namespace scalegen
