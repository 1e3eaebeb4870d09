// Words for srun and mpirun in a command.
#include "generator/plan/checks.hpp"

#include <gtest/gtest.h>

namespace scalegen::plan {
namespace {

std::string said_on(const std::vector<Rung>& rungs, const std::string& text, SchedulerKind scheduler) {
  std::vector<ResolvedRung> resolved;
  for (const auto& rung : rungs) resolved.push_back({rung});
  std::vector<Combination> combinations;
  for (const auto& rung : resolved) combinations.push_back({.rung = &rung});
  Findings findings;
  warn_of_launcher_words({text, {}}, combinations, scheduler, findings);
  std::string all;
  for (const auto& warning : findings.warnings) all += warning.message + " | " + warning.hint + "\n";
  return all;
}

/// The warnings of a text on the rungs 1gpu, 4gpu and 2x4gpu.
std::string said_of_ranks(const std::string& text, SchedulerKind scheduler = SchedulerKind::slurm) {
  return said_on({{.name = "1gpu", .device = DeviceKind::gpu},
                  {.name = "4gpu", .device = DeviceKind::gpu, .ranks_per_node = 4},
                  {"2x4gpu", DeviceKind::gpu, 2, 4}},
                 text, scheduler);
}

TEST(LauncherWords, NameANumberOfTasksThatIsTheSameOnAllRungs) {
  const std::string wants =
      "4 tasks are started on each rung, and rung '1gpu' has 1 rank | write {ranks} in place of 4\n";
  for (const auto* const text :
       {"srun --ntasks=4 ./a", "srun -N {nodes} --ntasks 4 ./a", "srun -n4 ./a", "mpirun -np 4 ./a",
        "cd x && mpiexec --bind-to core -n 4 ./a", "time -p env A=1 numactl --localalloc srun -n 4 ./a"})
    EXPECT_EQ(said_of_ranks(text), wants) << text;
  for (const auto* const text : {"srun --ntasks={ranks} ./a -n 4", "srun -n 1 ./a", "mpirun ./a -n 4"})
    EXPECT_EQ(said_of_ranks(text), "") << text;
}

TEST(LauncherWords, NameALauncherThatGetsTheCoresOfOneRank) {
  const std::string wants =
      "srun gives its one task of a node the cores of one rank, and rung '4gpu' has 4 ranks there | add to "
      "srun: --cpus-per-task=$(({cpus_per_task}*{ranks_per_node}))\n";
  EXPECT_EQ(said_of_ranks("srun --nodes={nodes} --ntasks={nodes} accelerate launch train.py"), wants);
  EXPECT_EQ(said_of_ranks("srun --ntasks-per-node=1 bash -c 'torchrun train.py'"), wants);
  EXPECT_EQ(said_of_ranks("srun --ntasks={nodes} --cpus-per-task=32 ./a"), "");
  EXPECT_EQ(said_of_ranks("srun --ntasks={nodes} -c 32 ./a"), "");
  EXPECT_EQ(said_of_ranks("srun --ntasks={nodes} ./a", SchedulerKind::local), "");
}

TEST(LauncherWords, NameThreadsThatShareACoreByOpenMpisHabit) {
  const std::vector<Rung> rungs = {{.name = "16cpu", .ranks_per_node = 4, .threads = 4},
                                   {.name = "8cpu", .ranks_per_node = 2, .threads = 4}};
  EXPECT_EQ(said_on(rungs, "mpirun -n {ranks} ./a", SchedulerKind::local),
            "mpirun of Open MPI binds one or two ranks to a core each, which the 4 threads of a rank share "
            "on rung '8cpu' | add to mpirun: --bind-to none, or --map-by slot:PE={threads}\n");
  for (const auto* const text : {"mpirun --bind-to none -n {ranks} ./a", "srun -n {ranks} ./a",
                                 "mpirun -n {ranks} --map-by slot:PE={threads} ./a"})
    EXPECT_EQ(said_on(rungs, text, SchedulerKind::local), "") << text;
  EXPECT_EQ(said_on({rungs.front()}, "mpirun -n {ranks} ./a", SchedulerKind::local), "");
}

TEST(LauncherWords, NameVariablesOfARankThatTheScriptExpands) {
  const std::string wants =
      "$SLURM_PROCID is expanded before srun starts the ranks: all of them get 0 | let each rank expand it, "
      "in single quotes: srun ... bash -c '... $SLURM_PROCID'\n";
  for (const auto* const text : {"srun ./a --rank $SLURM_PROCID", "srun bash -c \"./a ${SLURM_PROCID:-0}\""})
    EXPECT_EQ(said_of_ranks(text), wants) << text;
  for (const auto* const text : {"srun bash -c './a $SLURM_PROCID'", "srun bash -c \"./a \\$SLURM_PROCID\"",
                                 "srun ./a --of SLURM_PROCID", "./a # $SLURM_PROCID"})
    EXPECT_EQ(said_of_ranks(text), "") << text;
  EXPECT_EQ(said_of_ranks("./a $SLURM_NODEID", SchedulerKind::local), "");
  EXPECT_EQ(said_of_ranks("mpirun ./a --rank $PMI_RANK", SchedulerKind::local),
            "$PMI_RANK is expanded before mpirun starts the ranks: all of them get nothing | let each rank "
            "expand it, in single quotes: mpirun ... bash -c '... $PMI_RANK'\n");
}

}  // namespace
}  // namespace scalegen::plan
