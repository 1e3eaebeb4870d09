#include "core/budget.hpp"

#include <gtest/gtest.h>

#include "core/plan.hpp"

namespace scalegen {
namespace {

std::string refusal(const std::string& text) {
  const auto budget = read_budget(text);
  return budget ? "" : budget.error().front().message + " | " + budget.error().front().hint;
}

TEST(Budget, IsReadAsPeopleWriteIt) {
  for (const auto* text : {"80 GPU-hours", "80 gpu hours", "80 GPUh", "80gpu-h", "80 GPU_hours"})
    EXPECT_EQ(read_budget(text).value(), (Budget{80, "GPU-hours"})) << text;
  for (const auto* text : {"80 core-hours", "80 CPU-hours", "8e1 cpu core hours", "80 coreh"})
    EXPECT_EQ(read_budget(text).value(), (Budget{80, "core-hours"})) << text;
  EXPECT_EQ(read_budget("80node-hours").value(), (Budget{80, "node-hours"}));
  EXPECT_EQ(read_budget("2.5 billing units").value(), (Budget{2.5, "billing units"}));
}

TEST(Budget, RefusesAnAmountThatCanBeReadInTwoWays) {
  EXPECT_EQ(refusal("80k core-hours"),
            "'budget' has a letter for its thousands: '80k core-hours' | write 80000 core-hours");
  EXPECT_EQ(refusal("1.5M GPU-hours"),
            "'budget' has a letter for its thousands: '1.5M GPU-hours' | write 1500000 GPU-hours");
  EXPECT_EQ(refusal("80M"), "'budget' has a letter for its thousands: '80M' | write 80000000 and the unit");
  EXPECT_EQ(refusal("80,000 core-hours"),
            "'budget' has a comma in its amount: '80,000 core-hours' | write 80000 core-hours");
  EXPECT_EQ(refusal("-5 GPU-hours"),
            "'budget' is not an amount above 0: '-5 GPU-hours' | write 5000 GPU-hours");
}

Plan plan_priced(const Rate& rate) {
  Plan plan;
  plan.runs.push_back({.rate = rate});
  return plan;
}

TEST(Budget, IsInAUnitThatRunsArePricedIn) {
  const auto units = price_units(plan_priced({.core_hours = 8, .units = 3, .unit = "billing units"}));
  EXPECT_EQ(units, (std::vector<std::string>{"node-hours", "core-hours", "billing units"}));
  Budget budget{10, "Billing-Units"};
  EXPECT_TRUE(settle_unit(budget, units));
  EXPECT_EQ(budget.unit, "billing units");
  for (const auto* unit : {"bananas", "x", "GPU-hours"}) {
    Budget other{80, unit};
    const auto settled = settle_unit(other, units);
    ASSERT_FALSE(settled) << unit;
    EXPECT_EQ(settled.error().front().message,
              "the budget is in '" + std::string(unit) + "', and no run has a price in it");
    EXPECT_EQ(settled.error().front().hint, "write one of node-hours, core-hours, billing units");
  }
}

}  // namespace
}  // namespace scalegen
