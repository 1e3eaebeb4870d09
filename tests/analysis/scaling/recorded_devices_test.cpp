#include <fmt/format.h>
#include <gmock/gmock.h>

#include "tests/analysis/made_up_sweep.hpp"
#include "tests/analysis/rendered.hpp"

namespace scalegen::report {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

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

TEST(RecordedDevices, AreNotCheckedWhereNothingNamesThem) {
  for (const std::string gpus : {"", "AMD"})
    EXPECT_THAT(
        report::notes_and_method(own_sweep(DeviceKind::gpu, environment("AMD EPYC 7763", gpus)).report()),
        Contains(HasSubstr("device name")))
        << gpus;
}

TEST(RecordedDevices, DoNotReplaceWhatATrainerReports) {
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
