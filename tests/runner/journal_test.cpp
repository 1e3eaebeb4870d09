#include "runner/journal.hpp"

#include <gmock/gmock.h>

#include "tests/runner/stand_ins.hpp"

namespace scalegen {
namespace {

class JournalFile : public testing::Test {
 protected:
  [[nodiscard]] Result<Journal> open() { return Journal::open(path_, clock_); }
  [[nodiscard]] std::string text() const { return read_file(path_).value(); }

  TemporaryFolder folder_;
  std::filesystem::path path_ = folder_.path() / "journal.jsonl";
  FakeClock clock_;
};

TEST_F(JournalFile, BeginsWithACampaignThatStays) {
  const auto campaign = open()->campaign();
  EXPECT_THAT(campaign, testing::MatchesRegex("[0-9a-f]+"));
  EXPECT_EQ(campaign.size(), 8U);
  EXPECT_EQ(open()->campaign(), campaign);
  EXPECT_EQ(text(), "{\"scalegen_journal\":1,\"campaign\":\"" + campaign + "\",\"time\":1763719200.0}\n");
}

TEST_F(JournalFile, TakesALineForEachEvent) {
  ASSERT_TRUE(write_file(path_, "{\"scalegen_journal\":1,\"campaign\":\"5eedf00d\"}\n"));
  auto journal = open();
  ASSERT_TRUE(journal->write({{"event", "submitting"}, {"job", "1cpu-r1"}}));
  ASSERT_TRUE(open()->write({{"event", "submitted"}}));
  EXPECT_EQ(text(),
            "{\"scalegen_journal\":1,\"campaign\":\"5eedf00d\"}\n"
            "{\"event\":\"submitting\",\"job\":\"1cpu-r1\",\"time\":1763719200.0}\n"
            "{\"event\":\"submitted\",\"time\":1763719200.0}\n");
}

TEST_F(JournalFile, LosesATornLineAndNoOther) {
  ASSERT_TRUE(write_file(
      path_, "{\"scalegen_journal\":1,\"campaign\":\"5eedf00d\"}\n{\"event\":\"a\"}\n{\"event\":\"b"));
  ASSERT_TRUE(open()->write({{"event", "c"}}));
  EXPECT_EQ(text(),
            "{\"scalegen_journal\":1,\"campaign\":\"5eedf00d\"}\n{\"event\":\"a\"}\n"
            "{\"event\":\"c\",\"time\":1763719200.0}\n");
}

TEST_F(JournalFile, OfAnotherFormatIsRefused) {
  ASSERT_TRUE(write_file(path_, "{\"scalegen_journal\":2,\"campaign\":\"5eedf00d\"}\n"));
  EXPECT_EQ(render(open().error()),
            "error: '" + path_.string() +
                "' is a journal of format 2, and this scalegen reads format 1\n"
                "      = hint: use the scalegen that made it, or start anew with -o NEW_FOLDER\n");
}

TEST_F(JournalFile, ThatIsNoneIsRefusedAndKept) {
  for (const std::string other : {"", "{\"event\":\"a\"}\n", "[]\n", "a text"}) {
    ASSERT_TRUE(write_file(path_, other));
    EXPECT_EQ(render(open().error()),
              "error: '" + path_.string() +
                  "' is not a journal of scalegen: its first line names no campaign\n"
                  "      = hint: put back the file that stood there, or start anew with -o NEW_FOLDER\n");
    EXPECT_EQ(text(), other);
  }
}

}  // namespace
}  // namespace scalegen
