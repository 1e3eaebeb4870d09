#include <gmock/gmock.h>

#include <fmt/format.h>

#include "analysis/analyse.hpp"
#include "analysis/report/csv.hpp"
#include "analysis/report/json.hpp"
#include "analysis/report/markdown.hpp"
#include "analysis/report/table.hpp"
#include "tests/golden.hpp"

namespace scalegen::report {
namespace {

using testing::HasSubstr;

// As a tutorial of the Cyclone cluster publishes them.
constexpr auto kCyclone = "rung,seconds\ncpu,192.25\n1gpu,73.48\n2gpu,42.06\n2x2gpu,25.61\n";

TEST(GoldenReport, OfCyclonesPublishedTimes) {
  const auto report = report_of_table("cyclone.csv", kCyclone, "").value();
  expect_golden("report/cyclone.txt", render_terminal(report));
  expect_golden("report/cyclone.md", render_markdown(report));
  expect_golden("report/cyclone.csv", render_csv(report));
  expect_golden("report/cyclone.json", render_json(report));
}

TEST(TableReport, GivesTheSameSpeedupsForRatesAsForTimes) {
  const auto times =
      report_of_table("t.csv", "1gpu,100\n1gpu,104\n1gpu,99\n2gpu,55\n2gpu,54\n2gpu,57\n", "").value();
  std::string rates = "rung,images_per_s\n";
  for (const auto& [rung, seconds] : {std::pair("1gpu", 100), std::pair("1gpu", 104), std::pair("1gpu", 99),
                                      std::pair("2gpu", 55), std::pair("2gpu", 54), std::pair("2gpu", 57)})
    rates += fmt::format("{},{}\n", rung, 6e4 / seconds);
  const auto by_rates = report_of_table("r.csv", rates, "").value();
  EXPECT_EQ(by_rates.head.title, "r.csv · imported images/s · 3 rounds");
  const auto& expected = *times.tables[0].points[1].speedup;
  const auto& actual = *by_rates.tables[0].points[1].speedup;
  EXPECT_NEAR(actual.centre, expected.centre, 1e-12);
  EXPECT_NEAR(actual.interval->low, expected.interval->low, 1e-12);
  EXPECT_NEAR(actual.interval->high, expected.interval->high, 1e-12);
  EXPECT_NEAR(by_rates.tables[0].points[1].typical->centre, 6e4 / times.tables[0].points[1].typical->centre,
              1e-9);
}

TEST(TableReport, KeepsARungWhoseNameSaysNothing) {
  const auto report = report_of_table("t.csv", "1gpu,100\nmy laptop,400\n", "").value();
  EXPECT_THAT(render_terminal(report),
              HasSubstr("my laptop  -      -      400      0.25x (4.00x slower)  -\n"));
}

TEST(TableReport, TakesTheBaselineThatWasAskedFor) {
  const auto report = report_of_table("t.csv", kCyclone, "cpu").value();
  EXPECT_EQ(report.head.baseline, (Baseline{"cpu", "as asked for"}));
  EXPECT_DOUBLE_EQ(report.tables[0].points[1].speedup->centre, 192.25 / 73.48);
}

TEST(TableReport, SaysWhichRungsAnUnknownBaselineMayHaveMeant) {
  const auto report = report_of_table("t.csv", kCyclone, "1gpus");
  ASSERT_FALSE(report);
  EXPECT_EQ(render(report.error()),
            "error: the baseline '1gpus' is no rung of this table\n      = hint: did you mean '1gpu'?\n");
}

TEST(TableReport, LeavesRungsWithoutACommonRoundUndivided) {
  const auto report = report_of_table("t.csv", "rung,seconds,round\n1gpu,100,1\n2gpu,50,2\n", "").value();
  EXPECT_THAT(report.warnings,
              testing::ElementsAre("2gpu: no speedup: no round has both it and the baseline"));
}

TEST(TableReport, SaysThatTimesWithoutScatterGiveNoInterval) {
  const auto report = report_of_table("t.csv", "1gpu,100\n1gpu,100\n2gpu,50\n2gpu,50\n", "").value();
  EXPECT_FALSE(report.tables[0].points[1].speedup->interval);
  EXPECT_THAT(render_terminal(report), HasSubstr("no interval where rounds are too few to see the noise"));
}

}  // namespace
}  // namespace scalegen::report
