#include "app/sweep_report.hpp"

#include "app/open_run_directory.hpp"
#include "core/run_directory.hpp"
#include "tests/analysis/rendered.hpp"
#include "tests/app/user_session.hpp"
#include "tests/cited.hpp"

namespace scalegen {
namespace {

class SweepReports : public UserSession {
 protected:
  SweepReports() {
    write("mine.yaml", kOwnProgram);
    make_run_directory("mine.yaml");
  }
};

TEST_F(SweepReports, TakeARungOfTheSweepAsBaseline) {
  const auto sweep = report_on("", {.baseline = "2gpu"});
  ASSERT_TRUE(sweep) << error_of(sweep);
  EXPECT_NE(report::render_terminal(sweep->report).find("baseline: 2gpu, as asked for"), std::string::npos)
      << report::render_terminal(sweep->report);
  EXPECT_EQ(error_of(report_on("", {.baseline = "2gpus"})),
            "error: the baseline '2gpus' is no rung of this sweep\n      = hint: did you mean '2gpu'?\n");
}

class OtherMetrics : public SweepReports {
 protected:
  // Each run has ended and printed.
  void print(const std::string& out) {
    const auto opened = open_run_directory("").value();
    for (const auto& run : opened.plan.runs)
      complete_attempt(opened.directory.attempt(run.id, "1"), run.id, out);
  }
  static std::string refusal(const std::string& metric) {
    return error_of(report_on("", {.metrics = {metric}}));
  }
};

TEST_F(OtherMetrics, AreReadFromWhatWasPrinted) {
  print("loss 0.5, 12.5 s, 100 images\n");
  EXPECT_EQ(report_on("").value().report.head.metric.source, MetricSource::wall_time);
  const auto report =
      report_on("", {.metrics = {"time=loss {number}, (.*) s", "time=loss [0-9.]+, {number} s"}});
  EXPECT_EQ(
      error_of(report),
      cited("--metrics:1:6: error: a pattern needs exactly one group, not 2", "time=loss {number}, (.*) s",
            "write {number} for the number, as in 'Throughput: {number}', and use (?: ) for other groups"));
  const auto time =
      report_on("", {.metrics = {"time=loss [0-9.]+, {number} s", "throughput={number} im,im/s"}});
  ASSERT_TRUE(time) << error_of(time);
  EXPECT_EQ(*time->report.tables.front().points.front().runs.front().value, 12.5);
  EXPECT_EQ(time->report.head.metric.unit, "s");
  EXPECT_EQ(time->report.head.metric.not_read, std::vector<std::string>{"throughput"});
  EXPECT_EQ(report_on("").value().report.head.metric.source, MetricSource::wall_time)
      << "only for that report";
}

TEST_F(OtherMetrics, AreRefusedAsInASweepFile) {
  EXPECT_EQ(refusal("loss=a {number}"),
            cited("--metrics:1:1: error: 'loss' is no speed, and --metrics reads no other figure",
                  "loss=a {number}", "known: throughput, time"));
  EXPECT_EQ(refusal("took {number} s"), cited("--metrics:1:1: error: this is no metric", "took {number} s",
                                              "write time=REGEX,UNIT or throughput=REGEX,UNIT"));
  EXPECT_EQ(refusal("throughput=speed, ([0-9,]+)"),
            cited("--metrics:1:12: error: the unit is missing", "throughput=speed, ([0-9,]+)",
                  "add the unit of the number behind a comma, as in ,images/s"));
  EXPECT_EQ(refusal("time=time {number}ms,s"),
            cited("--metrics:1:22: error: the regex has the number in ms, and the unit is s",
                  "time=time {number}ms,s", "write unit: ms"));
  EXPECT_EQ(refusal("time=time {number}ms"),
            cited("--metrics:1:6: error: the regex has the number in ms, and the unit is s",
                  "time=time {number}ms", "write unit: ms"));
}

TEST_F(OtherMetrics, AreRefusedWhereNothingWouldReadThem) {
  print("took 12.5 s\n");
  for (const auto* run : {"1gpu-r1", "1gpu-r2", "2gpu-r1", "2gpu-r2"})
    write("mine-cyclone/runs/" + std::string(run) + "/1/metrics.jsonl",
          "{\"event\":\"step\",\"seconds\":1,\"samples\":8}\n");
  EXPECT_EQ(refusal("time=took {number} s"),
            "error: the program writes step lines, and these count before what it prints\n"
            "      = hint: leave out --metrics\n");
  write("times.csv", "rung,seconds\n1gpu,20\n");
  EXPECT_EQ(error_of(report_on("times.csv", {.metrics = {"time=(.)"}})),
            "error: --metrics is for a run directory: a table says its figures itself\n"
            "      = hint: leave out --metrics\n");
  write("digits.yaml", kMnist);
  make_run_directory("digits.yaml", "digits");
  EXPECT_EQ(error_of(report_on("digits", {.metrics = {"time=(.)"}})),
            "error: the workload 'mnist_cnn' measures itself\n"
            "      = hint: leave out --metrics: it is for a program of your own\n");
}

// As the unit in the sweep file would be: a trainer's step may be any of the two.
TEST_F(OtherMetrics, AreRefusedIfTheirStepsMayBeMicroSteps) {
  write("micro.yaml",
        "name: micro\ncommand: ./train {gpus} {accumulate}\nscales: [1gpu, 2gpu]\n"
        "parameters: {global_batch: 64, accumulate: = 2 / ranks}\n");
  make_run_directory("micro.yaml", "micro");
  EXPECT_EQ(error_of(report_on("micro", {.metrics = {"throughput={number} it/s,it/s"}})),
            "error: 'accumulate' is 2 in 1gpu-r1 and 1 in 2gpu-r1, and the unit 'it/s' of --metrics does not "
            "say which steps it counts\n"
            "      = hint: write unit: micro_step/s if each forward and backward pass is one, or "
            "optimizer_step/s if each update is\n");
  EXPECT_TRUE(report_on("micro", {.metrics = {"throughput={number} it/s,micro_step/s"}}));
}

TEST_F(SweepReports, AreOfATableIfTheTargetIsAFile) {
  write("times.csv", "rung,seconds\n1gpu,20\n2gpu,10\n");
  const auto table = report_on("times.csv");
  ASSERT_TRUE(table) << error_of(table);
  EXPECT_NE(report::render_terminal(table->report).find("2.00x"), std::string::npos)
      << report::render_terminal(table->report);
  EXPECT_EQ(report_on("times.csv", {.scaling = Scaling::weak}).value().report.tables.front().scaling,
            Scaling::weak);
  EXPECT_EQ(error_of(report_on(".", {.scaling = Scaling::weak})),
            "error: --scaling is for a table: a sweep says in its file how it scales\n"
            "      = hint: leave out --scaling\n");
  EXPECT_EQ(error_of(report_on("absent.csv")), "error: there is no 'absent.csv'\n");
  write("mnist.yaml", "name: mnist\n");
  EXPECT_EQ(error_of(report_on("mnist.yaml")),
            "error: 'mnist.yaml' is a sweep file, which has no figures\n"
            "      = hint: name its run directory: <name>-<cluster>, or as 'scalegen list' shows it\n");
}

TEST_F(SweepReports, NameTheRunDirectoryThatWasProbablyMeant) {
  write("gpt-local/plan.jsonl", "");
  write("gpt-lumi/sweep.yaml", "");
  EXPECT_EQ(error_of(report_on("gpt-lcal")),
            "error: there is no 'gpt-lcal'\n      = hint: did you mean 'gpt-local'?\n");
}

}  // namespace
}  // namespace scalegen
