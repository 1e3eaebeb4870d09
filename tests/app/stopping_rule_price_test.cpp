#include "app/stopping_rule_price.hpp"

#include "tests/app/user_session.hpp"

namespace scalegen {
namespace {

using StoppingRulePrices = UserSession;

constexpr auto kThreeRungs =
    "name: t\nworkload: mnist_cnn\ndata: synthetic\naccount: p1\nscales: [1gpu, 2gpu, 2x2gpu]\ntime_limit: "
    "10m\nparameters: {global_batch: 8}\n";

std::optional<StoppingRulePrice> price_of(const std::string& lines, bool one_allocation = false) {
  EXPECT_TRUE(write_file("sweep.yaml", kThreeRungs + lines));
  const auto planned =
      plan_from({.file = "sweep.yaml", .cluster = "cyclone", .one_allocation = one_allocation});
  EXPECT_TRUE(planned) << error_of(planned);
  return planned ? stopping_rule_price(planned->plan) : std::nullopt;
}

/// "3 rounds of 9 runs, 3.5 GPU-hours"
std::string text_of(const RoundsPrice& price) {
  return fmt::format("{} rounds of {} runs, {:.2f} GPU-hours", price.rounds, price.runs,
                     price.price.gpu_hours);
}

TEST_F(StoppingRulePrices, AreOfSweepsThatMayEndEarly) { EXPECT_EQ(price_of("repeats: 3\n"), std::nullopt); }

TEST_F(StoppingRulePrices, AreLeastAfterTheFewestRounds) {
  const auto price = price_of("repeats: {until: 10 %, at_most: 12}\n").value();
  EXPECT_EQ(text_of(price.least), "4 rounds of 12 runs, 4.67 GPU-hours");
  EXPECT_EQ(text_of(price.expected.value()), "5 rounds of 15 runs, 5.83 GPU-hours");
  const auto narrow = price_of("repeats: {until: 5 %, at_most: 12}\n").value();
  EXPECT_EQ(text_of(narrow.expected.value()), "7 rounds of 21 runs, 8.17 GPU-hours");
}

TEST_F(StoppingRulePrices, AreLeastIfAClimbEndsAtOnce) {
  const auto price = price_of("repeats: 2\nclimb: {while: efficiency > 0.6}\n").value();
  EXPECT_EQ(text_of(price.least), "2 rounds of 2 runs, 0.33 GPU-hours");
  EXPECT_EQ(price.expected, std::nullopt);
}

// All of its nodes are held for as long as its runs take.
TEST_F(StoppingRulePrices, OfOneAllocationAreThoseOfTheLargestRung) {
  const auto price = price_of("repeats: {until: 10 %, at_most: 12}\n", true).value();
  EXPECT_EQ(text_of(price.least), "4 rounds of 12 runs, 8.00 GPU-hours");
  EXPECT_EQ(text_of(price.expected.value()), "5 rounds of 15 runs, 10.00 GPU-hours");
}

TEST_F(StoppingRulePrices, AreLeastIfNothingIsToBeConfirmed) {
  const auto price = price_of("repeats: 3\nassert: efficiency at 2x2gpu >= 0.8\n").value();
  EXPECT_EQ(text_of(price.least), "3 rounds of 9 runs, 3.50 GPU-hours");
  EXPECT_EQ(price.expected, std::nullopt);
}

}  // namespace
}  // namespace scalegen
