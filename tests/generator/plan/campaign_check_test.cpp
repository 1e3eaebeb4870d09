// Production runs that a plan can say something of: tests/invalid/campaign*.yaml has what it refuses.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/generator/sweeps.hpp"

namespace scalegen::plan {
namespace {

std::string warnings_of(const std::string& lines) {
  const auto planned = plan_text(sweep_text(lines));
  return planned ? render(planned->warnings) : render(planned.error());
}

std::string warning_of(int column, int line, const std::string& no_rung, const std::string& run,
                       const std::string& text) {
  return fmt::format(
      "sweep.yaml:{0}:{1}: warning: 'scales' has {2}, so the report will have no price for '{3}'\n"
      "    {0} | {4}\n"
      "      | {5}^\n"
      "      = hint: add it to 'scales': beyond what is measured 'scalegen predict' gives speeds with wide "
      "intervals, no prices\n",
      line, column, no_rung, run, text, std::string(static_cast<std::size_t>(column) - 1, ' '));
}

TEST(CampaignCheck, WarnsOfSizesThatNoRungHas) {
  const std::string train = "  - {run: train, rung: 4cpu, steps: 6e6}";
  const std::string tune = "  - {run: tune, nodes: 16, steps: 6e6}";
  const std::string test = "  - {run: test, gpus: 1, epochs: 0.5}";
  EXPECT_EQ(warnings_of(fmt::format("scales: [1cpu, 2cpu]\ncampaign:\n{}\n{}\n{}\n", train, tune, test)),
            warning_of(24, 5, "no rung 4cpu", "train", train) +
                warning_of(24, 6, "no rung of 16 nodes", "tune", tune) +
                warning_of(23, 7, "no rung of 1 GPU", "test", test));
}

TEST(CampaignCheck, SaysNothingOfMeasuredSizes) {
  EXPECT_EQ(warnings_of("scales: [1cpu, 2cpu]\ncampaign:\n  - {run: train, rung: 2cpu, steps: 6e6}\n"
                        "  - {run: tune, nodes: 1, samples: 1e9}\n"),
            "");
}

TEST(CampaignCheck, OfTwoLaddersAsksForOneUnlessTheyShareTheRung) {
  constexpr auto kBoth =
      "scaling: [strong, weak]\nscales: [1cpu, 2cpu]\nparameters: {{global_batch: 512}}\ncampaign:\n{}";
  EXPECT_EQ(warnings_of(fmt::format(kBoth,
                                    "  - {run: train, rung: 2cpu, steps: 6e6, scaling: weak}\n"
                                    "  - {run: test, rung: 1cpu, steps: 6e6}\n")),
            "");
  EXPECT_EQ(warnings_of(fmt::format(kBoth, "  - {run: train, rung: 2cpu, steps: 6e6}\n")),
            "sweep.yaml:7:5: error: the two ladders give 'train' different prices, and it names neither\n"
            "    7 |   - {run: train, rung: 2cpu, steps: 6e6}\n"
            "      |     ^\n"
            "      = hint: add 'scaling: strong' or 'scaling: weak': the ladder whose batches it has\n");
}

}  // namespace
}  // namespace scalegen::plan
