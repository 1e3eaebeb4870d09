#include "app/table_of_logs.hpp"

#include <gmock/gmock.h>

#include "app/sweep_report.hpp"
#include "core/files.hpp"
#include "tests/temporary_folder.hpp"

namespace scalegen {
namespace {

using testing::ElementsAre;

class TableOfLogs : public testing::Test {
 protected:
  // In the folder of the logs, so that messages have no path of this machine.
  void SetUp() override {
    home_ = std::filesystem::current_path();
    std::filesystem::current_path(folder_.path());
  }
  void TearDown() override { std::filesystem::current_path(home_); }

  static void write(const std::string& name, const std::string& text) { EXPECT_TRUE(write_file(name, text)); }
  static Result<LogTable> table(const std::string& pattern, const std::string& metrics = "") {
    return table_of_logs({.patterns = {pattern}, .metrics = metrics});
  }
  static std::string csv(const std::string& pattern, const std::string& metrics = "") {
    const auto made = table(pattern, metrics);
    return made ? made->csv : render(made.error());
  }

  TemporaryFolder folder_;
  std::filesystem::path home_;
};

constexpr auto kHint =
    "      = hint: write a word in braces for what differs, in quotes: 'logs/run_{gpus}gpu_{round}.out'; the "
    "size is {gpus}, {nodes}, {ranks}, {cores} or {rung}\n";

TEST_F(TableOfLogs, HasARowOfEachLogWithTheFigure) {
  write("run_10gpu_1.out", "throughput=900 images/s\n");
  write("run_2gpu_1.out", "throughput=195 images/s\n");
  write("run_2gpu_2.out", "slurmstepd: error: killed\n");
  write("run_2gpu_10.out", "throughput=190 images/s\nthroughput=197 images/s\nthroughput=196 images/s\n");
  write("run_xgpu_1.out", "throughput=1 images/s\n");
  std::filesystem::create_directory("run_4gpu_1.out");
  const auto made = table("run_{gpus}gpu_{round}.out", "throughput=throughput={number} images/s").value();
  EXPECT_EQ(made.csv, "gpus,round,throughput (images/s)\n2,1,195\n2,10,196\n10,1,900\n");
  EXPECT_THAT(
      made.notes,
      ElementsAre("run_2gpu_2.out: left out: no line matches 'throughput={number} images/s'",
                  "run_4gpu_1.out: left out: cannot read 'run_4gpu_1.out': Is a directory",
                  "run_xgpu_1.out: left out: sizes and rounds in its name are no numbers",
                  "run_2gpu_1.out: gpus 2, round 1, throughput 195 images/s",
                  "run_2gpu_10.out: gpus 2, round 10, throughput 196 images/s, the median of 3 matches",
                  "run_10gpu_1.out: gpus 10, round 1, throughput 900 images/s"));
}

TEST_F(TableOfLogs, AsksALogForItsFigure) {
  write("1.out", "start\nspeed: 10.5 images/s\n");
  write("2.out", "start\nspeed: 20.5 images/s\n");
  const auto made = table("{ranks}.out").value();
  EXPECT_EQ(made.csv, "ranks,throughput (images/s)\n1,10.5\n2,20.5\n");
  EXPECT_THAT(
      made.notes,
      ElementsAre("the figure was found in line 2 of 1.out: speed: 10.5 images/s",
                  "the same again: scalegen table '{ranks}.out' --metrics 'throughput=speed: {number} "
                  "images/s,images/s'",
                  "1.out: ranks 1, throughput 10.5 images/s", "2.out: ranks 2, throughput 20.5 images/s"));
  write("1.out", "speed: 10.5\n");
  write("2.out", "");
  EXPECT_EQ(csv("{ranks}.out"),
            "error: no log has a figure whose unit it says; perhaps it is in line 1 of 1.out: speed: 10.5\n"
            "      = hint: add --metrics 'throughput=REGEX,UNIT' or 'time=REGEX,UNIT', with {number} in the "
            "REGEX\n");
  write("2.out", "{\"event\":\"step\",\"step\":1,\"seconds\":0.5,\"samples\":8}\n");
  EXPECT_EQ(csv("{ranks}.out"),
            "error: '2.out' has event lines of scalegen\n"
            "      = hint: name its run directory: scalegen report DIR\n");
}

TEST_F(TableOfLogs, TakesTheLastOfTotalsAndTheMedianAsASweepDoes) {
  for (const std::string ranks : {"1", "2"})
    write(ranks + ".out", "elapsed: 10 s\nelapsed: 20 s\nelapsed: 30 s\nelapsed: 40 s\n");
  EXPECT_EQ(csv("{ranks}.out", "time=elapsed: {number} s"), "ranks,time (s)\n1,40\n2,40\n");
  // And says if matches do not agree.
  std::filesystem::remove("2.out");
  write("1.out", "1 img/s\n5 img/s\n25 img/s\n1 img/s\n");
  EXPECT_THAT(
      table("{ranks}.out", "throughput={number} img/s")->notes,
      ElementsAre("1.out: ranks 1, throughput 3 img/s, the median of 4 matches, which do not agree: a "
                  "REGEX for some of them is better"));
}

TEST_F(TableOfLogs, LeavesOutLogsThatFailBehindTheirLastFigure) {
  const std::string figure = "step 100 of 500, 9000.0 Mcells/s\n";
  const std::string time_limit =
      "slurmstepd: error: *** JOB 7 ON n1 CANCELLED AT 2026-01-01T10:00:00 DUE TO TIME LIMIT ***\n";
  write("1.out", figure);
  write("2.out", figure + time_limit);
  write("3.out", time_limit + figure);  // requeued
  write("4.out", figure +
                     "slurmstepd: error: Detected 1 oom_kill event in StepId=7.batch. Some of the step "
                     "tasks have been OOM Killed.\n");
  write("5.out", figure +
                     "Traceback (most recent call last):\n  File \"a.py\", line 1, in f\n    f()\n"
                     "RuntimeError: CUDA error: unspecified launch failure\n");
  write("6.out", figure + "srun: error: n1: task 3: Exited with exit code 1\n");
  write("7.out", figure + "slurmstepd: error: *** STEP 7.1 ON n1 CANCELLED AT 2026-01-01T10:00:00 ***\n");
  write("8.out", figure + "relative error: 1e-6\nfinalizing\n");
  write("9.out",
        "\r 5 Mcells/s\r 6 Mcells/sslurmstepd-n1: error: *** STEP 7.0 ON n1 CANCELLED AT "
        "2026-01-01T10:00:00 DUE TO PREEMPTION ***");
  const auto made = table("{nodes}.out", "throughput={number} Mcells/s").value();
  EXPECT_EQ(made.csv, "nodes,throughput (Mcells/s)\n1,9000\n3,9000\n7,9000\n8,9000\n");
  const std::string why = ".out: left out: its run failed behind its last figure: ";
  EXPECT_THAT(
      made.notes,
      ElementsAre(
          "2" + why +
              "slurmstepd: error: *** JOB 7 ON n1 CANCELLED AT 2026-01-01T10:00:00 DUE TO TIME LIMIT ***",
          "4" + why +
              "slurmstepd: error: Detected 1 oom_kill event in StepId=7.batch. Some of the step tasks "
              "have been OOM Killed.",
          "5" + why + "RuntimeError: CUDA error: unspecified launch failure", "6" + why + "exit status 1",
          "9" + why +
              " 6 Mcells/sslurmstepd-n1: error: *** STEP 7.0 ON n1 CANCELLED AT 2026-01-01T10:00:00 "
              "DUE TO PREEMPTION ***",
          "1.out: nodes 1, throughput 9000 Mcells/s", "3.out: nodes 3, throughput 9000 Mcells/s",
          "7.out: nodes 7, throughput 9000 Mcells/s", "8.out: nodes 8, throughput 9000 Mcells/s"));
}

TEST_F(TableOfLogs, HasAColumnForEachWordInBraces) {
  std::filesystem::create_directories("a,b/n2");
  write("a,b/n2/x_fp16_77.log", "5 tokens/s/GPU\n");
  EXPECT_EQ(csv("{name}/n{nodes}/*_{precision}_*.log", "throughput={number} tokens,tokens/s/GPU"),
            "name,nodes,precision,throughput (tokens/s/GPU)\n\"a,b\",2,fp16,5\n");
  std::filesystem::create_directory("here");
  write("here/[1]?.log", "5 images/s\n");
  EXPECT_EQ(csv("here/../here/[{ranks}]?.log"), "ranks,throughput (images/s)\n1,5\n");
}

TEST_F(TableOfLogs, TakesTheTimeOfMlperf) {
  const auto line = [](const std::string& key, const std::string& ms, const std::string& status) {
    return "0: :::MLLOG {\"namespace\": \"\", \"time_ms\": " + ms +
           ", \"event_type\": \"INTERVAL\", \"key\": \"" + key +
           "\", \"value\": null, \"metadata\": {\"lineno\": 5" + status + "}}\n";
  };
  const std::string success = ", \"status\": \"success\"";
  const auto start = line("run_start", "1714090291947", "");
  const auto stop = line("run_stop", "1714090442273", success);
  write("1.out",
        line("init_start", "1714090290000", "") + start + line("block_stop", "1714090400000", "") + stop);
  write("2.out", start + line("run_stop", "1714090442273", ", \"status\": \"aborted\""));
  write("3.out", start);
  write("4.out", start + stop + start + stop);
  const auto made = table_of_logs({.patterns = {"{nodes}.out"}, .time = LogTime::mlperf}).value();
  EXPECT_EQ(made.csv, "nodes,time (s)\n1,150.326\n");
  const std::string why =
      ".out: left out: it does not have one run_start of MLPerf and one run_stop with success behind it";
  EXPECT_THAT(made.notes, ElementsAre("2" + why, "3" + why, "4" + why, "1.out: nodes 1, time 150.326 s"));
}

TEST_F(TableOfLogs, TakesTheTimeThatSeffSays) {
  const auto lines = [](const std::string& state, const std::string& time) {
    return "loss 3\nJob ID: 8331\nCluster: c\nState: " + state +
           " (exit code 0)\nCores: 1\nCPU Utilized: 00:16:05\nCPU Efficiency: 22.00% of 01:13:08 "
           "core-walltime\n"
           "Job Wall-clock time: " +
           time + "\nMemory Utilized: 1.00 GB\n";
  };
  write("1.out", lines("COMPLETED", "00:18:17"));
  write("2.out", lines("COMPLETED", "1-00:00:01"));
  write("3.out", lines("TIMEOUT", "00:18:17"));
  write("4.out", lines("COMPLETED", "00:00:00"));
  write("5.out", "Job Wall-clock time: 00:18:17\n");
  write("6.out", lines("TIMEOUT", "00:18:17") + lines("COMPLETED", "00:00:05"));  // the last counts
  write("7.out", lines("COMPLETED", "00:18:17") + "State: RUNNING\n");
  write("8.out", "  State: COMPLETED (exit code 0)\r\n  Job Wall-clock time: 00:00:07 \r\n");
  const auto made = table_of_logs({.patterns = {"{nodes}.out"}, .time = LogTime::seff}).value();
  EXPECT_EQ(made.csv, "nodes,time (s)\n1,1097\n2,86401\n6,5\n8,7\n");
  EXPECT_THAT(made.notes, ElementsAre("3.out: left out: seff says: TIMEOUT, 00:18:17",
                                      "4.out: left out: seff says: COMPLETED, 00:00:00",
                                      "5.out: left out: seff's lines are not at its end",
                                      "7.out: left out: seff says: RUNNING, no time",
                                      "1.out: nodes 1, time 1097 s", "2.out: nodes 2, time 86401 s",
                                      "6.out: nodes 6, time 5 s", "8.out: nodes 8, time 7 s"));
}

TEST_F(TableOfLogs, RefusesPatternsThatSayNoSize) {
  write("1.out", "5 images/s\n");
  EXPECT_EQ(render(table_of_logs({.patterns = {"1.out", "2.out"}}).error()),
            std::string("error: 2 paths are given, and one pattern is read\n") + kHint);
  EXPECT_EQ(csv("*.out"), std::string("error: '*.out' does not say the size of a run\n") + kHint);
  EXPECT_EQ(csv("{round}.out"), std::string("error: '{round}.out' does not say the size of a run\n") + kHint);
  EXPECT_EQ(csv("a{gpus.out"),
            std::string("error: 'a{gpus.out' in 'a{gpus.out' is no word in braces\n") + kHint);
  EXPECT_EQ(csv("{gpus}/{gpus}.out"),
            "error: '{gpus}' stands twice in '{gpus}/{gpus}.out'\n      = hint: write * for one of them\n");
  EXPECT_EQ(csv("no/{gpus}.out"), std::string("error: no file matches 'no/{gpus}.out'\n") + kHint);
  EXPECT_EQ(csv("{gpus}.out", "throughput=speed {number} images/s"),
            "error: none of the files has the figure\n1.out: left out: no line matches 'speed {number} "
            "images/s'\n");
}

TEST_F(TableOfLogs, ReadsWhatIsNoText) {
  std::string bytes;
  for (int i = 0; i < 100'000; ++i) bytes += static_cast<char>(i * 7919 % 251);
  write("1.out", bytes + "\n5 images/s\n");
  write("2.out", std::string(std::size_t{10} << 20U, 'x') + " 6 images/s");
  write("3.out", "");
  EXPECT_EQ(csv("{ranks}.out", "throughput={number} images/s"), "ranks,throughput (images/s)\n1,5\n2,6\n");
}

// What the heads say is what the report understands.
TEST_F(TableOfLogs, IsReadByReports) {
  for (const std::string unit : {"images/s", "tokens/s/GPU", "it/s", "ns/day", "TFLOP/s/GPU", "Gflop/s"}) {
    for (const std::string nodes : {"1", "2"}) write(nodes + ".out", "speed " + nodes + "00\n");
    write("t.csv", csv("{gpus}.out", "throughput=speed {number}," + unit));
    const auto metric = report_on("t.csv", {}).value().report.head.metric;
    EXPECT_EQ(metric.unit, unit);
    EXPECT_EQ(metric.quantity, Quantity::rate) << unit;
  }
  for (const std::string unit : {"s", "ms/step", "s/epoch", "s/it", "ms/optimizer_step"}) {
    write("t.csv", csv("{gpus}.out", "time=speed {number}," + unit));
    const auto metric = report_on("t.csv", {}).value().report.head.metric;
    EXPECT_EQ(metric.unit, unit);
    EXPECT_EQ(metric.quantity, Quantity::time) << unit;
  }
}

}  // namespace
}  // namespace scalegen
