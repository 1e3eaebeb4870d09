// The form for Slurm, with stand-ins for srun, scontrol and nvidia-smi.
#include "core/json.hpp"
#include "tests/generator/script/script_run.hpp"

namespace scalegen {
namespace {

// Starts as many tasks as --ntasks says, with the variables that Slurm gives each. The first that fails ends
// the others, and the status is the largest, as srun has it.
const std::string kSrun = R"(echo "$*" >>"${0%/*}/srun.calls"
options=()
while [[ $1 == --* ]]; do options+=("$1"); shift; done
for option in "${options[@]}"; do [[ $option == --ntasks=* ]] && tasks=${option#*=}; done
set -m
for ((task = 0; task < tasks; ++task)); do
  SLURM_PROCID=$task SLURM_LOCALID=$((task % 2)) SLURM_NTASKS=$tasks "$@" &
  groups+=("-$!")
done
trap 'kill -TERM -- "${groups[@]}" 2>/dev/null; exit 143' TERM
largest=0
for ((task = 0; task < tasks; ++task)); do
  wait -n || { status=$?; kill -TERM -- "${groups[@]}"; } 2>/dev/null
  ((largest = status > largest ? status : largest))
done
exit "$largest")";

const std::string kNvidiaSmi = R"([[ $* == *loop-ms* ]] && { echo $$ >"${0%/*}/monitor.$$"; exec sleep 60; }
echo '0, GPU-1234, 535.1, Tesla V100')";

class SlurmScript : public testing::Test {
 protected:
  static void put_slurm(const ScriptRun& script) {
    script.put_program("srun", kSrun);
    script.put_program("nvidia-smi", kNvidiaSmi);
    script.put_program("scontrol", "[[ $* == 'show hostnames gpu[05-06]' ]] && printf 'gpu05\\ngpu06\\n'");
    script.put_program("module", "echo \"$*\" >>\"${0%/*}/modules\"");
  }
  static ProgramResult submit(const ScriptRun& script,
                              const std::string& commands = "exec bash \"$script\"") {
    return script.bash("export SLURM_JOB_ID=123456 SLURM_JOB_NODELIST='gpu[05-06]' SLURMD_NODENAME=gpu05\n" +
                       commands);
  }
};

TEST_F(SlurmScript, StartsTheRanksThroughSrun) {
  const ScriptRun script("echo \"$RANK $LOCAL_RANK $WORLD_SIZE $MASTER_ADDR $MASTER_PORT $OMP_NUM_THREADS\"",
                         "scales: [2x2gpu]\n", "cyclone");
  put_slurm(script);
  const auto result = submit(script, "bash \"$script\" && sort \"$folder\"/run/runs/*/slurm-123456/out");
  EXPECT_EQ(result.exit_status, 0);
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(result.out,
            "0 0 4 gpu05 13456 10\n1 1 4 gpu05 13456 10\n2 0 4 gpu05 13456 10\n3 1 4 gpu05 13456 10\n"
            "scalegen: end of 2x2gpu-r1\n");
  EXPECT_EQ(script.ending("slurm-123456"), "0 ");
  EXPECT_EQ(*text_field(*parse_json(read_text(script.attempt("slurm-123456").started())), "job"), "123456");
  EXPECT_EQ(
      read_text(script.folder() / "modules"),
      "load CUDA/11.7.0\nload cuDNN/8.4.1.50-CUDA-11.7.0\nload NCCL/2.12.12-GCCcore-11.3.0-CUDA-11.7.0\n");
  EXPECT_EQ(*text_field(parse_json(read_text(script.attempt("slurm-123456").environment()))->at("slurm"),
                        "SLURM_JOB_NODELIST"),
            "gpu[05-06]");
  const auto calls = read_text(script.folder() / "srun.calls");
  EXPECT_NE(
      calls.find("--overlap --nodes=1 --nodelist=gpu06 --ntasks=1 --ntasks-per-node=1 --cpus-per-task=1 "
                 "--job-name=scalegen-monitor "),
      std::string::npos)
      << calls;
  EXPECT_NE(calls.find("--nodes=2 --ntasks=4 --ntasks-per-node=2 --cpus-per-task=10 --kill-on-bad-exit=1 "),
            std::string::npos)
      << calls;
}

// As the ranks see it; where one has been sent to another node only that node's name would differ.
TEST_F(SlurmScript, WritesDownWhereEachRankIs) {
  const ScriptRun script("", "scales: [2x2gpu]\n", "cyclone");
  put_slurm(script);
  const auto result =
      submit(script,
             "export CUDA_VISIBLE_DEVICES=0,1; bash \"$script\" && sed -n 's/cores=[0-9,-]*/cores=some/p' "
             "\"$folder\"/run/runs/*/slurm-123456/place.$(uname -n).txt | sort");
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(result.out,
            "task rank=0 cores=some gpus=0,1\ntask rank=1 cores=some gpus=0,1\n"
            "task rank=2 cores=some gpus=0,1\ntask rank=3 cores=some gpus=0,1\n");
}

TEST_F(SlurmScript, WritesDownTheSwitchesOfEachNode) {
  const ScriptRun script("", "scales: [1gpu]\n", "cyclone");
  put_slurm(script);
  const auto result = submit(script,
                             "export CUDA_VISIBLE_DEVICES=0 SLURM_TOPOLOGY_ADDR=s8.s0.n1 "
                             "SLURM_TOPOLOGY_ADDR_PATTERN=switch.switch.node; "
                             "bash \"$script\" && sed -n 's/cores=[0-9,-]*/cores=some/p' "
                             "\"$folder\"/run/runs/*/slurm-123456/place.$(uname -n).txt");
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(result.out, "task rank=0 cores=some topology=s8.s0.n1 pattern=switch.switch.node gpus=0\n");
}

TEST_F(SlurmScript, AsksNcclWhichWayTheRanksTalkUnlessThePersonAskedItSomething) {
  const std::string tell =
      "[[ $RANK != 0 ]] || echo \"$NCCL_DEBUG ${NCCL_DEBUG_SUBSYS-} ${NCCL_DEBUG_FILE-}\"";
  const auto said = [&](const std::string& lines, const std::string& before) {
    const ScriptRun script(tell, lines, "cyclone");
    put_slurm(script);
    EXPECT_EQ(submit(script, before + "exec bash \"$script\"").exit_status, 0);
    const auto attempt = script.attempt("slurm-123456");
    auto out = read_text(attempt.out());
    if (const auto at = out.find(attempt.root.string()); at != std::string::npos)
      out.replace(at, attempt.root.string().size(), "ATTEMPT");
    return out.substr(0, out.find('\n'));
  };
  const std::string unset = "unset NCCL_DEBUG NCCL_DEBUG_SUBSYS NCCL_DEBUG_FILE\n";
  EXPECT_EQ(said("scales: [2gpu]\n", unset), "INFO INIT,NET ATTEMPT/nccl.%h.%p.log");
  EXPECT_EQ(said("scales: [2gpu]\nenv: {NCCL_DEBUG: WARN}\n", unset), "WARN  ");
  EXPECT_EQ(said("scales: [1gpu]\n", "export NCCL_DEBUG=none\n"), "none  ");
}

TEST_F(SlurmScript, KeepsTheStatusOfTheRankThatFailedFirst) {
  const ScriptRun script("((RANK == 1)) && exit 7\nexec sleep 60", "scales: [2cpu]\n", "cyclone");
  put_slurm(script);
  EXPECT_EQ(submit(script).exit_status, 7);
  EXPECT_EQ(script.ending("slurm-123456"), "7 ");
}

TEST_F(SlurmScript, KeepsTheStatusOfSrunWhereNoRankBegan) {
  const ScriptRun script("", "scales: [2cpu]\n", "cyclone");
  put_slurm(script);
  script.put_program("srun", "echo 'srun: error: Unable to create step' >&2; exit 1");
  EXPECT_EQ(submit(script).exit_status, 1);
  EXPECT_EQ(script.ending("slurm-123456"), "1 ");
  EXPECT_EQ(read_text(script.attempt("slurm-123456").err()), "srun: error: Unable to create step\n");
}

TEST_F(SlurmScript, HearsSlurmsWarningAndScancelWhileSrunRuns) {
  for (const auto& [signal, ending] : {std::pair("USR1", "124 time_limit"), std::pair("TERM", "143 TERM")}) {
    const ScriptRun script("echo $$ >\"${0%/*}/pid.$RANK\"; exec sleep 60", "scales: [2gpu]\n", "cyclone");
    put_slurm(script);
    submit(script, std::string("set -m\nbash \"$script\" &\n"
                               "until [[ -s $folder/pid.0 && -s $folder/pid.1 ]]; do sleep 0.01; done\n"
                               "kill -") +
                       signal + " $!\nwait $!");
    EXPECT_EQ(script.ending("slurm-123456"), ending);
    EXPECT_FALSE(script.lives("pid.0"));
    EXPECT_FALSE(script.lives("pid.1"));
  }
}

TEST_F(SlurmScript, WantsAnAllocation) {
  const ScriptRun script("", "scales: [2cpu]\n", "cyclone");
  const auto result = script.run();
  EXPECT_EQ(result.exit_status, 69);
  EXPECT_EQ(result.err, "scalegen: this script wants a Slurm allocation: sbatch " +
                            script.directory().job_script(script.id()).string() + "\n");
  EXPECT_FALSE(std::filesystem::exists(script.directory().root / "runs"));
}

}  // namespace
}  // namespace scalegen
