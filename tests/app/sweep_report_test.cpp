#include "app/sweep_report.hpp"

#include "analysis/report/json.hpp"
#include "analysis/report/table.hpp"
#include "app/open_run_directory.hpp"
#include "core/run_directory.hpp"
#include "tests/app/user_session.hpp"

namespace scalegen {
namespace {

class SweepReports : public UserSession {
 protected:
  SweepReports() {
    write("mine.yaml", kOwnProgram);
    const SweepSource source{.file = "mine.yaml", .cluster = "cyclone"};
    const auto spec = read_spec(source).value();
    const auto created = create_run_directory(run_directory_for("", spec).value(), "", spec,
                                              plan_spec(spec, source).value().plan);
    EXPECT_TRUE(created) << error_of(created);
  }
};

TEST_F(SweepReports, AreOfTheOnlyRunDirectoryHereUnlessOneIsNamed) {
  const auto here = report_on("", "");
  const auto named = report_on("mine-cyclone", "");
  ASSERT_TRUE(here && named) << error_of(here) << error_of(named);
  EXPECT_EQ(report::render_json(here->report), report::render_json(named->report));
  EXPECT_FALSE(here->a_run_failed);
}

TEST_F(SweepReports, TakeARungOfTheSweepAsBaseline) {
  const auto sweep = report_on("", "2gpu");
  ASSERT_TRUE(sweep) << error_of(sweep);
  EXPECT_NE(report::render_terminal(sweep->report).find("baseline: 2gpu, as asked for"), std::string::npos)
      << report::render_terminal(sweep->report);
  EXPECT_EQ(error_of(report_on("", "2gpus")),
            "error: the baseline '2gpus' is no rung of this sweep\n      = hint: did you mean '2gpu'?\n");
}

TEST_F(SweepReports, SayThatARunFailed) {
  const auto opened = open_run_directory("").value();
  const auto attempt = opened.directory.attempt(opened.plan.runs.front().id, "1");
  write(attempt.root / "started.json",
        "{\"pid\":1,\"start_time\":1,\"boot_id\":\"\",\"host\":\"\",\"job\":\"\",\"time\":1763719200}\n");
  write(attempt.root / "exit.json", "{\"status\":1,\"time\":1763719204,\"cause\":\"\"}\n");
  const auto sweep = report_on("", "");
  ASSERT_TRUE(sweep) << error_of(sweep);
  EXPECT_TRUE(sweep->a_run_failed);
}

TEST_F(SweepReports, AreOfATableIfTheTargetIsAFile) {
  write("times.csv", "rung,seconds\n1gpu,20\n2gpu,10\n");
  const auto table = report_on("times.csv", "");
  ASSERT_TRUE(table) << error_of(table);
  EXPECT_NE(report::render_terminal(table->report).find("2.00x"), std::string::npos)
      << report::render_terminal(table->report);
  EXPECT_EQ(report_on("times.csv", "", Scaling::weak).value().report.head.scaling, Scaling::weak);
  EXPECT_EQ(error_of(report_on(".", "", Scaling::weak)),
            "error: --scaling is for a table: a sweep says in its file how it scales\n"
            "      = hint: leave out --scaling\n");
  EXPECT_EQ(error_of(report_on("absent.csv", "")),
            "error: cannot read 'absent.csv': No such file or directory\n");
}

}  // namespace
}  // namespace scalegen
