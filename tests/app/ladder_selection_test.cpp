#include "app/ladder_selection.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace scalegen {
namespace {

/// A sweep of 1, 2, 4 and 8 GPUs in the order of its plan. A test says how fast a run was.
class SomeSweep {
 public:
  explicit SomeSweep(int rounds) {
    plan_.head.baseline = "1gpu";
    for (int round = 1; round <= rounds; ++round)
      for (const int gpus : {1, 2, 4, 8}) {
        Run run{
            .rung = {.name = std::to_string(gpus) + "gpu", .device = DeviceKind::gpu, .ranks_per_node = gpus},
            .round = round};
        run.id = run.rung.name + "-r" + std::to_string(round);
        plan_.runs.push_back(run);
        records_.push_back({.run = run});
      }
  }

  PlanHead& head() { return plan_.head; }

  void measure(const std::string& run, double images_per_s) {
    values_[run] = images_per_s;
    end(run, Completed{});
  }

  void end(const std::string& run, const Outcome& outcome) {
    for (auto& record : records_)
      if (record.run.id == run) {
        record.attempt = "1";
        record.outcome = outcome;
      }
  }

  /// "1gpu-r1 now", "2gpu-r1 later", "4gpu-r1 never: ...": of those that have not begun.
  [[nodiscard]] std::vector<std::string> selections() const {
    return selections_of_ladders({{"1gpu", "2gpu", "4gpu", "8gpu"}});
  }

  /// The same of ladders of these rungs, some of which may be in several.
  [[nodiscard]] std::vector<std::string> selections_of_ladders(
      const std::vector<std::set<std::string>>& ladders) const {
    MeasuredLadders measured{.metric = {.quantity = Quantity::rate, .unit = "images/s"},
                             .baseline = {"1gpu", ""}};
    for (const auto& rungs : ladders) {
      auto& ladder = measured.ladders.emplace_back();
      for (const auto& record : records_)
        if (rungs.contains(record.run.rung.name)) add(record, ladder);
    }
    const auto selections = select_runs(plan_, records_, measured);
    EXPECT_TRUE(selections);
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < selections->size(); ++i) {
      const auto& [kind, reason] = (*selections)[i];
      if (!records_[i].attempt.empty()) continue;
      texts.push_back(records_[i].run.id + (kind == RunSelection::Kind::now     ? " now"
                                            : kind == RunSelection::Kind::later ? " later"
                                                                                : " never: " + reason));
    }
    return texts;
  }

 private:
  void add(const RunRecord& record, Ladder& ladder) const {
    const auto& rung = record.run.rung;
    if (ladder.rungs.empty() || record.run.round == 1)
      ladder.rungs.push_back({.name = rung.name, .shape = shape_of(rung)});
    for (auto& one : ladder.rungs) {
      if (one.name != rung.name) continue;
      auto& run = one.runs.emplace_back(Measurement{.run = record.run.id, .round = record.run.round});
      run.conditions = {{"global_batch", std::int64_t{512}}};
      if (const auto value = values_.find(record.run.id); value != values_.end()) run.value = value->second;
    }
  }

  Plan plan_{};
  std::vector<RunRecord> records_{};
  std::map<std::string, double> values_{};
};

using Texts = std::vector<std::string>;

TEST(LadderSelection, AllAreNeededNowOfAPlainSweep) {
  EXPECT_EQ(SomeSweep(1).selections(), (Texts{"1gpu-r1 now", "2gpu-r1 now", "4gpu-r1 now", "8gpu-r1 now"}));
}

TEST(LadderSelection, LaterRoundsWaitUntilTheOnesBeforeHaveEnded) {
  SomeSweep sweep(2);
  sweep.head().until = Until{.half_width = 0.03, .at_least = 2};
  sweep.measure("1gpu-r1", 100);
  EXPECT_EQ(sweep.selections(), (Texts{"2gpu-r1 now", "4gpu-r1 now", "8gpu-r1 now", "1gpu-r2 later",
                                       "2gpu-r2 later", "4gpu-r2 later", "8gpu-r2 later"}));
}

// The rates of a rung in a round: all scatter by one percent.
void measure_round(SomeSweep& sweep, int round) {
  const double scatter = round % 2 == 0 ? 0.01 : 0;
  int gpus = 1;
  for (const auto* rung : {"1gpu", "2gpu", "4gpu", "8gpu"}) {
    sweep.measure(std::string(rung) + "-r" + std::to_string(round),
                  90.0 * gpus * (1 + (gpus % 3 == 1 ? scatter : -scatter / 2)));
    gpus *= 2;
  }
}

/// "1gpu-r5 later", ...: of each rung.
Texts each_rung(int round, const std::string& selection) {
  Texts texts;
  for (const auto* rung : {"1gpu", "2gpu", "4gpu", "8gpu"})
    texts.push_back(std::string(rung) + "-r" + std::to_string(round) + selection);
  return texts;
}

TEST(LadderSelection, RoundsEndWhenIntervalsAreNarrowTwiceInARow) {
  SomeSweep sweep(5);
  sweep.head().until = Until{.half_width = 0.2, .at_least = 3};
  for (const int round : {1, 2, 3}) measure_round(sweep, round);
  auto selections = each_rung(4, " now");
  for (const auto& selection : each_rung(5, " later")) selections.push_back(selection);
  EXPECT_EQ(sweep.selections(), selections);
  measure_round(sweep, 4);
  EXPECT_EQ(sweep.selections(), each_rung(5, " never: rounds ended by 'until: 20 %' after 4 of at most 5"));
}

// The strong ladder is narrow, and the weak one goes on: it cannot without the baseline that they share.
TEST(LadderSelection, ARunOfSeveralLaddersIsNeededAsLongAsOneOfThemNeedsIt) {
  SomeSweep sweep(6);
  sweep.head().until = Until{.half_width = 0.2, .at_least = 3};
  for (const int round : {1, 2, 3, 4}) {
    measure_round(sweep, round);
    sweep.measure("8gpu-r" + std::to_string(round), round % 2 == 0 ? 300 : 900);
  }
  const std::string ended = " never: rounds ended by 'until: 20 %' after 4 of at most 6";
  for (const auto& ladders : {std::vector<std::set<std::string>>{{"1gpu", "2gpu", "4gpu"}, {"1gpu", "8gpu"}},
                              std::vector<std::set<std::string>>{{"1gpu", "8gpu"}, {"1gpu", "2gpu", "4gpu"}}})
    EXPECT_EQ(sweep.selections_of_ladders(ladders),
              (Texts{"1gpu-r5 now", "2gpu-r5" + ended, "4gpu-r5" + ended, "8gpu-r5 now", "1gpu-r6 later",
                     "2gpu-r6" + ended, "4gpu-r6" + ended, "8gpu-r6 later"}));
}

TEST(LadderSelection, ACancelledRunIsNeededAgainAndItsRoundHasNotEnded) {
  SomeSweep sweep(5);
  sweep.head().until = Until{.half_width = 0.2, .at_least = 3};
  for (const int round : {1, 2, 3, 4}) measure_round(sweep, round);
  sweep.end("2gpu-r4", Cancelled{});
  EXPECT_EQ(sweep.selections(), each_rung(5, " later"));
}

TEST(LadderSelection, AClimbGoesFromRungToRung) {
  SomeSweep sweep(1);
  sweep.head().climb = "efficiency > 0.6";
  EXPECT_EQ(sweep.selections(), (Texts{"1gpu-r1 now", "2gpu-r1 later", "4gpu-r1 later", "8gpu-r1 later"}));
  sweep.measure("1gpu-r1", 100);
  EXPECT_EQ(sweep.selections(), (Texts{"2gpu-r1 now", "4gpu-r1 later", "8gpu-r1 later"}));
  sweep.measure("2gpu-r1", 180);
  EXPECT_EQ(sweep.selections(), (Texts{"4gpu-r1 now", "8gpu-r1 later"}));
  sweep.measure("4gpu-r1", 208);
  EXPECT_EQ(sweep.selections(),
            (Texts{"8gpu-r1 never: not run: 4gpu has efficiency 52.0 %, 'efficiency > 0.6' does not hold"}));
}

TEST(LadderSelection, ChanceDoesNotEndAClimb) {
  SomeSweep sweep(1);
  sweep.head().climb = "efficiency > 0.6";
  sweep.measure("1gpu-r1", 100);
  sweep.measure("2gpu-r1", 180);
  sweep.measure("4gpu-r1", 100 * 4 * 0.58);
  EXPECT_EQ(sweep.selections(), (Texts{"8gpu-r1 now"}));
}

TEST(LadderSelection, LaterRoundsHoldTheRungsThatWereReached) {
  SomeSweep sweep(2);
  sweep.head().climb = "efficiency > 0.6";
  sweep.measure("1gpu-r1", 100);
  sweep.measure("2gpu-r1", 110);
  constexpr auto kWhy = " never: not run: 2gpu has efficiency 55.0 %, 'efficiency > 0.6' does not hold";
  EXPECT_EQ(sweep.selections(),
            (Texts{std::string("4gpu-r1") + kWhy, std::string("8gpu-r1") + kWhy, "1gpu-r2 now", "2gpu-r2 now",
                   std::string("4gpu-r2") + kWhy, std::string("8gpu-r2") + kWhy}));
}

TEST(LadderSelection, ARungThatFailedEndsAClimb) {
  SomeSweep sweep(1);
  sweep.head().climb = "efficiency > 0.6";
  sweep.measure("1gpu-r1", 100);
  sweep.end("2gpu-r1", Failed{.exit_status = 1});
  EXPECT_EQ(sweep.selections(), (Texts{"4gpu-r1 never: not run: 2gpu has no value",
                                       "8gpu-r1 never: not run: 2gpu has no value"}));
}

/// A sweep of two rounds and one that confirms, unless another number of rounds is said.
SomeSweep sweep_that_asserts(const std::vector<std::string>& texts, int rounds = 3) {
  SomeSweep sweep(rounds);
  for (const auto& text : texts) sweep.head().assertions.push_back(read_assertion(text).value());
  sweep.head().confirming_rounds = {rounds};
  return sweep;
}

constexpr auto kNothingToConfirm = " never: there is no missed assertion to confirm";

TEST(LadderSelection, AConfirmingRoundWaitsForAllOthers) {
  auto sweep = sweep_that_asserts({"efficiency at 8gpu >= 99 %"});
  measure_round(sweep, 1);
  auto selections = each_rung(2, " now");
  for (const auto& selection : each_rung(3, " later")) selections.push_back(selection);
  EXPECT_EQ(sweep.selections(), selections);
}

TEST(LadderSelection, AConfirmingRoundHoldsWhatAMissedAssertionCompares) {
  const std::vector<std::pair<std::string, Texts>> cases{
      {"efficiency at 8gpu >= 150 %", {"1gpu-r3 now", "8gpu-r3 now"}},
      {"per_doubling at 8gpu >= 3", {"1gpu-r3 now", "4gpu-r3 now", "8gpu-r3 now"}},
      {"speedup at 2gpu >= 3", {"1gpu-r3 now", "2gpu-r3 now"}},
      {"throughput at 1gpu >= 1000 images/s", {"1gpu-r3 now"}},
      {"efficiency at 8gpu >= 50 %", {}}};
  for (const auto& [assertion, now] : cases) {
    auto sweep = sweep_that_asserts({assertion});
    for (const int round : {1, 2}) measure_round(sweep, round);
    auto expected = each_rung(3, kNothingToConfirm);
    for (auto& selection : expected)
      for (const auto& needed : now)
        if (selection.starts_with(needed.substr(0, needed.find(' ')))) selection = needed;
    EXPECT_EQ(sweep.selections(), expected) << assertion;
  }
}

TEST(LadderSelection, AConfirmingRoundThatHasRunChangesNothingOfWhatItWasDecidedBy) {
  auto sweep = sweep_that_asserts({"efficiency at 8gpu >= 150 %", "efficiency at 4gpu >= 150 %"});
  for (const int round : {1, 2}) measure_round(sweep, round);
  sweep.measure("8gpu-r3", 1e6);
  EXPECT_EQ(sweep.selections(),
            (Texts{"1gpu-r3 now", std::string("2gpu-r3") + kNothingToConfirm, "4gpu-r3 now"}));
}

TEST(LadderSelection, AConfirmingRoundComesAfterRoundsThatWereAddedLater) {
  auto sweep = sweep_that_asserts({"efficiency at 8gpu >= 150 %"}, 4);
  sweep.head().confirming_rounds = {3};
  for (const int round : {1, 2}) measure_round(sweep, round);
  auto selections = each_rung(3, " later");
  for (const auto& selection : each_rung(4, " now")) selections.push_back(selection);
  EXPECT_EQ(sweep.selections(), selections);
  measure_round(sweep, 4);
  EXPECT_EQ(sweep.selections(), (Texts{"1gpu-r3 now", std::string("2gpu-r3") + kNothingToConfirm,
                                       std::string("4gpu-r3") + kNothingToConfirm, "8gpu-r3 now"}));
}

TEST(LadderSelection, AConfirmingRoundFollowsRoundsThatEndEarly) {
  auto sweep = sweep_that_asserts({"efficiency at 8gpu >= 150 %"}, 6);
  sweep.head().until = Until{.half_width = 0.2, .at_least = 3};
  for (const int round : {1, 2, 3, 4}) measure_round(sweep, round);
  auto selections = each_rung(5, " never: rounds ended by 'until: 20 %' after 4 of at most 5");
  for (const auto* selection : {"1gpu-r6 now", "8gpu-r6 now"}) selections.emplace_back(selection);
  auto all = sweep.selections();
  std::erase_if(all, [](const std::string& selection) {
    return selection.find(kNothingToConfirm) != std::string::npos;
  });
  EXPECT_EQ(all, selections);
}

TEST(LadderSelection, ARungThatAClimbLeftOutIsNotConfirmed) {
  auto sweep = sweep_that_asserts({"efficiency at 8gpu >= 99 %"}, 2);
  sweep.head().climb = "efficiency > 0.6";
  sweep.measure("1gpu-r1", 100);
  sweep.measure("2gpu-r1", 110);
  for (const auto& selection : sweep.selections())
    EXPECT_NE(selection.find(selection.ends_with(kNothingToConfirm) ? "-r2 never" : "-r1 never: not run"),
              std::string::npos)
        << selection;
}

// At 1gpu it divides by 0. A sweep, its status and its report have to go on.
TEST(LadderSelection, AConditionWithoutAValueEndsAClimb) {
  SomeSweep sweep(1);
  sweep.head().climb = "1 / (ranks - 1) > 0";
  sweep.measure("1gpu-r1", 100);
  constexpr auto kWhy = " never: not run: at 1gpu '1 / (ranks - 1) > 0' has no value: this divides by 0";
  EXPECT_EQ(sweep.selections(), (Texts{std::string("2gpu-r1") + kWhy, std::string("4gpu-r1") + kWhy,
                                       std::string("8gpu-r1") + kWhy}));
}

}  // namespace
}  // namespace scalegen
