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
    EXPECT_TRUE(
        for_each_line(file_, [&](const PrintedLine& line) { lines.emplace_back(line.number, line.text); }));
    return lines;
  }

  TemporaryFolder folder_;
  std::filesystem::path file_ = folder_.path() / "out";
};

TEST_F(EachLine, CountsAsAnEditorDoesWithLinesOfAnyLengthAndPartsOfProgressBars) {
  EXPECT_THAT(lines_of("a\n\nb\r\nno end"), ElementsAre(Pair(1, "a"), Pair(3, "b"), Pair(4, "no end")));
  EXPECT_THAT(lines_of(""), IsEmpty());
  EXPECT_THAT(lines_of("\r10 it/s\r20 it/s\ndone\n"),
              ElementsAre(Pair(1, "10 it/s"), Pair(1, "20 it/s"), Pair(2, "done")));
  const std::string megabyte(1 << 20, 'x');
  EXPECT_THAT(lines_of("a\n" + megabyte + "\rb\r" + megabyte + "\nc\n" + megabyte),
              ElementsAre(Pair(1, "a"), Pair(2, megabyte), Pair(2, "b"), Pair(2, megabyte), Pair(3, "c"),
                          Pair(4, megabyte)));
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

TEST_F(EachLine, FindsNoneWhereThereIsNoFileAndSaysWhatItCannotRead) {
  const auto never = [](const PrintedLine&) { ADD_FAILURE(); };
  EXPECT_TRUE(for_each_line(file_, never));
  const auto folder = for_each_line(folder_.path(), never);
  ASSERT_FALSE(folder);
  EXPECT_EQ(render(folder.error()), "error: cannot read '" + folder_.path().string() + "': Is a directory\n");
}

class PrintedMatchesTest : public testing::Test {
 protected:
  void print(const std::string& out, const std::string& err = "") {
    EXPECT_TRUE(write_file(attempt_.out(), out));
    EXPECT_TRUE(write_file(attempt_.err(), err));
  }
  [[nodiscard]] Result<PrintedMatches> matches() const { return find_printed_matches(attempt_, pattern_); }
  [[nodiscard]] std::string why_none() const {
    const auto none = matches();
    return none ? "there are some" : none.error().front().message;
  }
  [[nodiscard]] std::string why_no_last() const {
    const auto last = matches().value().last;
    return last ? "it is a number" : last.error().front().message;
  }

  TemporaryFolder folder_;
  AttemptFolder attempt_{folder_.path()};
  MetricPattern pattern_{.name = "throughput", .regex = "throughput: (\\S+) img/s", .unit = "images/s"};
};

TEST_F(PrintedMatchesTest, AreAllOfThoseInOutAlsoInOneLine) {
  print("throughput: 100 img/s\nloss: 3\n\rthroughput: 200 img/s throughput: 1,250.5 img/s\nloss: 2\n",
        "throughput: 7 img/s\n");
  const auto found = matches().value();
  EXPECT_EQ(found.file, "out");
  EXPECT_EQ(found.count, 3);
  EXPECT_THAT(found.values, ElementsAre(100, 200, 1250.5));
  EXPECT_EQ(found.sum, 1550.5);
  EXPECT_EQ(found.last.value(), 1250.5);
  EXPECT_EQ(found.last_line, 3);
  EXPECT_EQ(found.last_text, "1,250.5");
}

TEST_F(PrintedMatchesTest, AreReadWithoutColours) {
  pattern_ = {.name = "time", .regex = "took.*?{number}", .unit = "s"};
  print("took \x1b[32m12.5s\x1b[0m\n");
  const auto found = matches().value();
  EXPECT_THAT(found.values, ElementsAre(12.5));
  EXPECT_EQ(found.last_text, "12.5");
  pattern_ = {.name = "throughput", .regex = "\\[32m([0-9.]+)", .unit = "images/s"};
  print("\x1b[32m12.5 img/s\n");
  EXPECT_THAT(matches().value().values, ElementsAre(12.5)) << "as the pattern says";
}

TEST_F(PrintedMatchesTest, AreInErrOnlyWhereOutHasNoneAndNoneWhereNothingMatches) {
  print("loss: 3\n", "\rthroughput: 5 img/s\rthroughput: 6 img/s\n");
  const auto found = matches().value();
  EXPECT_EQ(found.file, "err");
  EXPECT_THAT(found.values, ElementsAre(5, 6));
  EXPECT_EQ(found.last_line, 1);
  print("loss: 3\n", "warning\n");
  EXPECT_EQ(why_none(), "no line of out or err matches throughput's regex");
}

TEST_F(PrintedMatchesTest, AreNeverInTheLinesOfScalegenItself) {
  pattern_.regex = "([0-9.]+)";
  print("102.5\nscalegen: end of 2cpu-r1\n");
  EXPECT_THAT(matches().value().values, ElementsAre(102.5));
  print("no figure\nscalegen: end of 2cpu-r1\n", "scalegen: 2 nodes are needed\n");
  EXPECT_EQ(why_none(), "no line of out or err matches throughput's regex");
}

TEST_F(PrintedMatchesTest, AreNeverPartsOfNumbers) {
  pattern_.regex = "tokens/s ([0-9.]+)";
  print("tokens/s 12,345.6\n");
  EXPECT_EQ(why_no_last(),
            "throughput in line 1 of out is '12', a part of '12,345.6': write {number} for the group, as in "
            "'tokens/s {number}'");
  EXPECT_THAT(matches().value().values, IsEmpty());
  pattern_.regex = "tokens/s {number}";
  EXPECT_EQ(matches().value().last.value(), 12345.6);
}

TEST_F(PrintedMatchesTest, SayWhichOfThemAreNoNumbers) {
  for (const std::string text : {"nan", "inf", "0", "0.0", "-3", "12,5", "fast"}) {
    const auto why = "throughput in line 2 of out is '" + text + "', which is not a number above 0";
    print("throughput: 100 img/s\nthroughput: " + text + " img/s\n", "throughput: 7 img/s\n");
    EXPECT_EQ(why_no_last(), why);
    EXPECT_EQ(matches().value().no_value, why);
    print("\nthroughput: " + text + " img/s\nthroughput: 100 img/s\n");
    const auto found = matches().value();
    EXPECT_EQ(found.no_number, why);
    EXPECT_EQ(found.no_value, "") << "a first one is warm-up";
    EXPECT_EQ(found.passed, 1);
    EXPECT_THAT(found.values, ElementsAre(100));
  }
}

TEST_F(PrintedMatchesTest, AreOnlyCountedWhereTheyAreSkipped) {
  pattern_.skip = 2;
  print("throughput: 1 img/s\nthroughput: nan img/s\nthroughput: 3 img/s\nthroughput: 4 img/s\n");
  const auto found = matches().value();
  EXPECT_EQ(found.count, 4);
  EXPECT_EQ(found.passed, 2);
  EXPECT_THAT(found.values, ElementsAre(3, 4));
  EXPECT_EQ(found.sum, 7);
  EXPECT_EQ(found.no_number, "");
}

TEST_F(PrintedMatchesTest, TakeNoMoreMemoryHoweverManyTheyAre) {
  std::string text;
  for (int i = 1; i <= 250'000; ++i) text += "throughput: " + std::to_string(i) + " img/s\n";
  print(text);
  const auto found = matches().value();
  EXPECT_EQ(found.count, 250'000);
  EXPECT_EQ(found.one_in, 4);
  EXPECT_EQ(found.values.size(), 62'500U);
  for (std::size_t i = 0; i < found.values.size(); ++i)  // one of each four that follow each other
    ASSERT_EQ(static_cast<std::size_t>(found.values[i] - 1) / 4, i);
  EXPECT_EQ(found.sum, 250'000.0 * 250'001 / 2);
  EXPECT_EQ(found.last.value(), 250'000);
}

TEST_F(PrintedMatchesTest, AreOfTheKindsOfTheWordsBeforeThem) {
  pattern_.regex = "([0-9.]+)it/s";
  print(
      "Epoch 0/1 \u2501\u2501\u2501\u2501\u2501\u2501\u2501\u2501 400/400 0:00:06 \u2022 0:00:00 326.17it/s "
      "v_num: 0.000\n"
      "\rEpoch 1/1 \u2501\u2578 400/400 10:00:06 \u2022 0:00:00 328.17it/s v_num: 0\n"
      "\x1b[32mTesting\x1b[0m \u2501 1s 620.00it/s, now 610it/s  \n");
  const auto found = matches().value();
  ASSERT_EQ(found.kinds.size(), 3U);
  EXPECT_EQ(found.kinds[0],
            (MatchKind{
                .words = {"Epoch"},
                .line = "Epoch 0/1 \u2501\u2501\u2501 400/400 0:00:06 \u2022 0:00:00 326.17it/s v_num: 0.000",
                .count = 2,
                .median = (326.17 + 328.17) / 2}));
  EXPECT_EQ(found.kinds[1], (MatchKind{.words = {"Testing"},
                                       .line = "Testing \u2501 1s 620.00it/s, now 610it/s",
                                       .count = 1,
                                       .median = 620}));
  EXPECT_THAT(found.kinds[2].words, ElementsAre("it", "now"));
  EXPECT_EQ(found.last_excerpt, "Testing \u2501 1s 620.00it/s, now 610it/s");
}

TEST_F(PrintedMatchesTest, AreOfNoKindsBehindFreeTextAndShownInAnExcerptOfALongLine) {
  std::string text;
  for (char c = 'a'; c < 'z'; ++c) text += "file_" + std::string(1, c) + " throughput: 5 img/s\n";
  print(text);
  EXPECT_THAT(matches().value().kinds, IsEmpty());
  text = "x";
  for (int i = 0; i < 5000; ++i) text += "yz";
  print(text + " throughput: 5 img/s " + text);
  EXPECT_EQ(matches().value().last_excerpt,
            "xyzyzyzyzyzyzyzyzyzyzyzyzyzyzyzyzyzyzyzy...zyzyzyzyzyzyzyzyzyzyzyzyzyz throughput: 5 img/s "
            "xyzyzyzyzyzyzyzyzyzyzyzyzyzyzyzyz...");
  const std::string endless(1 << 20, 'x');
  pattern_.regex = ".*(?:x+)+ throughput: {number} img/s";
  print(endless + "\n" + endless + " throughput: 8 img/s " + endless + "\n");
  EXPECT_THAT(matches().value().values, ElementsAre(8));
}

TEST_F(PrintedMatchesTest, SayWhatCannotBeRead) {
  ASSERT_TRUE(make_folders(attempt_.out()));
  EXPECT_EQ(why_none(), "cannot read '" + attempt_.out().string() + "': Is a directory");
  pattern_.regex = "(";
  EXPECT_EQ(why_none(), "throughput's regex '(': this is not a regular expression: missing )");
  pattern_.regex = "{number} (?=images)";  // of a plan made before
  EXPECT_EQ(why_none(),
            "throughput's regex '{number} (?=images)': '(?=' looks ahead or behind, which patterns cannot");
}

}  // namespace
}  // namespace scalegen
