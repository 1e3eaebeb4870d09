// The newest sweep against those before it: each night one value.
#include "app/history/rolling.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

namespace scalegen::history {
namespace {

/// A sweep of a night with a rung of two rounds, 1 % apart.
IndexedSweep night(int day, double seconds, const std::string& settings = "batch 512") {
  const double log = std::log(seconds);
  IndexedSweep sweep{.folder = fmt::format("/n/{}", day),
                     .measured = 86400.0 * day,
                     .name = "nightly",
                     .cluster = "olivia",
                     .unit = "s",
                     .quantity = Quantity::time};
  sweep.rungs.push_back({.name = "4gpu",
                         .rung = "4gpu",
                         .settings = settings,
                         .logs = {log - 0.005, log + 0.005},
                         .typical = {seconds}});
  return sweep;
}

/// A night without a figure.
IndexedSweep broken(int day) {
  auto sweep = night(day, 100);
  sweep.unmeasured = {{.name = "4gpu", .rung = "4gpu"}};
  sweep.rungs.clear();
  return sweep;
}

History nights(const std::vector<double>& seconds) {
  History history;
  for (int day = 1; const double one : seconds) history.sweeps.push_back(night(day++, one));
  return history;
}

std::string told(const History& history, std::size_t most = 5) {
  return document::render_terminal(rolling_document(against_last(history, {}, most), most, history.notes),
                                   {.width = 120});
}

// By hand: the logs of 100, 102, 98, 101, 99 have mean 4.60507 and s 0.015813; times sqrt(1.2) and t(4)
// = 2.7764 that is that is 0.048104, and ln(110) is 0.095413 above the mean: exp(-0.095413) = 0.90900
// [0.8663, 0.9538].
TEST(Rolling, ANightBelowWhereAFurtherOneWouldLieIsSlower) {
  const auto history = nights({100, 102, 98, 101, 99, 110});
  const auto all = against_last(history, {}, 5);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_TRUE(all[0].fails);
  EXPECT_NEAR(all[0].ratio->centre, 0.90900, 1e-5);
  EXPECT_NEAR(all[0].ratio->interval->low, 0.86630, 1e-4);
  EXPECT_NEAR(all[0].ratio->interval->high, 0.95380, 1e-4);
  EXPECT_NEAR(all[0].p_adjusted, 0.0053, 1e-4);
}

TEST(Rolling, ANightLikeThemIsNot) {
  for (const double seconds : {95.5, 100.0, 104.5}) {
    const auto history = nights({100, 102, 98, 101, 99, seconds});
    EXPECT_FALSE(against_last(history, {}, 5)[0].fails) << seconds;
  }
  EXPECT_FALSE(against_last(nights({100, 102, 98, 101, 99, 80}), {}, 5)[0].fails);  // faster
}

TEST(Rolling, OnlyTheLastOnesOfItsOwnSettingsCount) {
  auto history = nights({50, 51, 52, 100, 102, 98, 101, 99, 100});
  EXPECT_EQ(against_last(history, {}, 5)[0].earlier, 5U);
  EXPECT_FALSE(against_last(history, {}, 5)[0].fails);
  for (int day = 20; day < 25; ++day) history.sweeps.push_back(night(day, 10, "batch 64"));
  history.sweeps.push_back(night(30, 100));
  EXPECT_FALSE(against_last(history, {}, 5)[0].fails);
  history.sweeps.back().cluster = "lumi";  // of which there is no other
  EXPECT_EQ(against_last(history, {.name = "nightly"}, 5).size(), 2U);
  EXPECT_EQ(against_last(history, {.name = "other"}, 5).size(), 0U);
}

TEST(Rolling, ARungThatIsAskedForAloneIsJudgedAmongAllOfItsSweep) {
  auto history = nights({100, 102, 98, 101, 99, 110});
  for (auto& sweep : history.sweeps) {
    auto larger = sweep.rungs.front();
    larger.name = larger.rung = "8gpu";
    sweep.rungs.push_back(larger);
  }
  const auto alone = against_last(history, {.rung = "8gpu"}, 5);
  ASSERT_EQ(alone.size(), 1U);
  EXPECT_EQ(alone[0], against_last(history, {}, 5)[1]);
  EXPECT_NEAR(alone[0].p_adjusted, 2 * 0.0053, 2e-4);
}

// By hand: ln(1058) is 4.8854 standard errors above the mean of the logs: p = 1 - t / sqrt(t^2 + 2) of t(2).
TEST(Rolling, ARungThatIsOpenIsNoPartOfTheFamily) {
  auto history = nights({1000, 1010, 990, 1058});
  const auto alone = against_last(history, {}, 5);
  EXPECT_TRUE(alone[0].fails);
  EXPECT_NEAR(alone[0].p_adjusted, 0.03944, 1e-5);
  for (const auto* name : {"8gpu", "16gpu"}) {  // on the last night alone
    auto larger = history.sweeps.back().rungs.front();
    larger.name = larger.rung = name;
    history.sweeps.back().rungs.push_back(larger);
  }
  const auto all = against_last(history, {}, 5);
  EXPECT_EQ(all[0].p_adjusted, alone[0].p_adjusted);
  EXPECT_TRUE(all[0].fails);
  EXPECT_EQ(all[1].why_open, "0 earlier sweeps to compare with, and 3 are needed");
}

TEST(Rolling, ARungWithoutItsFigureFails) {
  auto history = nights({100, 102, 98, 101});
  history.unmeasured = {broken(2)};
  EXPECT_FALSE(against_last(history, {}, 5)[0].fails) << "there is a newer one";
  history.unmeasured = {broken(9)};
  history.notes = {"left out: 1 sweep without a figure"};
  EXPECT_TRUE(against_last(history, {}, 5)[0].fails);
  EXPECT_EQ(told(history),
            "measured (UTC)  sweep    cluster  rung  earlier  against them  verdict\n"
            "    1970-01-10  nightly  olivia   4gpu        4             -  no figure\n\n"
            "the newest sweep of a name against its last 5 of the same cluster and settings: by the speed, "
            "each sweep "
            "one value, with\n"
            "  the interval in which a further one lies (95 %), and Holm's procedure over the judged rungs\n"
            "note: left out: 1 sweep without a figure\n");
  history = nights({100, 102, 98, 101, 100});
  history.sweeps.back().unmeasured = {{.name = "8gpu", .rung = "8gpu"}};
  EXPECT_FALSE(against_last(history, {}, 5)[1].fails) << "no earlier sweep has one";
  EXPECT_EQ(against_last(history, {}, 5)[1].why_open, "no figure");
  auto& first = history.sweeps.front().rungs;
  first.push_back(first.front());
  first.back().name = first.back().rung = "8gpu";
  EXPECT_TRUE(against_last(history, {}, 5)[1].fails) << "one earlier sweep has one";
}

TEST(Rolling, WhatCannotBeToldIsOpen) {
  EXPECT_EQ(against_last(nights({100, 101, 150}), {}, 5)[0].why_open,
            "2 earlier sweeps to compare with, and 3 are needed");
  EXPECT_EQ(against_last(nights({100, 100, 100, 150}), {}, 5)[0].why_open,
            "the earlier sweeps do not scatter");
  auto starred = nights({100, 102, 98, 101, 150});
  starred.sweeps.back().rungs[0].is_marked = true;
  EXPECT_EQ(against_last(starred, {}, 5)[0].why_open, "it has a star in its own report");
  starred = nights({100, 102, 98, 101, 150});
  for (int i = 0; i < 2; ++i) starred.sweeps[static_cast<std::size_t>(i)].rungs[0].is_marked = true;
  EXPECT_EQ(against_last(starred, {}, 5)[0].earlier, 2U);
}

TEST(Rolling, IsATableWithItsMethod) {
  EXPECT_EQ(
      told(nights({100, 102, 98, 101, 99, 110})),
      "measured (UTC)  sweep    cluster  rung  figure  earlier  against them              verdict\n"
      "    1970-01-07  nightly  olivia   4gpu  110 s         5  9.1 % [4.6, 13.4] slower  slower\n"
      "\n"
      "the newest sweep of a name against its last 5 of the same cluster and settings: by the speed, "
      "each sweep "
      "one value, with\n"
      "  the interval in which a further one lies (95 %), and Holm's procedure over the judged rungs\n");
  EXPECT_EQ(told({}), "nothing measured\n");
}

}  // namespace
}  // namespace scalegen::history
