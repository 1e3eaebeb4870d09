#include "workloads/train/ranks/world.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <cstdlib>
#include <stdexcept>
#include <string_view>

namespace scalegen::train {
namespace {

/// The variables in which a launcher tells a rank who it is. `local_size` is the number of ranks on its
/// machine.
struct Launcher {
  const char* rank;
  const char* size;
  const char* local_rank;
  const char* local_size;
};

/// mpirun may itself be started by srun, and ranks then see Slurm's variables of that: Slurm comes last. The
/// shell that salloc opens is a step of one task, in which SLURM_NTASKS is the job's.
constexpr std::array kLaunchers = {
    Launcher{"RANK", "WORLD_SIZE", "LOCAL_RANK", "LOCAL_WORLD_SIZE"},
    Launcher{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_RANK",
             "OMPI_COMM_WORLD_LOCAL_SIZE"},
    Launcher{"PMI_RANK", "PMI_SIZE", "MPI_LOCALRANKID", "MPI_LOCALNRANKS"},
    Launcher{"SLURM_PROCID", "SLURM_STEP_NUM_TASKS", "SLURM_LOCALID", "SLURM_NTASKS_PER_NODE"},
    Launcher{"SLURM_PROCID", "SLURM_NTASKS", "SLURM_LOCALID", "SLURM_NTASKS_PER_NODE"},
};

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

int number(const char* name) {
  const std::string text = variable(name);
  int value = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < 0)
    throw std::runtime_error(fmt::format("${}: expected a whole number from 0, found '{}'", name, text));
  return value;
}

World read(const Launcher& launcher) {
  World world;
  world.rank = number(launcher.rank);
  world.size = number(launcher.size);
  world.local_rank = world.rank;
  // Cray's PALS, its PMI, and Flux set PMI_RANK and a name of their own for this.
  for (const char* name :
       {"SLURM_LOCALID", "FLUX_TASK_LOCAL_ID", "PMI_LOCAL_RANK", "PALS_LOCAL_RANKID", launcher.local_rank})
    if (!variable(name).empty()) world.local_rank = number(name);
  if (world.rank >= world.size)
    throw std::runtime_error(fmt::format("${} is {}, expected less than ${}, {}", launcher.rank, world.rank,
                                         launcher.size, world.size));
  return world;
}

/// A batch script has a SLURM_PROCID, too, and the SLURM_NTASKS that it asked for: what it starts without
/// srun is no rank.
bool has_started_ranks(const Launcher& launcher) {
  return !variable(launcher.rank).empty() &&
         (launcher.rank != std::string_view("SLURM_PROCID") || !variable("SLURM_STEP_ID").empty());
}

/// Scripts of many sites export WORLD_SIZE for Python, and leave the rank to srun: the size is theirs then.
World ranks() {
  const bool has_size = !variable("WORLD_SIZE").empty();
  for (Launcher launcher : kLaunchers) {
    if (!has_started_ranks(launcher)) continue;
    if (has_size) launcher.size = "WORLD_SIZE";
    if (!variable(launcher.size).empty() || launcher.rank == kLaunchers.front().rank) return read(launcher);
  }
  if (has_size) number(kLaunchers.front().rank);  // throws: a size without a rank
  return {};
}

/// The first host of "n[07-09,12],m1", as Slurm writes lists.
std::string first_host(const std::string& list) {
  const std::size_t bracket = list.find('[');
  if (bracket == std::string::npos || list.find(',') < bracket) return list.substr(0, list.find(','));
  return list.substr(0, bracket) + list.substr(bracket + 1, list.find_first_of("-,]", bracket) - bracket - 1);
}

/// From 20000 to 29999, below those that kernels hand out by themselves.
std::string port_of(std::uint64_t number) { return fmt::format("{}", 20000 + number % 10000); }

/// All ranks of one launch by mpirun have the same, and each launch has another: Open MPI's and MPICH's
/// words.
std::string launch_id() {
  for (const char* name : {"PMIX_NAMESPACE", "OMPI_MCA_orte_hnp_uri", "PMI_PORT"})
    if (std::string id = variable(name); !id.empty()) return id;
  return "";
}

/// FNV-1a.
std::uint64_t hash(const std::string& text) {
  std::uint64_t sum = 0xcbf29ce484222325U;
  for (const char letter : text) sum = (sum ^ static_cast<unsigned char>(letter)) * 0x100000001b3U;
  return sum;
}

/// srun sets PMI's variables itself where its default is --mpi=pmi2, and on Cray's machines.
bool is_of_srun(const World& world) {
  return !variable("SLURM_STEP_ID").empty() && variable("SLURM_PROCID") == fmt::format("{}", world.rank) &&
         variable(variable("SLURM_STEP_NUM_TASKS").empty() ? "SLURM_NTASKS" : "SLURM_STEP_NUM_TASKS") ==
             fmt::format("{}", world.size);
}

/// Sets the meeting place if the launcher names none: rank 0's node is the first of Slurm's step; ranks that
/// mpirun started on one machine meet on it. All of them have the same port, and each launch another.
void choose_meeting_place(World& world) {
  const auto fill = [&](const std::string& address, const std::string& id) {
    if (world.address.empty()) world.address = address;
    if (world.port.empty()) world.port = port_of(hash(id));
  };
  if (!variable("RANK").empty()) return;
  for (const Launcher& launcher : {kLaunchers[1], kLaunchers[2]})
    if (!variable(launcher.rank).empty() && !is_of_srun(world)) {
      const bool on_one_machine = variable(launcher.local_size) == variable(launcher.size);
      if (on_one_machine && !launch_id().empty()) fill("127.0.0.1", launch_id());
      return;
    }
  if (const std::string nodes = variable("SLURM_STEP_NODELIST"); !nodes.empty())
    fill(first_host(nodes), variable("SLURM_JOB_ID") + "." + variable("SLURM_STEP_ID"));
}

}  // namespace

World world_from_environment() {
  World world = ranks();
  world.address = variable("MASTER_ADDR");
  world.port = variable("MASTER_PORT");
  if (world.size > 1) choose_meeting_place(world);
  if (variable("TORCHELASTIC_USE_AGENT_STORE") == "True")
    world.agent_attempt =
        variable("TORCHELASTIC_RESTART_COUNT").empty() ? 0 : number("TORCHELASTIC_RESTART_COUNT");
  return world;
}

std::string host_name() {
  std::array<char, 256> name{};
  gethostname(name.data(), name.size() - 1);
  return name.data();
}

}  // namespace scalegen::train
