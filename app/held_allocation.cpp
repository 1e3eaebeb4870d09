#include "app/held_allocation.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "app/user_settings.hpp"
#include "core/files.hpp"
#include "core/process.hpp"
#include "core/try.hpp"
#include "core/units.hpp"
#include "runner/slurm/slurm_client.hpp"

namespace scalegen {

namespace {

// srun would take these, of salloc's request or of the step around it, for what a run asks for.
constexpr std::array<std::string_view, 9> kOtherRequests{
    "SLURM_STEP_ID=",      "SLURM_CPU_BIND",         "SLURM_MEM_BIND",
    "SLURM_GPU",           "SLURM_CPUS_PER_GPU=",    "SLURM_NTASKS_PER_",
    "SLURM_TRES_PER_TASK", "SLURM_THREADS_PER_CORE", "SLURM_DISTRIBUTION"};
constexpr std::string_view kInteractiveStep = "4294967290";  // of salloc's shell: it holds no cores
constexpr const char* kAsJobs = "or put 'env -u SLURM_JOB_ID' before the command: then each run is a job";

struct Size {
  int nodes = 0;
  int cpus = 0;
  int gpus = 0;  // 0 of an allocation too where the site does not count them
};

Size size_of(const Resources& r) {
  const int threads = r.has_threads ? 2 : 1;  // of a core, each a CPU of Slurm's; at least
  return {r.nodes, r.nodes * r.tasks_per_node * r.cpus_per_task * threads, r.nodes * r.gpus_per_node};
}

bool holds(const Size& all, const Size& part) {
  return part.nodes <= all.nodes && part.cpus <= all.cpus && (all.gpus == 0 || part.gpus <= all.gpus);
}

std::string size_text(const Size& size) {
  return fmt::format("{}, {}{}", counted(size.nodes, "node"), counted(size.cpus, "CPU"),
                     size.gpus > 0 ? ", " + counted(size.gpus, "GPU") : "");
}

// cpu=4,mem=8G,node=2,billing=4,gres/gpu=2
int gpus_in(std::string_view resources) {
  constexpr std::string_view kGpus = "gres/gpu=";
  const auto begin = resources.find(kGpus);
  int gpus = 0;
  if (begin != resources.npos)
    std::from_chars(resources.data() + begin + kGpus.size(), resources.data() + resources.size(), gpus);
  return gpus;
}

Result<Size> size_of_job(const std::string& job) {
  TRY_ASSIGN(const auto answer,
             slurm::run_client({"squeue", "--noheader", "--jobs=" + job,
                                "--Format=state:30,numnodes:20,numcpus:20,tres-alloc:500"}));
  Size size;
  std::string state;
  std::string resources;
  std::istringstream(answer.out) >> state >> size.nodes >> size.cpus >> resources;
  size.gpus = gpus_in(resources);
  if (state == "RUNNING") return size;
  return failure(fmt::format("SLURM_JOB_ID names the job {}, and Slurm does not say that it runs{}", job,
                             state.empty() ? "" : ": it is " + state),
                 fmt::format("begin with salloc, {}", kAsJobs), slurm::lines_of(answer.err));
}

// This process's, which scripts inherit.
void forget_other_requests(const std::vector<Run>& runs) {
  for (const auto& variable : this_environment())
    if (std::ranges::any_of(kOtherRequests, [&](auto beginning) { return variable.starts_with(beginning); }))
      ::unsetenv(variable.substr(0, variable.find('=')).c_str());
  // A job of its own asks so, and srun in it takes that from there.
  if (std::ranges::any_of(runs, [](const Run& run) { return run.resources.has_threads; }))
    ::setenv("SLURM_HINT", "nomultithread", 1);
}

/// In a step that takes nothing from the runs. Returns only if srun cannot be started.
Result<void> go_to_first_node() {
  TRY_ASSIGN(const auto nodes,
             slurm::run_client({"scontrol", "show", "hostnames", environment("SLURM_JOB_NODELIST")}));
  const auto names = slurm::lines_of(nodes.out);
  if (names.empty())
    return failure("scontrol does not name the nodes of SLURM_JOB_NODELIST", "", slurm::lines_of(nodes.err));
  std::vector<std::string> argv{"srun",      "--overlap",          "--nodelist=" + names.front(),
                                "--nodes=1", "--ntasks=1",         "--cpus-per-task=1",
                                "--mem=0",   "--job-name=scalegen"};
  const bool at_terminal =
      ::isatty(STDIN_FILENO) == 1 && ::isatty(STDOUT_FILENO) == 1 && ::isatty(STDERR_FILENO) == 1;
  argv.emplace_back(at_terminal ? "--pty" : "--disable-status");
  argv.insert(argv.end(), {"env", "--unset=SLURM_STEP_ID"});  // by which it would be taken for another's step
  TRY_ASSIGN(const auto words, read_file("/proc/self/cmdline"));
  std::error_code error;
  argv.push_back(std::filesystem::read_symlink("/proc/self/exe", error).string());
  for (auto begin = words.find('\0') + 1; begin < words.size(); begin = words.find('\0', begin) + 1)
    argv.emplace_back(words.c_str() + begin);
  ::execvp("srun", pointers(argv).data());
  return failure(fmt::format("cannot start srun: {}", std::generic_category().message(errno)));
}

}  // namespace

Result<void> enter_allocation(const PlanHead& head, const std::vector<Run>& runs) {
  if (!head.launch.held || runs.empty()) return {};
  const auto job = environment("SLURM_JOB_ID");
  if (job.empty())
    return failure("these runs use an allocation of salloc, and this shell is in none",
                   "begin with salloc and give the same command there, or take a new run directory (-o)");
  if (const auto step = environment("SLURM_STEP_ID"); !step.empty() && step != kInteractiveStep)
    return failure(
        fmt::format("this shell is step {} of job {}: it has the cores that the runs wait for", step, job),
        fmt::format("give the command in the shell that salloc begins, {}", kAsJobs));
  if (head.start == Start::once)
    return failure(
        fmt::format("a command that is started once has all nodes of its job, and job {} is "
                    "that of this shell",
                    job),
        "put 'env -u SLURM_JOB_ID' before the command: then each run is a job; a program in Python "
        "can use these nodes, with 'python:' or 'torchrun:' instead of 'command:'");
  TRY_ASSIGN(const auto size, size_of_job(job));
  for (const auto& run : runs)
    if (const auto wanted = size_of(run.resources); !holds(size, wanted))
      return failure(fmt::format("{} wants {}, and job {}, that of this shell, has {}", run.rung.name,
                                 size_text(wanted), job, size_text(size)),
                     fmt::format("leave it out of 'scales:', ask salloc for more, {}", kAsJobs));
  forget_other_requests(runs);
  return environment("SLURMD_NODENAME").empty() ? go_to_first_node() : Result<void>();
}

}  // namespace scalegen
