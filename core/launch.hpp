#pragma once
#include <array>
#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/words.hpp"

namespace scalegen {

/// Variables of an environment in the order in which they are exported.
using Variables = std::vector<std::pair<std::string, std::string>>;

/// The option by which a job asks for GPUs: --gpus-per-node=2, --gres=gpu:2, or --gpus=2. The last is used on
/// one node alone: over several Slurm may spread them unevenly.
enum class GpuRequest { gpus_per_node, gres, gpus };

constexpr std::array<Word<GpuRequest>, 3> words_of(GpuRequest) {
  return {
      {{GpuRequest::gpus_per_node, "gpus-per-node"}, {GpuRequest::gres, "gres"}, {GpuRequest::gpus, "gpus"}}};
}

/// The tool that records the load of the GPUs of a node while a run is measured.
struct Monitor {
  enum class Kind { none, nvidia_smi, rocm_smi };
  Kind kind = Kind::nvidia_smi;
  std::chrono::milliseconds interval{1000};
  std::vector<std::string> fields{};  // of nvidia-smi's --query-gpu, or after rocm-smi's --show; empty: ours
  bool operator==(const Monitor&) const = default;
};

constexpr std::array<Word<Monitor::Kind>, 3> words_of(Monitor::Kind) {
  return {{{Monitor::Kind::none, "none"},
           {Monitor::Kind::nvidia_smi, "nvidia-smi"},
           {Monitor::Kind::rocm_smi, "rocm-smi"}}};
}

/// The setup of a site's nodes before a program runs on them.
struct SiteSetup {
  std::string architecture{};   // of the nodes that this is for, as uname -m has it; empty: of all
  std::string modules_first{};  // reset or purge: the submitting shell's own modules come along otherwise
  std::vector<std::string> modules{};
  std::vector<std::string> lines{};  // of bash
  Variables env{};
  Variables env_of_several_nodes{};
  std::vector<std::string> binds_of_several_nodes{};  // of the container; made of variables that modules set
  bool operator==(const SiteSetup&) const = default;
};

/// The container that ranks run in, by a command in front of theirs or by options of srun.
struct ContainerImage {
  std::vector<std::string> run{};  // apptainer exec --nv
  std::string image{};
  std::vector<std::string> binds{};
  std::vector<std::string> srun{};  // in place of `run`: --container-image={image}
  bool operator==(const ContainerImage&) const = default;
};

inline bool is_by_srun(const std::optional<ContainerImage>& container) {
  return container && !container->srun.empty();
}

/// Lines of bash that run once, before the first run, and that nothing measures.
struct Preparation {
  std::vector<std::string> lines{};   // none: there is nothing to prepare
  bool in_job = false;                // on a node, in a job of its own; else where scalegen runs
  std::chrono::seconds time_limit{};  // of that job
  bool operator==(const Preparation&) const = default;
};

/// Everything that the scripts of a plan share, decided once, when the plan is made. Scripts are a pure
/// function of the plan, and nothing reads a fact back out of a script.
struct Launch {
  std::string root{};       // the run directory on the machine that runs the scripts; absolute
  std::string made_by{};    // scalegen's version and the command that a person typed
  bool standalone = false;  // each script holds lib/job.bash itself
  bool held = false;        // all jobs use the allocation that a person holds, in turn: none is submitted
  std::string account{};
  std::string qos{};
  std::string reservation{};
  std::vector<std::string> clusters{};        // for --clusters; empty: the cluster of this machine
  std::vector<std::string> sbatch_options{};  // further ones, such as --mail-type=END
  GpuRequest gpu_request = GpuRequest::gpus_per_node;
  SiteSetup site{};
  Preparation prepare{};             // after the site's setup
  std::vector<std::string> setup{};  // lines of bash of the sweep file, after the site's
  Variables env{};                   // of the sweep file, after the site's
  Variables network_env{};           // of runs with GPUs
  Variables network_env_of_several_nodes{};
  std::optional<ContainerImage> container{};
  std::string cpu_bind{};                 // for srun
  bool has_task_a_node = false;           // a command's job, as its sweep file says
  std::vector<std::string> rank_setup{};  // lines of bash that each rank on a GPU runs first
  Variables as_slurm{};                   // of this machine: set for each rank as srun does, to words of bash
  bool takes_rank_from_slurm = false;     // the program, and from nothing else
  Monitor monitor{};
  std::vector<int> cores{};              // of this machine, in the order in which ranks are pinned to them
  std::string data_folder{};             // checked by the script; empty: nothing to check
  std::vector<std::string> data_sets{};  // each the names of its files: the folder must have those of one
  std::string workdir{};       // where the program runs; may begin with ~/; empty: a run's own, or any
  std::string sweep_folder{};  // the sweep file's, for {sweep_dir}; empty: nothing needs it
  std::string program{};       // scalegen-train, checked by the script; empty: a program of one's own
  bool operator==(const Launch&) const = default;
};

}  // namespace scalegen
