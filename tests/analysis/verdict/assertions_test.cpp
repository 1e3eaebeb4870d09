#include "analysis/verdict/assertions.hpp"

#include <gmock/gmock.h>

#include "analysis/report/sections.hpp"
#include "core/json.hpp"
#include "tests/analysis/made_up_sweep.hpp"
#include "tests/analysis/rendered.hpp"
#include "tests/set_setting.hpp"

namespace scalegen::report {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Report report_with(const std::vector<std::string>& texts, MadeUpSweep sweep = MadeUpSweep(3)) {
  for (const auto& text : texts) sweep.head.assertions.push_back(read_assertion(text).value());
  return sweep.report();
}

std::string result_of(const std::string& text, const MadeUpSweep& sweep = MadeUpSweep(3)) {
  const auto row = assertion_section(report_with({text}, sweep)).table.rows.at(0);
  return row.at(1).text + (row.at(3).text.empty() ? "" : ": " + row.at(3).text);
}

TEST(Assertions, AreDecidedByTheWholeInterval) {
  const auto interval = MadeUpSweep(3).report().tables[0].points[1].speedup->interval.value();
  const auto limit = [](double x) { return fmt::format("{:.9f}", x); };
  const auto within = limit((interval.low + interval.high) / 2);
  EXPECT_EQ(result_of("speedup at 2cpu >= " + limit(interval.low - 1e-6)), "holds");
  EXPECT_EQ(result_of("speedup at 2cpu >= " + limit(interval.high + 1e-6)), "fails");
  EXPECT_EQ(result_of("speedup at 2cpu >= " + within),
            "open: the limit is within the interval: more rounds would tell");
  EXPECT_EQ(result_of("speedup at 2cpu <= " + limit(interval.high + 1e-6)), "holds");
  EXPECT_EQ(result_of("speedup at 2cpu <= " + limit(interval.low - 1e-6)), "fails");
  EXPECT_EQ(result_of("speedup at 2cpu <= " + within),
            "open: the limit is within the interval: more rounds would tell");
}

TEST(Assertions, OfEachFigureAreJudgedByItAndOfTheBaselineByOne) {
  EXPECT_EQ(result_of("efficiency at 4cpu >= 50 %"), "holds");
  EXPECT_EQ(result_of("efficiency at 4cpu >= 99 %"), "fails");
  EXPECT_EQ(result_of("per_doubling at 4cpu >= 1.2"), "holds");
  EXPECT_EQ(result_of("throughput at 1cpu >= 1 images/s"), "holds");
  EXPECT_EQ(result_of("throughput at 1cpu >= 1e9 images/s"), "fails");
  EXPECT_EQ(result_of("efficiency at 1cpu >= 50 %"), "holds");
  EXPECT_EQ(result_of("speedup at 1cpu <= 0.5"), "fails");
}

TEST(Assertions, ThatNothingDecidesAreOpen) {
  EXPECT_EQ(result_of("throughput at 1cpu >= 1 tokens/s"), "open: the report is in images/s");
  EXPECT_EQ(result_of("time at 1cpu <= 1 s"), "open: the report has throughputs");
  EXPECT_EQ(result_of("per_doubling at 1cpu >= 1.2"), "open: the report has no such figure for this rung");
  EXPECT_EQ(result_of("efficiency at 2cpu >= 0.5", MadeUpSweep(1)),
            "open: it has no interval: that takes two rounds or more");
  MadeUpSweep failed(2);
  for (const auto* run : {"2cpu-r1", "2cpu-r2"}) failed.run(run).record.outcome = Failed{.exit_status = 1};
  EXPECT_EQ(result_of("efficiency at 2cpu >= 0.5", failed), "open: it was not measured");
  MadeUpSweep starred(3);
  for (auto& run : starred.runs)
    if (run.record.run.rung.name == "2cpu") run.start.device_name = "another";
  EXPECT_THAT(result_of("efficiency at 2cpu >= 0.5", starred), HasSubstr("open: "));
}

TEST(Assertions, HoldForEachTableThatHasTheirRung) {
  MadeUpSweep sweep(2);
  sweep.add_weak_ladder(1.1);
  const auto section = assertion_section(report_with({"efficiency at 4cpu >= 0.5"}, sweep));
  ASSERT_EQ(section.table.rows.size(), 2U);
  EXPECT_EQ(section.table.rows[0][0].text, "efficiency at 4cpu >= 0.5 (strong)");
  EXPECT_EQ(section.table.rows[1][0].text, "efficiency at 4cpu >= 0.5 (weak)");
}

TEST(Assertions, AreInEachFormat) {
  const auto report = report_with({"efficiency at 4cpu >= 99 %", "speedup at 2cpu >= 1.2"});
  EXPECT_TRUE(an_assertion_fails(report));
  EXPECT_FALSE(an_assertion_fails(report_with({"speedup at 2cpu >= 1.2"})));
  EXPECT_THAT(render_terminal(report), HasSubstr("\nassertions\n"));
  const auto json = assertions_json(report);
  ASSERT_EQ(json.size(), 2U);
  EXPECT_EQ(json[0].at("result"), "fails");
  EXPECT_EQ(json[1].at("result"), "holds");
  EXPECT_EQ(json[1].at("value").at("centre"), report.tables[0].points[1].speedup->centre);
}

TEST(Assertions, OfASweepWithoutAnyAreNoPartOfItsReport) {
  const auto report = MadeUpSweep(2).report();
  EXPECT_TRUE(assertion_section(report).table.rows.empty());
  EXPECT_TRUE(assertions_json(report).is_null());
  EXPECT_THAT(render_terminal(report), Not(HasSubstr("assertion")));
}

}  // namespace
}  // namespace scalegen::report
