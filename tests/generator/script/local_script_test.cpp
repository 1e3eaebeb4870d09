// Scripts of this machine, really run, with small programs in place of scalegen-train.
#include "core/json.hpp"
#include "tests/generator/script/script_run.hpp"
#include "workloads/recipe.hpp"

namespace scalegen {
namespace {

namespace fs = std::filesystem;

// Each rank says it is there by a file with its number, so that no test sleeps longer than it must.
const std::string kAnnounce = "echo $$ >\"${0%/*}/pid.$RANK\"\n";
const std::string kWaitForRanks = "until [[ -s $folder/pid.0 && -s $folder/pid.1 ]]; do sleep 0.01; done\n";
const std::string kTwoRanks = "scales: [2cpu]\n";

TEST(LocalScript, StartsEachRankAndTellsHowItEnded) {
  const ScriptRun script(
      "echo \"rank $RANK of $WORLD_SIZE at $MASTER_ADDR, local $LOCAL_RANK, $OMP_NUM_THREADS thread: $*\"\n"
      "echo \"error $RANK\" >&2; ((MASTER_PORT >= 10000 && MASTER_PORT < 30000)) && echo "
      "\"$SCALEGEN_METRICS\" >\"${0%/*}/m\"",
      kTwoRanks);
  const auto result = script.run();
  EXPECT_EQ(result.exit_status, 0);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(result.err, "");
  const std::string arguments =
      "--model mnist_cnn --data synthetic --steps 40 --global-batch 512 --optimizer adam --learning-rate "
      "0.001 --precision fp32 --evaluate yes --threads 1 --device cpu --seed 7\n";
  EXPECT_EQ(read_text(script.attempt().out()),
            "rank 0 of 2 at 127.0.0.1, local 0, 1 thread: " + arguments + "scalegen: end of 2cpu-r1\n");
  EXPECT_EQ(read_text(script.attempt().err()), "error 0\n");
  EXPECT_EQ(read_text(script.attempt().out(1)), "rank 1 of 2 at 127.0.0.1, local 1, 1 thread: " + arguments);
  EXPECT_EQ(read_text(script.attempt().err(1)), "error 1\n");
  EXPECT_EQ(read_text(script.folder() / "m"), script.attempt().metrics().string() + "\n");
  EXPECT_EQ(script.ending(), "0 ");
}

TEST(LocalScript, HasASetupWhoseNamesArgumentsAndJobsAreItsOwn) {
  const ScriptRun script("sleep 0.5; echo \"$nodes $root\"",
                         "scales: [1cpu]\nsetup: |\n"
                         "  true &\n"
                         "  export nodes=all root=none\n"
                         "  run=mine attempt=mine command=mine\n"
                         "  source /dev/stdin <<<'echo \"$# arguments\"'\n"
                         "  set +e\n"
                         "  trap 'echo removed' EXIT\n");
  const auto result = script.bash("bash \"$script\" second");
  EXPECT_EQ(result.out, "0 arguments\nremoved\n");
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(read_text(script.attempt("second").out()), "all none\nscalegen: end of 1cpu-r1\n");
  EXPECT_EQ(script.ending("second"), "0 ");
}

// The site's, where `env:` sets it, and the program that `#!/bin/bash` starts.
TEST(LocalScript, HasThePathOfItsSetupForTheProgramAlone) {
  const ScriptRun script("echo \"$PATH\"", "scales: [1cpu]\nsetup: PATH=$PATH:b\nenv: {PATH: a}\n");
  EXPECT_EQ(script.run().err, "");
  EXPECT_EQ(read_text(script.attempt().out()), "a:b\nscalegen: end of 1cpu-r1\n");
}

TEST(LocalScript, PinsEachRankToItsCores) {
  const ScriptRun script("taskset --cpu-list --pid $$ | sed 's/.*: //'", "scales: [1cpu]\n");
  EXPECT_EQ(script.run().exit_status, 0);
  EXPECT_EQ(read_text(script.attempt().out()), std::to_string(some_core()) + "\nscalegen: end of 1cpu-r1\n");
}

/// The records of the tasks, without what is known of the node itself.
std::string places_of(const ScriptRun& script) {
  auto text = read_text(script.attempt().root / ("place." + host_name() + ".txt"));
  for (const std::string line : {"cpus ", "threads "}) {
    const auto begin = text.find("\n" + line);
    if (begin != std::string::npos) text.erase(begin + 1, text.find('\n', begin + 1) - begin);
  }
  return text;
}

TEST(LocalScript, WritesDownWhereEachRankIs) {
  const ScriptRun script("cp \"$SCALEGEN_RUN_DIR\"/place.* \"${0%/*}/seen.$RANK\"", kTwoRanks);
  EXPECT_EQ(script.bash("CUDA_VISIBLE_DEVICES=0,1 bash \"$script\"").exit_status, 0);
  const auto place = [](int rank) {
    return "task rank=" + std::to_string(rank) + " cores=" + std::to_string(some_core()) + " gpus=0,1\n";
  };
  const auto written = places_of(script);
  EXPECT_TRUE(written == place(0) + place(1) || written == place(1) + place(0)) << written;
  EXPECT_NE(read_text(script.folder() / "seen.1").find(place(1)), std::string::npos);  // before it began
}

TEST(LocalScript, WritesDownWhereItStartsTorchrun) {
  const ScriptRun script("", kTwoRanks + "launcher: torchrun\n");
  script.put_program("torchrun", "");
  EXPECT_EQ(script.bash("unset RANK CUDA_VISIBLE_DEVICES ROCR_VISIBLE_DEVICES; bash \"$script\"").exit_status,
            0);
  EXPECT_EQ(places_of(script), "task rank= cores=" + std::to_string(some_core()) + " gpus=\n");
  EXPECT_NE(read_text(script.attempt().root / ("place." + host_name() + ".txt")).find("\ncpus online=0"),
            std::string::npos);
}

TEST(LocalScript, SaysWhoRunsItBeforeAnythingElse) {
  const ScriptRun script(
      "cp \"${SCALEGEN_METRICS%/*}/started.json\" \"${0%/*}/seen\"; echo $PPID >\"${0%/*}/parent\"",
      "scales: [1cpu]\n");
  EXPECT_EQ(script.run().exit_status, 0);
  const auto started = parse_json(read_text(script.folder() / "seen"));
  ASSERT_TRUE(started);
  const auto here = this_process();
  EXPECT_EQ(std::to_string(*integer_field(*started, "pid")) + "\n", read_text(script.folder() / "parent"));
  EXPECT_GE(*integer_field(*started, "start_time"), static_cast<std::int64_t>(here.start_time));
  EXPECT_EQ(*text_field(*started, "boot_id"), here.boot_id);
  EXPECT_EQ(*text_field(*started, "host"), here.host);
  EXPECT_EQ(*text_field(*started, "job"), "");
  EXPECT_TRUE(number_field(*started, "time"));
}

TEST(LocalScript, KeepsTheSignalThatEndedARank) {
  const ScriptRun script("kill -SEGV $$", "scales: [1cpu]\n");
  EXPECT_EQ(script.run().exit_status, 139);
  EXPECT_EQ(script.ending(), "139 ");
}

TEST(LocalScript, EndsARankThatWillNotListen) {
  const ScriptRun script(
      "trap '' TERM\n" + kAnnounce +
          "((RANK == 1)) && { until [[ -s ${0%/*}/pid.0 ]]; do sleep 0.01; done; exit 3; }\n"
          "while :; do sleep 60; done",
      kTwoRanks);
  EXPECT_EQ(script.run().exit_status, 3);
  EXPECT_EQ(script.ending(), "3 ");
  EXPECT_FALSE(script.lives("pid.0"));
  EXPECT_EQ(read_text(script.attempt().out()), "");
}

TEST(LocalScript, EndsAllThatWasStartedOnASignal) {
  for (const auto& [signal, status] :
       {std::pair("TERM", 143), std::pair("INT", 130), std::pair("HUP", 129)}) {
    const ScriptRun script("sleep 60 &\necho $! >\"${0%/*}/grandchild.$RANK\"\n" + kAnnounce + "wait",
                           kTwoRanks);
    const auto result =
        script.bash("set -m\nbash \"$script\" &\n" + kWaitForRanks + "kill -" + signal + " $!\nwait $!");
    EXPECT_EQ(result.exit_status, status);
    EXPECT_EQ(script.ending(), std::to_string(status) + " " + signal);
    for (const auto* name : {"pid.0", "pid.1", "grandchild.0", "grandchild.1"})
      EXPECT_FALSE(script.lives(name)) << name << " " << signal;
    EXPECT_EQ(read_text(script.attempt().out()), "");
  }
}

TEST(LocalScript, MeasuresOnceWhenStartedTwice) {
  const ScriptRun script("echo one >>\"${0%/*}/measured\"", "scales: [1cpu]\n");
  const auto result = script.bash(
      "bash \"$script\" & first=$!\nbash \"$script\" & second=$!\nwait $first; a=$?; wait $second; echo $((a "
      "+ $?))");
  EXPECT_EQ(result.out, "75\n");
  EXPECT_EQ(read_text(script.folder() / "measured"), "one\n");
  EXPECT_EQ(script.ending(), "0 ");
  EXPECT_EQ(std::distance(fs::directory_iterator(script.directory().run_folder(script.id())), {}), 1);
}

TEST(LocalScript, NamesItsAttemptAsItIsTold) {
  const ScriptRun script("", "scales: [1cpu]\n");
  EXPECT_EQ(script.bash("bash \"$script\" second").exit_status, 0);
  EXPECT_EQ(script.ending("second"), "0 ");
  EXPECT_EQ(script.bash("SLURM_JOB_ID=77 bash \"$script\"").exit_status, 0);
  EXPECT_EQ(script.ending("hand"), "0 ");
  EXPECT_EQ(*text_field(*parse_json(read_text(script.attempt("hand").started())), "job"), "77");
}

TEST(LocalScript, SaysNothingOfItsEndWhenItIsKilledAndTheKernelEndsItsRanks) {
  const ScriptRun script(kAnnounce + "exec sleep 60", kTwoRanks);
  script.bash(
      "bash \"$script\" &\n" + kWaitForRanks + "kill -KILL $!\nwait $!\n" +
      "for rank in 0 1; do\n"
      "  while grep -qs '^State:[[:space:]]*[^ZX]' /proc/$(<$folder/pid.$rank)/status; do sleep 0.01; done\n"
      "done");
  EXPECT_EQ(script.ending(), "none");
  EXPECT_TRUE(fs::exists(script.attempt().started()));
  EXPECT_FALSE(script.lives("pid.0"));
  EXPECT_FALSE(script.lives("pid.1"));
}

TEST(LocalScript, SaysWhatFileOfTheDataIsMissing) {
  const TemporaryFolder data;
  for (const auto file : std::span(recipe::kIdxFiles).first(4))
    ASSERT_TRUE(write_file(data.path() / file, ""));
  const ScriptRun script("", "scales: [1cpu]\ndata: " + data.path().string() + "\n");
  fs::remove(data.path() / "t10k-labels-idx1-ubyte");
  const auto result = script.run();
  EXPECT_EQ(result.exit_status, 69);
  EXPECT_EQ(result.err,
            "scalegen: the data folder " + data.path().string() + " lacks t10k-labels-idx1-ubyte\n");
}

TEST(LocalScript, StartsNothingWhereItCannotWrite) {
  const ScriptRun script("touch \"${0%/*}/started\"", "scales: [1cpu]\n");
  ASSERT_TRUE(write_file(script.directory().root / "runs", "a file"));
  const auto result = script.run();
  EXPECT_EQ(result.exit_status, 1);
  EXPECT_NE(result.err.find("mkdir: cannot create directory"), std::string::npos) << result.err;
  EXPECT_FALSE(fs::exists(script.folder() / "started"));
}

TEST(LocalScript, RunsSetUpAndEnvironmentBeforeTheProgram) {
  const ScriptRun script(
      "echo \"$GREETING $FROM_SETUP\"",
      "scales: [1cpu]\nsetup:\n  - FROM_SETUP=\"$UNSET_BY_ALL set up\"\n  - export FROM_SETUP\n"
      "env: {GREETING: 'hello $(id) it''s'}\n");
  EXPECT_EQ(script.run().exit_status, 0);
  EXPECT_EQ(read_text(script.attempt().out()), "hello $(id) it's  set up\nscalegen: end of 1cpu-r1\n");
}

TEST(LocalScript, WatchesTheGpusWhileItRuns) {
  const ScriptRun script("until [[ -s ${0%/*}/monitor ]]; do sleep 0.01; done", "scales: [1gpu]\n", "local",
                         {.cores = {some_core()}, .gpus = 1});
  script.put_program("nvidia-smi",
                     "[[ $* != *clocks_event_reasons* ]] || { echo 'Field is not a valid field'; exit 2; }\n"
                     "[[ $* == *loop-ms* || $* != *throttle* ]] || { echo 0x0000000000000004; exit; }\n"
                     "if [[ $* == *loop-ms* ]]; then\n"
                     "  echo \"$TZ $*\"; echo $$ >\"${0%/*}/monitor\"; exec sleep 60\n"
                     "fi\n"
                     "echo '0, GPU-1234, 535.1, Tesla V100, 32GB'");
  const auto result = script.run();
  EXPECT_EQ(result.exit_status, 0) << result.err;
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(read_text(script.attempt().root / ("gpu." + host_name() + ".csv")),
            "UTC --format=csv --loop-ms=1000 "
            "--query-gpu=timestamp,index,uuid,utilization.gpu,memory.used,power.draw,clocks.sm,clocks_"
            "throttle_reasons.active\n");
  EXPECT_FALSE(script.lives("monitor"));
  EXPECT_EQ(
      parse_json(read_text(script.attempt().environment()))->at("gpus").dump(),
      "[{\"host\":\"" + host_name() +
          "\",\"index\":\"0\",\"uuid\":\"GPU-1234\",\"driver\":\"535.1\",\"name\":\"Tesla V100, 32GB\"}]");
}

// One whose driver says something else for a mask, or nothing, or knows neither name and says so on standard
// output as nvidia-smi does.
TEST(LocalScript, AsksTheMonitorForNoFieldThatTheDriverDoesNotKnow) {
  for (const std::string answer :
       {"echo '[N/A]'", "exit 9", "echo 'Field is not a valid field to query.'; exit 2",
        "echo 'Field is not a valid field to query.'"}) {
    const ScriptRun script("until [[ -s ${0%/*}/monitor ]]; do sleep 0.01; done", "scales: [1gpu]\n", "local",
                           {.cores = {some_core()}, .gpus = 1});
    script.put_program(
        "nvidia-smi",
        "if [[ $* == *loop-ms* ]]; then echo \"$*\"; echo $$ >\"${0%/*}/monitor\"; exec sleep 60; fi\n" +
            answer);
    EXPECT_EQ(script.run().exit_status, 0) << answer;
    EXPECT_EQ(read_text(script.attempt().root / ("gpu." + host_name() + ".csv")),
              "--format=csv --loop-ms=1000 "
              "--query-gpu=timestamp,index,uuid,utilization.gpu,memory.used,power.draw,clocks.sm\n")
        << answer;
  }
}

TEST(LocalScript, RunsOnWithoutAMonitor) {
  const ScriptRun script("echo trained", "scales: [1gpu]\n", "local", {.cores = {some_core()}, .gpus = 1});
  script.put_program("nvidia-smi", "echo 'NVIDIA-SMI has failed' >&2; exit 9");
  EXPECT_EQ(script.run().exit_status, 0);
  EXPECT_EQ(script.ending(), "0 ");
  EXPECT_TRUE(parse_json(read_text(script.attempt().environment()))->at("gpus").empty());
}

}  // namespace
}  // namespace scalegen
