#include "analysis/readers/printed_metric.hpp"

#include <gmock/gmock.h>

#include "core/files.hpp"
#include "tests/temporary_folder.hpp"

namespace scalegen {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

class EachLine : public testing::Test {
 protected:
  std::vector<std::pair<std::int64_t, std::string>> lines_of(const std::string& text) {
    std::vector<std::pair<std::int64_t, std::string>> lines;
    EXPECT_TRUE(write_file(file_, text));
    const auto result = for_each_line(file_, [&](const PrintedLine& line) {
      lines.emplace_back(line.number, line.text);
      return true;
    });
    EXPECT_TRUE(result);
    too_long_ = result.value_or(-1);
    return lines;
  }

  TemporaryFolder folder_;
  std::filesystem::path file_ = folder_.path() / "out";
  std::int64_t too_long_ = 0;
};

TEST_F(EachLine, CountsAsAnEditorDoes) {
  EXPECT_THAT(lines_of("a\n\nb\r\nno end"), ElementsAre(Pair(1, "a"), Pair(3, "b"), Pair(4, "no end")));
  EXPECT_THAT(lines_of(""), IsEmpty());
}

TEST_F(EachLine, PartsWhatAProgressBarWroteOverItself) {
  EXPECT_THAT(lines_of("\r10 it/s\r20 it/s\ndone\n"),
              ElementsAre(Pair(1, "10 it/s"), Pair(1, "20 it/s"), Pair(2, "done")));
}

TEST_F(EachLine, PutsLinesTogetherAcrossTheBuffersOfAnyFile) {
  std::string text;
  for (int i = 0; i < 20'000; ++i) text += "line " + std::to_string(i) + "\n";
  const auto lines = lines_of(text);
  ASSERT_EQ(lines.size(), 20'000U);
  for (int i = 0; i < 20'000; ++i) {
    const auto& line = lines[static_cast<std::size_t>(i)];
    ASSERT_EQ(line, std::pair(std::int64_t{i + 1}, "line " + std::to_string(i)));
  }
}

TEST_F(EachLine, PassesOverLongLinesAndCountsThem) {
  const std::string longest(kLongestLine, 'x');
  EXPECT_THAT(lines_of(longest + "x\nshort\n" + longest + longest + longest + "\n"),
              ElementsAre(Pair(2, "short")));
  EXPECT_EQ(too_long_, 2);
  EXPECT_THAT(lines_of(longest + "\n" + longest + "x"), ElementsAre(Pair(1, longest)));
  EXPECT_EQ(too_long_, 1);
}

TEST_F(EachLine, StopsWhenAsked) {
  ASSERT_TRUE(write_file(file_, "a\nb\nc\n"));
  int visited = 0;
  EXPECT_TRUE(for_each_line(file_, [&](const PrintedLine&) { return ++visited < 2; }));
  EXPECT_EQ(visited, 2);
}

TEST_F(EachLine, FindsNoneWhereThereIsNoFileAndSaysWhatItCannotRead) {
  const auto never = [](const PrintedLine&) {
    ADD_FAILURE();
    return true;
  };
  EXPECT_EQ(for_each_line(file_, never).value(), 0);
  const auto folder = for_each_line(folder_.path(), never);
  ASSERT_FALSE(folder);
  EXPECT_EQ(render(folder.error()), "error: cannot read '" + folder_.path().string() + "': Is a directory\n");
}

struct FoundInLine {
  bool too_hard = false;
  std::optional<std::string> text{};
};

FoundInLine found(const std::string& regex, const std::string& line) {
  const auto found = LineRegex::make(regex).value().last_in(line);
  if (!found.group) return {found.too_hard};
  return {found.too_hard, line.substr(found.group->begin, found.group->size)};
}

TEST(LineRegex, GivesTheFirstGroupOfTheLastMatch) {
  EXPECT_EQ(found("([0-9.]+) (images)/s", "1.5 images/s, 2.5 images/s in the mean").text, "2.5");
  EXPECT_EQ(found("speed: ([0-9]+)", "loss: 3").text, std::nullopt);
  EXPECT_EQ(found("^speed: ([0-9]+)$", "speed: 3").text, "3");
  EXPECT_EQ(found("speed:( [0-9]+)?", "speed: fast").text, "");
  EXPECT_EQ(found("(x*)", "").text, "");
}

TEST(LineRegex, ReadsLinesThatAreNotUtf8) { EXPECT_EQ(found("([0-9]+) \xB5s", "\xFF 12 \xB5s").text, "12"); }

TEST(LineRegex, GivesUpOnWhatWouldTakeTimeWithoutEnd) {
  const auto hard = found("(x+)+y", std::string(60, 'x'));
  EXPECT_TRUE(hard.too_hard);
  EXPECT_EQ(hard.text, std::nullopt);
  EXPECT_TRUE(found("(.*)(.*)(.*)!", std::string(5000, 'x')).too_hard);
}

TEST(LineRegex, GivesUpOnWhatWouldTakeMoreStackThanThereIs) {
  EXPECT_TRUE(found("(.*)", std::string(65'536, 'x')).too_hard);
}

TEST(LineRegex, SearchesALongLineThatIsEasy) {
  std::string line(65'000, 'x');
  line.append(" 12 it/s");
  EXPECT_EQ(found("([0-9]+) it/s", line).text, "12");
}

TEST(LineRegex, RefusesWhatIsNoExpressionAndWhatHasNoGroup) {
  EXPECT_EQ(render(LineRegex::make("speed: (").error()), "error: 'speed: (' is not a regular expression\n");
  EXPECT_EQ(render(LineRegex::make("speed: [0-9]+").error()),
            "error: the regex 'speed: [0-9]+' has no group for the number\n"
            "      = hint: put the number into parentheses\n");
}

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

TEST_F(PrintedFigureTest, IsNeverInTheLinesOfScalegenItself) {
  pattern_.regex = "([0-9.]+)";
  print("102.5\nscalegen: end of 2cpu-r1\n");
  EXPECT_EQ(metric().value(), (PrintedMetric{.value = 102.5, .file = "out", .line = 1, .text = "102.5"}));
  print("no figure\nscalegen: end of 2cpu-r1\n", "scalegen: 2 nodes are needed\n");
  EXPECT_EQ(why_none(), "no line of out or err matches throughput's regex");
}

TEST_F(PrintedFigureTest, IsNeverAPartOfANumber) {
  pattern_.regex = "tokens/s ([0-9.]+)";
  print("tokens/s 12,345.6\n");
  EXPECT_EQ(why_none(),
            "throughput in line 1 of out is '12', a part of '12,345.6': write {number} for the group, as in "
            "'tokens/s {number}'");
  pattern_.regex = "tokens/s {number}";
  EXPECT_EQ(metric().value(),
            (PrintedMetric{.value = 12345.6, .file = "out", .line = 1, .text = "12,345.6"}));
}

TEST_F(PrintedFigureTest, NeverTakesAnEarlierMatchForTheLast) {
  for (const std::string text : {"nan", "inf", "0", "0.0", "-3", "12,5", "fast"}) {
    print("throughput: 100 img/s\nthroughput: " + text + " img/s\n", "throughput: 7 img/s\n");
    EXPECT_EQ(why_none(), "throughput in line 2 of out is '" + text + "', which is not a number above 0");
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
  EXPECT_EQ(
      why_none(),
      "throughput's regex takes too long for the lines of out: write it without nested repeats and without "
      "'.*' before the text to find");
}

TEST_F(PrintedFigureTest, SaysWhatItCannotRead) {
  ASSERT_TRUE(make_folders(attempt_.out()));
  EXPECT_EQ(why_none(), "cannot read '" + attempt_.out().string() + "': Is a directory");
  pattern_.regex = "(";
  EXPECT_EQ(why_none(), "'(' is not a regular expression");
}

}  // namespace
}  // namespace scalegen
