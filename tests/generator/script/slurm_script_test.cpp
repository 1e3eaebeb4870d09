// The form for Slurm, with stand-ins for srun, scontrol and nvidia-smi.
#include "core/json.hpp"
#include "tests/generator/script/script_run.hpp"

namespace scalegen {
namespace {

// Starts as many tasks as --ntasks says, with the variables that Slurm gives each. The first that fails ends
// the others, and the status is the largest, as srun has it.
const std::string kSrun = R"(echo "$*" >>"${0%/*}/srun.calls"
[[ $* != *scalegen-clocks* ]] || exit 0
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
  EXPECT_NE(calls.find("--overlap --nodes=1 --nodelist=gpu06 --ntasks=1 --ntasks-per-node=1 "
                       "--cpus-per-task=1 --job-name=scalegen-monitor "),
            std::string::npos)
      << calls;
  EXPECT_NE(calls.find("--nodes=2 --ntasks=4 --ntasks-per-node=2 --cpus-per-task=10 --kill-on-bad-exit=1 "),
            std::string::npos)
      << calls;
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

}  // namespace
}  // namespace scalegen
