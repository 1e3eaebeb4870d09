#include "analysis/verdict/choices.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "analysis/analyse.hpp"
#include "tests/analysis/numbered_rounds.hpp"

namespace scalegen::verdict {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

const Metric kSeconds{.quantity = Quantity::time, .unit = "s"};

/// A table of lines "rung,seconds", as one of a sweep with an axis.
ScalingTable table_of(std::int64_t batch, const std::string& lines) {
  auto table = report_of_table("t.csv", with_rounds(lines), {}).value().tables.front();
  table.axes = {{"batch", batch}};
  return table;
}

std::vector<ScalingTable> three_tables() {
  return {table_of(32, "1gpu,100\n1gpu,101\n1gpu,99\n2gpu,56\n2gpu,56.5\n2gpu,55.6\n"),
          table_of(64, "1gpu,100.5\n1gpu,100.4\n1gpu,99.8\n2gpu,50\n2gpu,50.5\n2gpu,49.6\n"),
          table_of(128, "1gpu,120\n1gpu,121\n1gpu,119\n2gpu,50.1\n2gpu,50.2\n2gpu,50.3\n")};
}

std::vector<std::string> texts_of(const Choice& choice) {
  std::vector<std::string> texts;
  for (const auto& other : choice.others)
    texts.push_back(
        fmt::format("{} {:.2f}{}", other.table, other.times.centre, is_told(other) ? " told" : ""));
  return texts;
}

TEST(Choices, AreOfEachRung) {
  const auto choices = choices_in(three_tables(), kSeconds, stats::Rounds::paired);
  ASSERT_THAT(choices, SizeIs(2));
  EXPECT_EQ(choices[0].rung, "1gpu");
  EXPECT_EQ(choices[0].fastest, 0U);
  EXPECT_THAT(texts_of(choices[0]), ElementsAre("1 1.00", "2 1.20 told"));
  EXPECT_EQ(choices[1].fastest, 1U);
  EXPECT_THAT(texts_of(choices[1]), ElementsAre("0 1.12 told", "2 1.00"));
}

TEST(Choices, FindARungByItsName) {
  auto tables = three_tables();
  tables[0].points.erase(tables[0].points.begin());
  const auto choices = choices_in(tables, kSeconds, stats::Rounds::paired);
  ASSERT_THAT(choices, SizeIs(2));
  EXPECT_EQ(choices[0].rung, "2gpu");
  EXPECT_THAT(texts_of(choices[0]), ElementsAre("0 1.12 told", "2 1.00"));
  EXPECT_THAT(texts_of(choices[1]), ElementsAre("2 1.19 told"));
}

TEST(Choices, LeaveOutWhatHasAStarOrOneRun) {
  auto tables = three_tables();
  tables[1].points[1].findings = {{.kind = FindingKind::edited_script}};
  auto choices = choices_in(tables, kSeconds, stats::Rounds::paired);
  EXPECT_EQ(choices[1].fastest, 2U);
  EXPECT_EQ(choices[1].starred.size(), 1U);
  EXPECT_THAT(texts_of(choices[1]), ElementsAre("0 1.12 told"));
  tables = three_tables();
  auto& runs = tables[1].points[1].runs;
  runs.erase(runs.begin() + 1, runs.end());
  choices = choices_in(tables, kSeconds, stats::Rounds::paired);
  EXPECT_EQ(choices[1].fastest, 2U);
  EXPECT_EQ(choices[1].starred.size(), 1U);
}

// The intervals of the lines: those of the table may exclude 1 of what is not told.
TEST(Choices, HaveAnIntervalThatContainsOneUnlessTheyAreTold) {
  std::mt19937_64 random(7);
  std::normal_distribution<double> noise(0, 0.02);
  int contradicted = 0;
  for (int i = 0; i < 200; ++i) {
    auto tables = three_tables();
    for (auto& table : tables)
      for (auto& point : table.points) {
        for (auto& run : point.runs) run.value = 100 * std::exp(noise(random));
        point.typical = stats::Estimate{stats::median(values_of(point.runs))};
      }
    for (const auto& choice : choices_in(tables, kSeconds, stats::Rounds::paired))
      for (const auto& other : choice.others) {
        ASSERT_TRUE(other.in_report && other.times.interval);
        if (is_told(other)) continue;
        EXPECT_LE(other.in_report->low, 1);
        EXPECT_GE(other.in_report->high, 1);
        contradicted += other.times.interval->low > 1 ? 1 : 0;
      }
  }
  EXPECT_GT(contradicted, 0) << "the table's intervals would have done";
}

TEST(Choices, CompareNoTimesOfUnlikeWorkAndNeedTwo) {
  auto tables = three_tables();
  for (std::size_t t = 0; t < tables.size(); ++t)
    for (auto& point : tables[t].points)
      for (auto& run : point.runs) run.conditions.push_back({"global_batch", std::int64_t{32} << t});
  EXPECT_THAT(choices_in(tables, kSeconds, stats::Rounds::paired), IsEmpty());
  const Metric rate{.quantity = Quantity::rate, .unit = "images/s"};
  EXPECT_THAT(choices_in(tables, rate, stats::Rounds::paired), SizeIs(2));
  EXPECT_THAT(choices_in({three_tables()[0]}, kSeconds, stats::Rounds::paired), IsEmpty());
}

// The fastest of equal settings is fastest by chance. One report in 20 may say that of one of them; fewer do,
// since Holm's procedure counts pairs as if they were independent.
TEST(Choices, SeldomTellEqualSettingsApart) {
  std::mt19937_64 random(7);
  std::normal_distribution<double> noise(0, 0.02);
  const auto tables = three_tables();
  int told = 0;
  constexpr int kReports = 400;
  for (int report = 0; report < kReports; ++report) {
    std::vector<ScalingTable> equal(12, tables.front());
    for (auto& table : equal)
      for (auto& point : table.points) {
        for (auto& run : point.runs) run.value = 100 * std::exp(noise(random));
        point.typical = stats::Estimate{stats::median(values_of(point.runs))};
      }
    bool is_any_told = false;
    for (const auto& choice : choices_in(equal, kSeconds, stats::Rounds::paired))
      for (const auto& other : choice.others) is_any_told = is_any_told || is_told(other);
    told += is_any_told ? 1 : 0;
  }
  EXPECT_LE(told, kReports / 20);
  EXPECT_GE(told, 1) << "no report can tell anything";
}

}  // namespace
}  // namespace scalegen::verdict
