#include <fmt/format.h>
#include <gmock/gmock.h>

#include <map>

#include "analysis/report/sections.hpp"
#include "tests/analysis/made_up_sweep.hpp"
#include "tests/analysis/rendered.hpp"

namespace scalegen::report {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// Runs that stop early do less work, and their time is no speed.

/// A program that prints so many accuracies at each size, then its time.
MadeUpSweep sweep_with(const std::map<std::string, int>& epochs) {
  MadeUpSweep sweep(3);
  sweep.use_own_program();
  sweep.head.metrics = {{.name = "time", .regex = "took {number}", .unit = "s", .higher_is_better = false}};
  sweep.head.further = {
      {.name = "accuracy", .regex = "accuracy {number}", .unit = "share", .use = MetricUse::each_epoch}};
  for (auto& made : sweep.runs) {
    made.out.clear();
    const auto& run = made.record.run;
    for (int i = 0; i < epochs.at(run.rung.name); ++i)
      made.out += fmt::format("accuracy 0.{}{}\n", 80 + i, run.round);
    made.out += fmt::format("took {}.{}\n", 10 / world_size(run.rung), run.round);
  }
  return sweep;
}

constexpr auto kShorter = "2cpu *: 6 epochs here, 10 in the baseline";

TEST(EpochsDifference, StarsATimeOfFewerEpochsAndNoRate) {
  auto sweep = sweep_with({{"1cpu", 10}, {"2cpu", 6}, {"4cpu", 10}});
  const auto report = sweep.report();
  EXPECT_THAT(report.warnings, Contains(kShorter).Times(1));
  EXPECT_THAT(report.warnings, Contains("4cpu *: beside 2cpu, of half the size: 10 epochs here, 6 in 2cpu"));
  EXPECT_THAT(report::title_of(report), HasSubstr(" · time as printed, a time to accuracy · "));
  const auto equal = sweep_with({{"1cpu", 10}, {"2cpu", 10}, {"4cpu", 10}}).report();
  EXPECT_THAT(equal.warnings, Not(Contains(HasSubstr("epochs here"))));
  EXPECT_THAT(report::title_of(equal), HasSubstr(" · time as printed · "));
  sweep.head.metrics = {{.name = "rate", .regex = "took {number}", .unit = "images/s"}};
  EXPECT_THAT(sweep.report().warnings, Not(Contains(HasSubstr("epochs here"))));
}

// In weak scaling as many steps are more epochs of the same data.
TEST(EpochsDifference, IsNoneWhereStepsSayTheWork) {
  auto sweep = sweep_with({{"1cpu", 10}, {"2cpu", 17}, {"4cpu", 25}});
  sweep.head.scalings = {Scaling::weak};
  for (auto& made : sweep.runs)
    made.record.run.settings = Settings{{"steps", std::int64_t{100}}, {"per_rank_batch", std::int64_t{32}}};
  EXPECT_THAT(sweep.report().warnings, Not(Contains(HasSubstr("epochs here"))));
  for (auto& made : sweep.runs)
    made.record.run.settings =
        Settings{{"samples", std::int64_t{3200}}, {"per_rank_batch", std::int64_t{32}}};
  EXPECT_THAT(sweep.report().warnings, Contains("2cpu *: 17 epochs here, 10 in the baseline"));
}

/// A trainer of one's own of whose loop the steps of a rung time such a share: the rest of it is between
/// them.
std::vector<std::string> warnings_at_shares(const std::map<std::string, double>& shares) {
  MadeUpSweep sweep(3);
  sweep.head.own_program = true;
  for (auto& run : sweep.runs) run.timed_share = shares.at(run.record.run.id.substr(0, 4));
  return sweep.report().warnings;
}

TEST(TimingDifference, StarsARungWhoseStepsTimeAnotherPartOfTheLoop) {
  EXPECT_THAT(warnings_at_shares({{"1cpu", 1}, {"2cpu", 1}, {"4cpu", 0.86}}),
              ElementsAre("4cpu *: share of the loop that its steps time is 86.0 % here and 100 % in the "
                          "baseline"));
  EXPECT_THAT(warnings_at_shares({{"1cpu", 0.8}, {"2cpu", 0.79}, {"4cpu", 0.78}}), IsEmpty());
}

std::string environment(const std::string& cpu, const std::string& gpus = "") {
  std::string listed;
  for (int index = 0; !gpus.empty() && index < 4; ++index)
    listed += fmt::format(R"({}{{"host": "n1", "index": "{}", "name": "{}"}})", index == 0 ? "" : ", ", index,
                          gpus);
  return fmt::format(R"({{"host": "n1", "cpu": "{}", "gpus": [{}]}})", cpu, listed);
}

/// A round of a person's own program, on nodes with this CPU and these GPUs.
MadeUpSweep own_sweep(DeviceKind device, const std::string& recorded) {
  MadeUpSweep sweep(1);
  if (device == DeviceKind::gpu) {
    sweep.runs.clear();
    for (const int ranks : {1, 2})
      sweep.add_run({.name = fmt::format("{}gpu", ranks), .device = device, .ranks_per_node = ranks}, 1,
                    0.5 / ranks);
    sweep.head.baseline = "1gpu";
  }
  sweep.use_own_program();
  for (auto& run : sweep.runs) run.files["environment.json"] = recorded;
  return sweep;
}

std::vector<std::string> of_devices(const Report& report) {
  std::vector<std::string> texts;
  const auto notes = report::notes_and_method(report);
  for (const auto* all : {&report.warnings, &notes})
    for (const auto& text : *all)
      if (text.find("name") != std::string::npos || text.find("kind") != std::string::npos)
        texts.push_back(text);
  return texts;
}

TEST(RecordedDevices, AreComparedForOwnProgramsOnCpus) {
  auto sweep = own_sweep(DeviceKind::cpu, environment("AMD EPYC 7763"));
  EXPECT_THAT(of_devices(sweep.report()), IsEmpty());
  sweep.run("4cpu-r1").files["environment.json"] = environment("Intel Xeon 6248");
  const auto report = sweep.report();
  EXPECT_THAT(of_devices(report),
              ElementsAre("4cpu *: device name is Intel Xeon 6248 here and AMD EPYC 7763 in the baseline"));
  EXPECT_EQ(ratio_star(report.tables.front().points[1]), nullptr);
  EXPECT_NE(ratio_star(report.tables.front().points[2]), nullptr);
}

TEST(RecordedDevices, AreComparedForOwnProgramsOnGpus) {
  auto sweep = own_sweep(DeviceKind::gpu, environment("AMD EPYC 7763", "NVIDIA A100"));
  EXPECT_THAT(of_devices(sweep.report()), IsEmpty());
  sweep.run("2gpu-r1").files["environment.json"] = environment("Intel Xeon 6248", "NVIDIA H100");
  EXPECT_THAT(
      of_devices(sweep.report()),
      ElementsAre("2gpu *: device name is NVIDIA H100 here and NVIDIA A100 in the baseline; cpu name is "
                  "Intel Xeon 6248 here and AMD EPYC 7763 in the baseline"));
}

TEST(RecordedDevices, AreNotCheckedWhereNothingNamesThemOrATrainerDoes) {
  for (const std::string gpus : {"", "AMD"})
    EXPECT_THAT(
        report::notes_and_method(own_sweep(DeviceKind::gpu, environment("AMD EPYC 7763", gpus)).report()),
        Contains(HasSubstr("device name")))
        << gpus;
  MadeUpSweep sweep(1);
  sweep.run("4cpu-r1").files["environment.json"] = environment("another spelling of AMD EPYC");
  EXPECT_THAT(of_devices(sweep.report()), IsEmpty());
}

TEST(KindsOfNodes, ThatThePlanCrossesAreStarredWhateverRanThere) {
  auto sweep = own_sweep(DeviceKind::gpu, "");
  for (auto& run : sweep.runs)
    run.record.run.resources.node_kind =
        run.record.run.rung.name == "1gpu" ? "2 x a100, 4 cores" : "4 x h100, 8 cores";
  EXPECT_THAT(sweep.report().warnings,
              Contains("2gpu *: node kind is 4 x h100, 8 cores here and 2 x a100, 4 cores in the baseline"));
  for (auto& run : sweep.runs) run.record.run.resources.node_kind = "2 x a100, 4 cores";
  EXPECT_THAT(sweep.report().warnings, Not(Contains(HasSubstr("kind"))));
}

}  // namespace
}  // namespace scalegen::report
