// Settings of scalegen-train on the clusters: tests/invalid has those that need others.
#include "tests/generator/plans.hpp"

namespace scalegen {
namespace {

std::string errors_on(const std::string& cluster, const std::string& precision) {
  const auto planned = plan_text(
      "name: t\nworkload: mnist_cnn\nscales: [1gpu, 2gpu]\nparameters: {precision: " + precision + "}\n",
      cluster);
  return planned ? "" : render(planned.error());
}

std::string refusal(const std::string& why, const std::string& precision, const std::string& hint) {
  return cited("sweep.yaml:4:25: error: rung '1gpu' does not compute in " + precision + ": " + why,
               "parameters: {precision: " + precision + "}", hint);
}

TEST(SettingChecks, KnowWhichGpusHaveWhichPrecision) {
  const std::string volta = "its GPUs are 'NVIDIA Tesla V100-SXM2-32GB', older than compute capability 8.0";
  EXPECT_EQ(errors_on("cyclone", "bf16"), refusal(volta, "bf16", "write fp32 or fp16"));
  EXPECT_EQ(errors_on("cyclone", "tf32"), refusal(volta, "tf32", "write fp32 or fp16"));
  EXPECT_EQ(errors_on("lumi", "tf32"),
            refusal("its GPUs are 'AMD MI250X, one GCD, 64 GB HBM2e', and tf32 is NVIDIA's", "tf32",
                    "write fp32, bf16 or fp16"));
  EXPECT_EQ(errors_on("cyclone", "fp16"), "");
  EXPECT_EQ(errors_on("lumi", "bf16"), "");
  EXPECT_EQ(errors_on("olivia", "tf32"), "");
  EXPECT_EQ(errors_on("della", "tf32"), "");
}

TEST(SettingChecks, AskTheLibTorchOfThisMachineForFp16) {
  const auto errors = [](bool has_fp16) {
    const auto planned =
        plan_text("name: t\nworkload: olivia_cifar100\nscales: [1cpu, 2cpu]\nparameters: {precision: fp16}\n",
                  "local", {.computes_on_cpu = [=](const std::string&) { return has_fp16; }});
    return planned ? "" : render(planned.error());
  };
  EXPECT_EQ(errors(true), "");
  EXPECT_EQ(errors(false),
            cited("sweep.yaml:4:25: error: rung '1cpu' does not compute in fp16: the LibTorch of "
                  "scalegen-train does not on a CPU; that of 2.3 does",
                  "parameters: {precision: fp16}", "write fp32 or bf16, or leave the rung out"));
}

TEST(SettingChecks, LetPassWhatIsOff) {
  const auto planned = plan_text(
      "name: t\nworkload: mnist_cnn\nscales: [1cpu]\nparameters: {momentum: 0, nesterov: no}\n"
      "sweep: {zip: {optimizer: [adam, sgd], weight_decay: [0, 0.1]}}\n");
  EXPECT_TRUE(planned) << render(planned.error());
}

}  // namespace
}  // namespace scalegen
