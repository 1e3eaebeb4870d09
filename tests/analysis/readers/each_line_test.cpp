#include "analysis/readers/printed_metric.hpp"

#include <gmock/gmock.h>

#include "core/files.hpp"
#include "tests/analysis/temporary_folder.hpp"

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

}  // namespace
}  // namespace scalegen
