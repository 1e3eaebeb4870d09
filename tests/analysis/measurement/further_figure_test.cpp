#include <gmock/gmock.h>

#include "analysis/measurement/further_figure.hpp"
#include "analysis/measurement/model_flops.hpp"
#include "core/files.hpp"
#include "tests/temporary_folder.hpp"
#include "workloads/recipe.hpp"

namespace scalegen {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

constexpr auto kTests =
    "Train Epoch: 1 [0/1024 (0%)]\tLoss: 2.30\n"
    "Test set: Average loss: 0.71, Accuracy: 101/256 (39%)\n"
    "Train Epoch: 2 [0/1024 (0%)]\tLoss: 1.10\n"
    "Test set: Average loss: -0.05, Accuracy: 251/256 (98%)\n";

const MetricPattern kPrintedAccuracy{
    .name = "accuracy", .regex = R"(Accuracy: .*\({number}%\))", .unit = "%", .use = MetricUse::each_epoch};

// The figure of a run that printed this text.
FurtherFigure figure_of(const std::string& out, const MetricPattern& metric, const TrainerLog& log = {}) {
  const TemporaryFolder folder;
  EXPECT_TRUE(write_file(folder.path() / "out", out));
  return further_figures({folder.path()}, {.further = {metric}}, log).back();
}

std::string missing(const std::string& out, const MetricPattern& metric) {
  const auto figure = figure_of(out, metric);
  EXPECT_FALSE(figure.value) << *figure.value;
  return figure.missing;
}

TEST(FurtherFigure, IsTheLastMatchAndInEachEpochOne) {
  const auto accuracy = figure_of(kTests, kPrintedAccuracy);
  EXPECT_EQ(accuracy.value, 0.98);
  EXPECT_EQ(accuracy.matches, 2);
  EXPECT_THAT(accuracy.epochs, ElementsAre(Pair(1, 0.39), Pair(2, 0.98)));
  const auto loss =
      figure_of(kTests, {.name = "loss", .regex = "Average loss: {number}", .use = MetricUse::last});
  EXPECT_EQ(loss.value, -0.05);
  EXPECT_THAT(loss.epochs, IsEmpty());
}

TEST(FurtherFigure, IsTheMedianIfAsked) {
  MetricPattern mfu{.name = "mfu", .regex = "mfu {number}", .unit = "share", .use = MetricUse::median};
  EXPECT_EQ(figure_of("mfu 0\nmfu 0.5\nmfu 0.25\n", mfu).value, 0.25);
  EXPECT_EQ(missing("mfu nan\nmfu 0.5\n", mfu), "mfu in line 1 of out is 'nan', which is not a number");
  mfu.use = MetricUse::last;
  EXPECT_EQ(figure_of("mfu nan\nmfu 0.5\n", mfu).value, 0.5);
}

TEST(FurtherFigure, IsNoShareBeyondTheWhole) {
  EXPECT_EQ(
      missing("mfu 39\n", {.name = "mfu", .regex = "mfu {number}", .unit = "share", .use = MetricUse::last}),
      "mfu in line 1 of out is '39', and a share is from 0 to 1: write unit: '%' for hundredths");
  EXPECT_EQ(
      missing("cpu 380%\n", {.name = "cpu", .regex = "cpu {number}", .unit = "%", .use = MetricUse::last}),
      "cpu in line 1 of out is '380', and a share is from 0 to 100 %");
}

TEST(FurtherFigure, IsNotOfEpochsIfItsLinesDiffer) {
  auto accuracy = kPrintedAccuracy;
  accuracy.regex = "accuracy: {number}";
  EXPECT_EQ(missing("train accuracy: 90\ntest accuracy: 80\n", accuracy),
            "accuracy matches lines that differ in words, as 'train accuracy: 90' and 'test accuracy: 80': "
            "write the "
            "words of one into its regex");
  std::string steps;
  for (int step = 0; step <= kMostEpochs; ++step) steps += "accuracy: 90\n";
  EXPECT_EQ(missing(steps, accuracy), "accuracy matches 1001 times in a run, more than 1000 epochs");
  EXPECT_EQ(missing("no such line\n", kPrintedAccuracy), "no line of out or err matches accuracy's regex");
}

TEST(FurtherFigure, OfEventLinesGivesWayToWhatTheSweepFileNames) {
  const TrainerLog log{.evals = {{.epoch = 1, .accuracy = 0.5, .loss = 2}, {.epoch = 2, .accuracy = 0.75}}};
  EXPECT_EQ(figure_of(kTests, kPrintedAccuracy, log).value, 0.98);
  const TemporaryFolder folder;
  const auto told = further_figures({folder.path()}, {}, log);
  ASSERT_EQ(told.size(), 2U);
  EXPECT_THAT(told[0].epochs, ElementsAre(Pair(1, 0.5), Pair(2, 0.75)));
  EXPECT_EQ(find_figure(told, "loss")->value, 2);
  EXPECT_EQ(find_figure(told, "mfu"), nullptr);
}

const Rung kTwoGpus{.device = DeviceKind::gpu, .nodes = 1, .ranks_per_node = 2};

// Each of two GPUs does 100 TFLOP/s.
TrainerStart start_of(const std::string& device, const std::string& precision) {
  return {.world_size = 2, .flops_per_sample = 1e9, .precision = precision, .device_name = device};
}
constexpr double kSamplesPerSecond = 200'000;

std::vector<FurtherFigure> figures_of(const std::string& device, const std::string& precision,
                                      const Settings& conditions = {}) {
  return flops_figures(start_of(device, precision), kTwoGpus, conditions, kSamplesPerSecond);
}

TEST(ModelFlops, AreShareOfTheDevicesPeakInItsPrecisionOrOfTheOneThatIsGiven) {
  const auto figures = figures_of("NVIDIA A100-SXM4-40GB", "bf16");
  ASSERT_EQ(figures.size(), 2);
  EXPECT_EQ(figures[0], (FurtherFigure{.name = "TFLOP/s/device", .value = 100}));
  EXPECT_EQ(figures[1], (FurtherFigure{.name = "MFU", .value = 100.0 / 312}));
  EXPECT_EQ(figures_of("NVIDIA A100-SXM4-40GB", "tf32")[1].value, 100.0 / 156);
  EXPECT_EQ(figures_of("AMD Instinct MI300A", "bf16", {{"peak_tflops", 980.0}})[1].value, 100.0 / 980);
  EXPECT_EQ(figures_of("NVIDIA A100-SXM4-40GB", "bf16", {{"peak_tflops", std::int64_t{250}}})[1].value, 0.4);
}

TEST(ModelFlops, SayWhyThereIsNoShare) {
  EXPECT_EQ(figures_of("AMD Instinct MI300A", "bf16")[1],
            (FurtherFigure{.name = "MFU",
                           .missing = "no peak of 'AMD Instinct MI300A' in bf16 is known: give it as "
                                      "'peak_tflops', of one device"}));
  EXPECT_EQ(
      figures_of("NVIDIA A100-SXM4-40GB", "fp32")[1],
      (FurtherFigure{
          .name = "MFU",
          .missing = "it would be above 100 % of the 19.5 TFLOP/s of 'NVIDIA A100-SXM4-40GB' in fp32"}));
}

TEST(ModelFlops, AreOfGpusAndOfWhatHasAPeak) {
  const Rung cpus{.device = DeviceKind::cpu, .nodes = 1, .ranks_per_node = 2};
  const auto start = start_of("AMD EPYC", "fp32");
  EXPECT_THAT(flops_figures(start, cpus, {}, kSamplesPerSecond), IsEmpty());
  EXPECT_EQ(flops_figures(start, cpus, {{"peak_tflops", 400.0}}, kSamplesPerSecond)[1].value, 0.25);
  EXPECT_THAT(flops_figures({.world_size = 2}, kTwoGpus, {}, kSamplesPerSecond), IsEmpty());
}

TEST(PeakTflops, AreOfTheNamesThatDriversGive) {
  EXPECT_EQ(peak_tflops("Tesla V100-SXM2-32GB", "fp16"), 125);
  EXPECT_EQ(peak_tflops("NVIDIA H100 80GB HBM3", "bf16"), 989.4);
  EXPECT_EQ(peak_tflops("NVIDIA H200", "tf32"), 494.7);
  EXPECT_EQ(peak_tflops("NVIDIA GH200 120GB", "fp32"), 66.9);
  EXPECT_EQ(peak_tflops("AMD Instinct MI250X", "bf16"), 191.5);
  // Of these, another one may be meant: an A100 of 124 multiprocessors, an H200 with less power, a V100 has
  // no TF32.
  EXPECT_EQ(peak_tflops("NVIDIA A100-SXM-64GB", "bf16"), std::nullopt);
  EXPECT_EQ(peak_tflops("NVIDIA H200 NVL", "bf16"), std::nullopt);
  EXPECT_EQ(peak_tflops("Tesla V100-SXM2-32GB", "tf32"), std::nullopt);
}

// 6 N + 12 L H Q T: N without positions, norms and biases.
TEST(TrainingFlops, AreThoseOfPaLM) {
  const auto& gpt2 = *recipe::find(recipe::kModels, &recipe::Model::name, "gpt2_small");
  constexpr std::int64_t kWeights = 50'257 * 768 + 12 * 12 * 768 * 768;
  EXPECT_EQ(recipe::training_flops(gpt2, 1024), 6 * kWeights + 12 * 12 * 768 * 1024);
}

}  // namespace
}  // namespace scalegen
