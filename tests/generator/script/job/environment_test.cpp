// The environment of a run.
#include "tests/generator/script/job/job_library.hpp"

namespace scalegen {
namespace {

class JobEnvironment : public JobLibrary {};

TEST_F(JobEnvironment, LeavesWhatDoesNotAnswerInTime) {
  const auto result =
      run("sg_in_time 0.2 sleep 60 || echo \"status $?\"\nsg_in_time 5 false || echo \"status $?\"\n");
  EXPECT_EQ(result.out, "status 124\nstatus 1\n");
  EXPECT_EQ(result.err, "scalegen: 'sleep' on " + host_name() + " does not answer within 0.2 s\n");
}

TEST_F(JobEnvironment, TakesNothingFromTheSurroundings) {
  const auto result =
      run(kBegin + "sg_record_environment none\nprintf '%s\\n' \"$_cause$_workdir${_rank_setup[*]}\"\n",
          "export _cause=x _workdir=/x _rank_setup='touch harm'");
  EXPECT_EQ(result.out, "\n");
  EXPECT_EQ(ending(), "0 ");
  EXPECT_EQ(parse_json(read("runs/r/hand/environment.json"))->count("git"), 0);
}

TEST_F(JobEnvironment, RecordsAnEnvironmentOfAnyBytes) {
  const auto result =
      run(kBegin + "sg_record_environment none\n",
          "export SLURM_COMMENT=$'caf\\xe9 \\\\ \"\\n' SLURM_JOB_NAME=caf\u00e9 LOADEDMODULES=$'\\xff'");
  EXPECT_EQ(result.exit_status, 0) << result.err;
  const auto json = parse_json(read("runs/r/hand/environment.json"));
  ASSERT_TRUE(json);
  EXPECT_EQ(json->at("slurm"),
            (Json{{"SLURM_COMMENT", "caf\uFFFD \\ \" "}, {"SLURM_JOB_NAME", "caf\u00e9"}}));
  EXPECT_EQ(text_field(*json, "modules"), "\uFFFD");
  EXPECT_EQ(text_field(*json, "host"), host_name());
  const auto python =
      run_program({"python3", "-c", "import json, sys; print(json.load(open(sys.argv[1], 'rb'))['gpus'])",
                   (directory_.root / "runs/r/hand/environment.json").string()});
  EXPECT_EQ(python->out, "[]\n") << python->err;
}

TEST_F(JobEnvironment, LeavesSecretsOutOfItsRecord) {
  EXPECT_EQ(run(kBegin + "sg_record_environment none\n",
                "export SLURM_JWT=eyJhbGciOi SLURM_JOB_ACCOUNT=p123 SLURM_SPANK_MY_TOKEN=abc "
                "SLURM_X_API_KEY=k SLURM_TOPOLOGY_KEYS=7")
                .err,
            "");
  EXPECT_EQ(parse_json(read("runs/r/hand/environment.json"))->at("slurm"),
            (Json{{"SLURM_JOB_ACCOUNT", "p123"},
                  {"SLURM_JWT", "(left out)"},
                  {"SLURM_SPANK_MY_TOKEN", "(left out)"},
                  {"SLURM_TOPOLOGY_KEYS", "7"},
                  {"SLURM_X_API_KEY", "(left out)"}}));
}

TEST_F(JobEnvironment, ListsTheGpusOfTheNode) {
  put_program("nvidia-smi",
              "[[ $* == '--query-gpu=index,uuid,driver_version,name --format=csv,noheader' ]] &&\n"
              "  printf '0, GPU-a, 535.1, NVIDIA A100\\n1, GPU-b, 535.1, NVIDIA A100\\n'");
  put_program("rocm-smi", "printf 'device,Unique ID\\ncard0,0xab\\ncard1,0xcd\\n'");
  const auto gpus_by = [&](const std::string& tool) {
    std::filesystem::remove_all(directory_.root / "runs");
    EXPECT_EQ(run(kBegin + "sg_in_time() { \"${@:2}\"; }\nsg_record_environment " + tool + "\n").err, "");
    return parse_json(read("runs/r/hand/environment.json"))->at("gpus");
  };
  const auto gpu = [](const char* index, const char* uuid, const char* name, const Json& driver) {
    return Json{{"host", host_name()}, {"index", index}, {"uuid", uuid}, {"driver", driver}, {"name", name}};
  };
  EXPECT_EQ(gpus_by("nvidia_smi"),
            (Json{gpu("0", "GPU-a", "NVIDIA A100", "535.1"), gpu("1", "GPU-b", "NVIDIA A100", "535.1")}));
  const auto amd = gpus_by("rocm_smi");
  EXPECT_EQ(amd,
            (Json{gpu("0", "0xab", "AMD", amd[0]["driver"]), gpu("1", "0xcd", "AMD", amd[0]["driver"])}));
  EXPECT_EQ(gpus_by("none"), Json::array());
}

TEST_F(JobEnvironment, NamesTheNodesOfAStep) {
  EXPECT_EQ(run("_hosts=(n1 n2 n3)\necho \"$_nodes ${_step[*]}\"\nsg_use_nodes 3 --gpus=6\necho \"$_nodes "
                "${_step[*]}\"\n"
                "sg_use_first_nodes 2 --gpus=4\necho \"$_nodes ${_step[*]}\"\n")
                .out,
            "1 --nodes=1\n3 --nodes=3 --gpus=6\n2 --nodes=2 --nodelist=n1,n2 --gpus=4\n");
}

// This node without a step of Slurm's, where it is the job's first; others by one.
TEST_F(JobEnvironment, LooksAtEachNodeOnce) {
  // One write: the look here runs beside it.
  put_program("srun", "while [[ $1 == --* ]]; do line+=\"$1 \"; shift; done\necho \"${line-}\"\n\"$@\"");
  const auto looks = [&](const std::string& lines) {
    return run("look() { echo \"$1 here\"; }\n" + lines + "\n(sg_on_each_node look gpus) | LC_ALL=C sort\n")
        .out;
  };
  const std::string slurm = "_scheduler=slurm _hosts=(n1 n2)\nsg_use_nodes 2 --nodelist=n1,n2\n";
  const std::string each = " --ntasks-per-node=1 --cpus-per-task=1 --job-name=scalegen-monitor \n";
  EXPECT_EQ(looks(""), "gpus here\n");
  EXPECT_EQ(looks(slurm + "SLURMD_NODENAME=n1"),
            "--overlap --nodes=1 --nodelist=n2 --ntasks=1" + each + "gpus here\ngpus here\n");
  EXPECT_EQ(looks(slurm + "SLURMD_NODENAME=n7"),
            "--overlap --nodes=2 --nodelist=n1,n2 --ntasks=2" + each + "gpus here\n");
}

TEST_F(JobEnvironment, WatchesTheGpusWithTheFieldsThatTheDriverKnows) {
  put_program("nvidia-smi",
              "case $* in\n"
              "  *--loop-ms*) echo \"$TZ: $*\" ;;\n"
              "  *clocks_event_reasons.active) echo 'not a field' ;;\n"
              "  *clocks_throttle_reasons.active) echo 0x0000000000000000 ;;\n"
              "esac");
  put_program("rocm-smi", "echo \"rocm-smi $*\"");
  const auto watched = [&](const std::string& arguments, const std::string& file) {
    EXPECT_EQ(run("_attempt=$_root\nsg_watch_gpus " + arguments + "\nwait \"${_groups[0]}\" || true\n").err,
              "");
    return read(file + "." + host_name() + ".csv");
  };
  EXPECT_EQ(watched("nvidia_smi 200 index,uuid", "gpu"),
            "UTC: --format=csv --loop-ms=200 --query-gpu=index,uuid,clocks_throttle_reasons.active\n");
  EXPECT_EQ(watched("nvidia_smi 200 index,clocks_event_reasons.active", "gpu"),
            "UTC: --format=csv --loop-ms=200 --query-gpu=index,clocks_event_reasons.active\n");
  put_program("sleep", "exit 1");
  EXPECT_EQ(run("set +e\nsg_watch_with_rocm_smi \"$_root\" 1 --showuse & watcher=$!\n"
                "until (($(cat \"$_root\"/rocm.*.csv 2>/dev/null | grep -c ^time) > 1)); do command -p sleep "
                "0.1; done\n"
                "kill $watcher\n")
                .err,
            "");
  const auto table = read("rocm." + host_name() + ".csv");
  EXPECT_TRUE(table.starts_with("time,1")) << table;
  EXPECT_NE(table.find("\nrocm-smi --showuse --csv\ntime,"), std::string::npos) << table;
}

TEST_F(JobEnvironment, AsksNcclForItsLogUnlessSomebodyElseDid) {
  const std::string lines =
      "_attempt=/a\nsg_log_nccl\necho \"$NCCL_DEBUG ${NCCL_DEBUG_SUBSYS-} ${NCCL_DEBUG_FILE-}\"\n";
  EXPECT_EQ(run(lines).out, "INFO INIT,NET /a/nccl.%h.%p.log\n");
  EXPECT_EQ(run(lines, "export NCCL_DEBUG=WARN").out, "WARN  \n");
}

}  // namespace
}  // namespace scalegen
