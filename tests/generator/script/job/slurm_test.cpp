// Launches under Slurm, as far as no srun is needed; slurm_script_test.cpp has a stand-in for it.
#include "core/evidence.hpp"
#include "core/regex.hpp"
#include "tests/generator/script/job/job_library.hpp"

namespace scalegen {
namespace {

class JobUnderSlurm : public JobLibrary {};

TEST_F(JobUnderSlurm, WaitsOnForAChildThatWasStopped) {
  const auto result = run(kBegin +
                          "sg_begin_launch\n"
                          "bash -c 'sleep 0.3; kill -STOP $$; echo goes on; exit 7' >>\"$_attempt/out\" &\n"
                          "child=$!\n"
                          "(sleep 1.5 && kill -CONT $child) &\n"
                          "sg_await_in_job $child\n");
  EXPECT_EQ(result.exit_status, 7);
  EXPECT_EQ(read("runs/r/hand/out"), "goes on\n");
}

// The first that fails writes its status, and its rank if it is one.
TEST_F(JobUnderSlurm, KeepsTheStatusOfTheTaskThatFailedFirst) {
  const std::string task =
      "export SCALEGEN_RUN_DIR=$_root SCALEGEN_RUN_ID=r-7 SLURM_PROCID=1 SLURM_LOCALID=1\nset +e\n";
  EXPECT_EQ(run(task + "RANK=1 sg_run_task bash -c 'echo \"$SCALEGEN_PROGRAM\"; exit 5'\n").out, "r-7-1-\n");
  EXPECT_EQ(read(".failed"), "5 1 " + host_name() + "\n");
  EXPECT_EQ(run(task + "sg_run_task bash -c 'exit 6'\n").exit_status, 6);
  EXPECT_EQ(read(".failed"), "5 1 " + host_name() + "\n");
  std::filesystem::remove(directory_.root / ".failed");
  EXPECT_EQ(run(task + "sg_run_task bash -c 'exit 6'\n").exit_status, 6);
  EXPECT_EQ(read(".failed"), "6\n");
  EXPECT_EQ(run(task + "touch \"$_root/node.$(uname -n).txt\"\nsg_run_task true\necho 'it goes on'\n").out,
            "");
  const auto used = parse_evidence(read("node." + host_name() + ".txt"));
  ASSERT_EQ(used.size(), 1U);
  EXPECT_EQ(used[0].word, "task");
  EXPECT_TRUE(used[0].values.contains("ticks"));
}

TEST_F(JobUnderSlurm, StartsACommandOnceOnItsFirstNode) {
  const auto result = run(kBegin + "sg_launch_once bash -c 'echo out; echo err >&2'\nsg_mark_end\n");
  EXPECT_EQ(result.out + result.err, "");
  EXPECT_EQ(read("runs/r/hand/out"), "out\nscalegen: end of r\n");
  EXPECT_EQ(read("runs/r/hand/err"), "err\n");
  EXPECT_EQ(ending(), "0 ");
}

// Both nodes answer, then both say the time.
TEST_F(JobUnderSlurm, WakesItsNodesAndAsksThemForTheTime) {
  put_program("srun",
              "if [[ $* == *scalegen-clocks* ]]; then echo \"${*:1:7}\" >\"$seen\"; echo awake; echo awake; "
              "read -r; echo n1 1763719200.5; echo n2 1763719200.6; exit; fi\n"
              "while [[ $1 == --* ]]; do shift; done\nSLURM_PROCID=0 SLURM_LOCALID=0 SLURM_NTASKS=2 \"$@\"");
  const auto result =
      run(kBegin + "export seen=$_root/options\nsg_use_nodes 2\nsg_launch_ranks -- bash -c 'echo trained'\n");
  EXPECT_EQ(result.out + result.err, "");
  EXPECT_EQ(read("runs/r/hand/out"), "trained\n");
  EXPECT_EQ(read("options"),
            "--overlap --nodes=2 --ntasks=2 --ntasks-per-node=1 --cpus-per-task=1 --input=all "
            "--job-name=scalegen-clocks\n");
  auto clocks = read("runs/r/hand/clocks.txt");
  replace_matches(clocks, Regex("(asked|heard)=[0-9]{10}\\.[0-9]+"), "\\1=T");
  EXPECT_EQ(
      clocks,
      "clock node=n1 time=1763719200.5 asked=T heard=T\nclock node=n2 time=1763719200.6 asked=T heard=T\n");
}

TEST_F(JobUnderSlurm, GoesOnWhereItsNodesDoNotSayTheTime) {
  put_program("srun",
              "[[ $* != *scalegen-clocks* ]] || { echo awake; exit 1; }\n"
              "while [[ $1 == --* ]]; do shift; done\nSLURM_PROCID=0 SLURM_LOCALID=0 SLURM_NTASKS=2 \"$@\"");
  const auto result = run(kBegin + "sg_use_nodes 2\nsg_launch_ranks -- bash -c 'echo trained'\n");
  EXPECT_EQ(result.out + result.err, "");
  EXPECT_EQ(read("runs/r/hand/out"), "trained\n");
  EXPECT_EQ(read("runs/r/hand/clocks.txt"), "");
}

TEST_F(JobUnderSlurm, TellsEachRankItsSetUpAndItsNumber) {
  put_program("srun",
              "[[ $* != *scalegen-clocks* ]] || exit 0\n"
              "while [[ $1 == --* ]]; do echo \"$1\" >>\"$seen\"; shift; done\n"
              "SLURM_PROCID=3 SLURM_LOCALID=1 SLURM_NTASKS=4 \"$@\"");
  const auto result = run(
      kBegin + "export seen=$_root/options\n_rank_setup=('export A=\"a $RANK\"')\n" +
      "sg_use_nodes 2\nsg_launch_ranks --ntasks=4 -- bash -c 'echo \"$A $RANK $LOCAL_RANK $WORLD_SIZE\"'\n");
  EXPECT_EQ(result.out + result.err, "");
  EXPECT_EQ(read("runs/r/hand/out"), "a 3 3 1 4\n");
  EXPECT_EQ(read("options"), "--nodes=2\n--ntasks=4\n--kill-on-bad-exit=1\n");
}

TEST_F(JobUnderSlurm, IsNotBrokenByTheLinesOfARank) {
  put_program("srun",
              "while [[ $1 == --* ]]; do shift; done\nSLURM_PROCID=3 SLURM_LOCALID=1 SLURM_NTASKS=4 \"$@\"");
  const auto run_with = [&](const std::string& lines) {
    std::filesystem::remove_all(directory_.root / "runs");
    return run(kBegin + "_rank_setup=(" + lines + ")\nsg_launch_ranks -- bash -c 'echo \"$PATH\"'\n");
  };
  const auto result =
      run_with("'readonly status=1' 'sed() { exit 9; }; export -f sed' 'set -eu' 'PATH=/X' 'EACH_RANK=1'");
  EXPECT_EQ(result.out + result.err, "");
  EXPECT_EQ(read("runs/r/hand/out"), "/X\n");
  EXPECT_EQ(read("runs/r/hand/err"), "");
  EXPECT_NE(read("runs/r/hand/place." + host_name() + ".txt").find("task rank=3 cores="), std::string::npos);
  EXPECT_EQ(run_with("'exit 5'").exit_status, 5);
  EXPECT_EQ(integer_field(*parse_json(read("runs/r/hand/exit.json")), "failed_rank"), 3);
}

}  // namespace
}  // namespace scalegen
