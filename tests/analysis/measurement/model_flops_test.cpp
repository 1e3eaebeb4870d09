#include "analysis/measurement/model_flops.hpp"

#include <gmock/gmock.h>

#include "workloads/recipe.hpp"

namespace scalegen {
namespace {

using testing::IsEmpty;

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

TEST(ModelFlops, AreShareOfTheDevicesPeakInItsPrecision) {
  const auto figures = figures_of("NVIDIA A100-SXM4-40GB", "bf16");
  ASSERT_EQ(figures.size(), 2);
  EXPECT_EQ(figures[0], (FurtherFigure{.name = "TFLOP/s/device", .value = 100}));
  EXPECT_EQ(figures[1], (FurtherFigure{.name = "MFU", .value = 100.0 / 312}));
  EXPECT_EQ(figures_of("NVIDIA A100-SXM4-40GB", "tf32")[1].value, 100.0 / 156);
}

TEST(ModelFlops, HaveThePeakThatIsGiven) {
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
