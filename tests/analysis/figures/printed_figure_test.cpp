#include "analysis/readers/printed_metric.hpp"

#include <gtest/gtest.h>

#include "core/files.hpp"
#include "tests/analysis/temporary_folder.hpp"

namespace scalegen {
namespace {

class PrintedFigureTest : public testing::Test {
 protected:
  void print(const std::string& out, const std::string& err = "") {
    EXPECT_TRUE(write_file(attempt_.out(), out));
    EXPECT_TRUE(write_file(attempt_.err(), err));
  }
  [[nodiscard]] Result<PrintedMetric> metric() const { return find_printed_metric(attempt_, pattern_); }
  [[nodiscard]] std::string why_none() const {
    const auto none = metric();
    return none ? "there is one" : none.error().front().message;
  }

  TemporaryFolder folder_;
  AttemptFolder attempt_{folder_.path()};
  MetricPattern pattern_{.name = "throughput", .regex = "throughput: (\\S+) img/s", .unit = "images/s"};
};

TEST_F(PrintedFigureTest, IsTheLastMatchInOut) {
  print("throughput: 100 img/s\nloss: 3\nthroughput: 1,250.5 img/s\nscalegen: end of 1gpu-r1\n",
        "throughput: 7 img/s\n");
  EXPECT_EQ(metric().value(), (PrintedMetric{.value = 1250.5, .file = "out", .line = 3, .text = "1,250.5"}));
}

TEST_F(PrintedFigureTest, IsInErrOnlyWhereOutHasNone) {
  print("loss: 3\n", "\rthroughput: 5 img/s\rthroughput: 6 img/s\n");
  EXPECT_EQ(metric().value(), (PrintedMetric{.value = 6, .file = "err", .line = 1, .text = "6"}));
}

TEST_F(PrintedFigureTest, IsNoneWhereNothingMatches) {
  EXPECT_EQ(why_none(), "no line of out or err matches throughput's regex");
  print("loss: 3\n", "warning\n");
  EXPECT_EQ(why_none(), "no line of out or err matches throughput's regex");
}

TEST_F(PrintedFigureTest, NeverTakesAnEarlierMatchForTheLast) {
  for (const std::string text : {"nan", "inf", "0", "0.0", "-3", "12,5", "fast"}) {
    print("throughput: 100 img/s\nthroughput: " + text + " img/s\n", "throughput: 7 img/s\n");
    EXPECT_EQ(why_none(), "throughput in line 2 of out is '" + text + "', and that is no number above 0");
  }
}

TEST_F(PrintedFigureTest, CountsTheLinesThatItCannotSearch) {
  const std::string endless(70'000, 'x');
  print(endless + "\nthroughput: 8 img/s\n" + endless + "\n");
  EXPECT_EQ(metric().value(),
            (PrintedMetric{.value = 8, .file = "out", .line = 2, .text = "8", .unsearched = 2}));
  print(endless + "\n", endless);
  EXPECT_EQ(why_none(), "no line of out or err matches throughput's regex (2 lines could not be searched)");
}

TEST_F(PrintedFigureTest, SurvivesARegexThatIsTooHardForSomeLines) {
  pattern_.regex = "(x+)+ img/s";
  print(std::string(100, 'x') + "\n", "");
  EXPECT_EQ(why_none(), "no line of out or err matches throughput's regex (1 line could not be searched)");
  std::string many;
  for (int i = 0; i < 1000; ++i) many += std::string(100, 'x') + "\n";
  print(many);
  EXPECT_EQ(why_none(),
            "throughput's regex takes too long for the lines of out: write it without repeats of repeats and "
            "without '.*' before what is sought");
}

TEST_F(PrintedFigureTest, SaysWhatItCannotRead) {
  ASSERT_TRUE(make_folders(attempt_.out()));
  EXPECT_EQ(why_none(), "cannot read '" + attempt_.out().string() + "': Is a directory");
  pattern_.regex = "(";
  EXPECT_EQ(why_none(), "'(' is no regular expression");
}

}  // namespace
}  // namespace scalegen
