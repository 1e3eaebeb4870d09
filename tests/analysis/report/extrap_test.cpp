#include "analysis/report/formats.hpp"

#include <gmock/gmock.h>

#include "analysis/analyse.hpp"
#include "tests/analysis/made_up_sweep.hpp"

namespace scalegen::report {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string extrap_of_table(const std::string& csv, const TableOptions& options = {}) {
  const auto text = render_extrap(report_of_table("t.csv", csv, options).value());
  return text ? *text : render(text.error());
}

TEST(Extrap, HasTheRepetitionsOfEachPoint) {
  EXPECT_EQ(extrap_of_table("rung,seconds\n1cpu,100\n2cpu,50\n2cpu,51.5\n4cpu,30\n4cpu,31\n"),
            "# t.csv · imported times · 2 runs a rung\n"
            "# p: ranks, on cpus\n"
            "PARAMETER p\n"
            "POINTS 1 2 4\n"
            "REGION sweep\n"
            "METRIC time_of_equal_work\n"
            "DATA 100\n"
            "DATA 50 51.5\n"
            "DATA 30 31\n"
            "METRIC s\n"
            "DATA 100\n"
            "DATA 50 51.5\n"
            "DATA 30 31\n");
}

TEST(Extrap, TakesRungsOfTheMostFrequentKind) {
  const auto text =
      extrap_of_table("rung,seconds\ncpu,192.25\n1gpu,73.48\n2gpu,42.06\n2x1gpu,45\n2x2gpu,25.61\n");
  EXPECT_THAT(text, HasSubstr("# p: ranks, on gpus\n"
                              "# left out: cpu: it is of another kind than most\n"
                              "# left out: 2x1gpu: as large as 2gpu\n"
                              "PARAMETER p\nPOINTS 1 2 4\n"));
  EXPECT_THAT(text, HasSubstr("METRIC s\nDATA 73.48\nDATA 42.06\nDATA 25.61\n"));
}

TEST(Extrap, CountsNodesWhereRanksAreUnknown) {
  EXPECT_THAT(extrap_of_table("rung,images_per_s\n1node,100\n2nodes,180\n4nodes,300\n"),
              HasSubstr("# p: nodes\nPARAMETER p\nPOINTS 1 2 4\nREGION sweep\n"));
}

TEST(Extrap, LeavesOutWhatHasNoValueOrDoesNotCompare) {
  MadeUpSweep sweep(2);
  sweep.run("2cpu-r1").start.precision = "bf16";
  sweep.run("4cpu-r1").record.outcome = OutOfMemory{};
  sweep.run("4cpu-r2").record.outcome = Failed{.exit_status = 1};
  const auto text = render_extrap(sweep.report()).value();
  EXPECT_THAT(text, HasSubstr("# left out: 2cpu: not comparable with the baseline"));
  EXPECT_THAT(text, HasSubstr("# left out: 4cpu: it has no value\n"));
  EXPECT_THAT(text, HasSubstr("\nPOINTS 1\n"));
}

TEST(Extrap, KeepsTheRoundsThatCompleted) {
  MadeUpSweep sweep(3);
  sweep.run("4cpu-r2").record.outcome = OutOfMemory{};
  const auto text = render_extrap(sweep.report()).value();
  const auto last = text.substr(text.rfind("DATA "));
  EXPECT_EQ(std::count(last.begin(), last.end(), ' '), 2) << last;
}

TEST(Extrap, HasARegionForEachTableWithTheSizesOfAll) {
  MadeUpSweep sweep(2);
  sweep.add_weak_ladder(1.1);
  sweep.run("4cpu-weak-r1").record.outcome = OutOfMemory{};
  sweep.run("4cpu-weak-r2").record.outcome = OutOfMemory{};
  const auto text = render_extrap(sweep.report()).value();
  EXPECT_THAT(text, HasSubstr("# left out: 4cpu (strong): not every table has this size\n"));
  EXPECT_THAT(text, HasSubstr("\nPOINTS 1 2\nREGION strong\nMETRIC time_of_equal_work\nDATA "));
  EXPECT_THAT(text, HasSubstr("\nREGION weak\nMETRIC time_of_equal_work\nDATA "));
}

TEST(Extrap, MarksPointsWithAStar) {
  MadeUpSweep sweep(2);
  sweep.run("2cpu-r1").start.torch = "2.11.0";
  EXPECT_THAT(render_extrap(sweep.report()).value(),
              HasSubstr("# with a star in the report, which says why: 2cpu\n"));
}

// A name may not end a line, nor mean a call.
TEST(Extrap, WritesNoNameThatAReaderTakesForSomethingElse) {
  MadeUpSweep sweep(1);
  sweep.head.axes = {"model"};
  for (auto& run : sweep.runs) {
    auto settings = *run.record.run.settings;
    settings.push_back({"model", std::string("a->b\nDATA 1\tx")});
    run.record.run.settings = settings;
  }
  const auto text = render_extrap(sweep.report()).value();
  EXPECT_THAT(text, HasSubstr("\nREGION model a-b DATA 1 x\n"));
  EXPECT_THAT(text, Not(HasSubstr("->")));
}

TEST(Extrap, IsRefusedWithoutAPoint) {
  MadeUpSweep sweep(1);
  for (auto& run : sweep.runs) run.record.outcome = OutOfMemory{};
  EXPECT_EQ(
      render(render_extrap(sweep.report()).error()),
      "error: there is no point that Extra-P could model: no rung of known size has a figure that compares\n"
      "      = note: 1cpu: the baseline 1cpu was not measured\n"
      "      = note: 2cpu: the baseline 1cpu was not measured\n"
      "      = note: 4cpu: the baseline 1cpu was not measured\n"
      "      = hint: 'scalegen report' says why each has none\n");
}

}  // namespace
}  // namespace scalegen::report
