#include "analysis/report/formats.hpp"

#include <gmock/gmock.h>

#include "analysis/analyse.hpp"
#include "core/files.hpp"
#include "core/process.hpp"
#include "tests/analysis/made_up_sweep.hpp"
#include "tests/cannot_run.hpp"
#include "tests/golden.hpp"
#include "tests/temporary_folder.hpp"

namespace scalegen::report {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// The output of xmllint: empty for a text that the schema accepts.
std::string complaints_about(const std::string& xml) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "report.xml";
  EXPECT_TRUE(write_file(file, xml));
  const auto schema = std::string(SCALEGEN_TESTS_DIR) + "/analysis/report/junit.xsd";
  const auto result = run_program({"xmllint", "--noout", "--schema", schema, file.string()});
  if (!result) return "no xmllint";
  return result->exit_status == 0 ? "" : result->err;
}

class JunitSchema : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!run_program({"xmllint", "--version"})) {
      SCALEGEN_CANNOT_RUN("xmllint is not installed");
    }
  }
};

MadeUpSweep with_each_outcome() {
  MadeUpSweep sweep(3);
  sweep.run("1cpu-r2").record.outcome =
      Failed{.exit_status = 7, .reason = "ValueError: x < 3 && \"y\" > '2'"};
  sweep.run("1cpu-r3").record.outcome = TimedOut{.limit = std::chrono::minutes(10)};
  sweep.run("2cpu-r1").record.outcome = OutOfMemory{.asked_mib = 1024};
  sweep.run("2cpu-r2").record.outcome = Cancelled{};
  sweep.run("2cpu-r3").record.outcome = std::nullopt;
  sweep.run("4cpu-r1").record.outcome = std::nullopt;
  sweep.run("4cpu-r1").record.attempt = "";
  sweep.run("4cpu-r2").metrics = "{\"event\":\"end\",\"steps\":40}\n";
  sweep.run("4cpu-r3").record.elapsed = std::chrono::milliseconds(12'345);
  return sweep;
}

TEST(Junit, OfEachOutcome) {
  expect_golden("report/outcomes.xml", render_junit(with_each_outcome().report()));
}

TEST(Junit, CountsWhatEndedBadlyAndSkipsTheRest) {
  const auto suites = junit_suites(with_each_outcome().report());
  ASSERT_EQ(suites.size(), 1U);
  std::vector<std::string> found;
  for (const auto& one : suites.front().cases)
    found.push_back(one.name + (one.result == JunitCase::Result::passed    ? " passed"
                                : one.result == JunitCase::Result::skipped ? " skipped: " + one.message
                                                                           : " " + one.type));
  EXPECT_THAT(found,
              ElementsAre("1cpu-r1 passed", "1cpu-r2 failed", "1cpu-r3 timed out", "2cpu-r1 out of memory",
                          "2cpu-r2 skipped: cancelled", "2cpu-r3 skipped: running",
                          "4cpu-r1 skipped: not started", "4cpu-r2 no figure", "4cpu-r3 passed"));
}

TEST(Junit, HasASuiteForEachTable) {
  MadeUpSweep sweep(2);
  sweep.add_weak_ladder(1.1);
  const auto suites = junit_suites(sweep.report());
  ASSERT_EQ(suites.size(), 2U);
  EXPECT_EQ(suites[0].name, "strong");
  EXPECT_EQ(suites[1].name, "weak");
  EXPECT_EQ(suites[0].cases.size(), 6U);
  EXPECT_EQ(suites[1].cases.size(), 4U) << "the runs that both ladders share are in the first";
}

TEST(Junit, HasAssertionsAsASuiteOfTheirOwn) {
  MadeUpSweep sweep(3);
  sweep.head.confirming_rounds = {3};
  for (const auto* text :
       {"speedup at 2cpu >= 1.2", "efficiency at 4cpu >= 99 %", "throughput at 1cpu >= 1 tokens/s"})
    sweep.head.assertions.push_back(read_assertion(text).value());
  const auto suites = junit_suites(sweep.report());
  ASSERT_EQ(suites.size(), 2U);
  EXPECT_EQ(suites[1].name, "assertions");
  const auto& cases = suites[1].cases;
  ASSERT_EQ(cases.size(), 3U);
  EXPECT_EQ(cases[0].result, JunitCase::Result::passed);
  EXPECT_EQ(cases[1].result, JunitCase::Result::failed);
  EXPECT_EQ(cases[1].name, "efficiency at 4cpu >= 99 %");
  EXPECT_EQ(cases[1].type, "assertion");
  EXPECT_THAT(cases[1].message, testing::StartsWith("measured: 7"));
  EXPECT_EQ(cases[2].result, JunitCase::Result::skipped);
  EXPECT_THAT(cases[2].message, testing::StartsWith("the report is in images/s; measured: "));
}

TEST(Junit, OfATableNamesRungAndRound) {
  const auto report = report_of_table("t.csv", "rung,seconds\n1cpu,100\n2cpu,50\n2cpu,51\n").value();
  EXPECT_EQ(
      render_junit(report),
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuites name=\"t.csv\" tests=\"3\" failures=\"0\" errors=\"0\" time=\"0.000\">\n"
      "  <testsuite name=\"t.csv\" tests=\"3\" failures=\"0\" errors=\"0\" skipped=\"0\" time=\"0.000\">\n"
      "    <testcase classname=\"t.csv\" name=\"1cpu-r1\"/>\n"
      "    <testcase classname=\"t.csv\" name=\"2cpu-r1\"/>\n"
      "    <testcase classname=\"t.csv\" name=\"2cpu-r2\"/>\n"
      "  </testsuite>\n"
      "</testsuites>\n");
}

TEST(Junit, EscapesMarkupAndWhatXmlForbids) {
  const auto xml =
      junit_xml("a<b>&\"'", {{.name = "]]>",
                              .cases = {{.name = std::string("bell\a nul\0 x", 11),
                                         .result = JunitCase::Result::failed,
                                         .type = "t\x1b",
                                         .message = "line 1\nline\t2\r \xff \xef\xbf\xbe\xef\xbf\xbf.",
                                         .details = "\xc2\x85grün"}}}});
  EXPECT_THAT(xml, HasSubstr("<testsuites name=\"a&lt;b&gt;&amp;&quot;&#39;\""));
  EXPECT_THAT(xml, HasSubstr("<testsuite name=\"]]&gt;\""));
  EXPECT_THAT(xml, HasSubstr("name=\"bell? nul? \""));
  EXPECT_THAT(xml, HasSubstr("<failure type=\"t?\" message=\"line 1&#10;line&#9;2? ? ??.\">"));
  EXPECT_THAT(xml, HasSubstr("?grün</failure>"));
}

TEST_F(JunitSchema, AcceptsReports) {
  MadeUpSweep both(2);
  both.add_weak_ladder(1.1);
  EXPECT_EQ(complaints_about(render_junit(with_each_outcome().report())), "");
  EXPECT_EQ(complaints_about(render_junit(both.report())), "");
  EXPECT_EQ(complaints_about(junit_xml("", {})), "");
  std::string all_bytes;
  for (int c = 0; c < 256; ++c) all_bytes += static_cast<char>(c);
  const JunitCase hostile{.name = all_bytes,
                          .result = JunitCase::Result::failed,
                          .seconds = 0.0,
                          .type = all_bytes,
                          .message = all_bytes + "\xed\xa0\x80 \xef\xbf\xbf",
                          .details = all_bytes + "]]><!--"};
  EXPECT_EQ(
      complaints_about(junit_xml(
          all_bytes, {{.name = all_bytes, .properties = {{all_bytes, all_bytes}}, .cases = {hostile}}})),
      "");
}

TEST_F(JunitSchema, CanRefuse) {
  EXPECT_THAT(complaints_about("<testsuites><testsuite name=\"x\"/></testsuites>"), HasSubstr("'tests'"));
  EXPECT_THAT(complaints_about("<testsuites time=\"-1\"/>"), HasSubstr("'time'"));
}

}  // namespace
}  // namespace scalegen::report
