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

TEST_F(JournalFile, BeginsWithAnIdThatStays) {
  const auto id = open()->sweep_id();
  EXPECT_THAT(id, testing::MatchesRegex("[0-9a-f]+"));
  EXPECT_EQ(id.size(), 8U);
  EXPECT_EQ(open()->sweep_id(), id);
  EXPECT_EQ(text(), "{\"scalegen_journal\":2,\"campaign\":\"" + id + "\",\"time\":1763719200.0}\n");
}

TEST_F(JournalFile, TakesALineForEachEvent) {
  ASSERT_TRUE(write_file(path_, "{\"scalegen_journal\":2,\"campaign\":\"5eedf00d\"}\n"));
  auto journal = open();
  ASSERT_TRUE(journal->write(JobEntry{.job = "1cpu-r1", .attempt = "1", .name = "5eedf00d-1cpu-r1-1"}));
  ASSERT_TRUE(open()->write(
      JobEntry{.event = JobEvent::submitted, .job = "1cpu-r1", .attempt = "1", .id = {"7", "cm2"}}));
  EXPECT_EQ(text(),
            "{\"scalegen_journal\":2,\"campaign\":\"5eedf00d\"}\n"
            "{\"event\":\"submitting\",\"job\":\"1cpu-r1\",\"attempt\":\"1\","
            "\"name\":\"5eedf00d-1cpu-r1-1\",\"time\":1763719200.0}\n"
            "{\"event\":\"submitted\",\"job\":\"1cpu-r1\",\"attempt\":\"1\",\"id\":\"7;cm2\","
            "\"time\":1763719200.0}\n");
}

TEST_F(JournalFile, LosesATornLineAndNoOther) {
  ASSERT_TRUE(write_file(
      path_, "{\"scalegen_journal\":2,\"campaign\":\"5eedf00d\"}\n{\"event\":\"a\"}\n{\"event\":\"b"));
  ASSERT_TRUE(open()->write(Interrupted{}));
  EXPECT_EQ(text(),
            "{\"scalegen_journal\":2,\"campaign\":\"5eedf00d\"}\n{\"event\":\"a\"}\n"
            "{\"event\":\"interrupted\",\"time\":1763719200.0}\n");
}

TEST_F(JournalFile, OfAnotherFormatIsRefused) {
  ASSERT_TRUE(write_file(path_, "{\"scalegen_journal\":1,\"campaign\":\"5eedf00d\"}\n"));
  EXPECT_EQ(
      render(open().error()),
      "error: '" + path_.string() +
          "' is a journal of format 1, and this scalegen reads format 2\n"
          "      = hint: use the scalegen that made it, or begin a new run directory with -o NEW_FOLDER\n");
}

TEST_F(JournalFile, ThatIsNoneIsRefusedAndKept) {
  for (const std::string other : {"", "{\"event\":\"a\"}\n", "[]\n", "a text"}) {
    ASSERT_TRUE(write_file(path_, other));
    EXPECT_EQ(
        render(open().error()),
        "error: '" + path_.string() +
            "' is not a journal of scalegen: its first line names no sweep id\n"
            "      = hint: put back the original file, or begin a new run directory with -o NEW_FOLDER\n");
    EXPECT_EQ(text(), other);
  }
}

using Open = OpenSubmissions;

TEST(OpenSubmissions, AreTheLastOfEachJobAlsoWithoutAnAnswer) {
  EXPECT_EQ(replay(
                R"({"scalegen_journal":2,"campaign":"abc"}
{"event":"submitting","job":"a","attempt":"1"}
{"event":"submitted","job":"a","attempt":"1","id":"7"}
{"event":"submitting","job":"b","attempt":"1"}
{"event":"ended","run":"a","attempt":"1","outcome":"lost"}
{"event":"submitting","job":"a","attempt":"2"}
{"event":"submitted","job":"a","attempt":"2","id":"8"}
)"),
            (Open{{"a", {"2", {"8"}, "", 0, JobPhase::queued}}, {"b", {"1"}}}));
  EXPECT_EQ(replay(
                R"({"event":"submitting","job":"a","attempt":"1"}
{"event":"unanswered","job":"a","attempt":"1"}
)"),
            (Open{{"a", {"1", {}, "", 0, JobPhase::uncertain}}}));
}

TEST(OpenSubmissions, OfAnArrayKnowTheirTask) {
  EXPECT_EQ(replay(
                R"({"event":"submitting","job":"a","attempt":"1","name":"1gpu-array2-c","task":0}
{"event":"submitting","job":"b","attempt":"3","name":"1gpu-array2-c","task":1}
{"event":"submitted","job":"a","attempt":"1","id":"7_0"}
)"),
            (Open{{"a", {"1", {"7_0"}, "1gpu-array2-c", 0, JobPhase::queued}},
                  {"b", {"3", {}, "1gpu-array2-c", 1}}}));
}

TEST(OpenSubmissions, AreNotThoseThatEndedBeforeTheyBegan) {
  EXPECT_EQ(replay(
                R"({"event":"submitting","job":"b","attempt":"1"}
{"event":"submitted","job":"b","attempt":"1","id":"7"}
{"event":"never_started","job":"b","attempt":"1"}
{"event":"interrupted"}
)"),
            Open{});
  EXPECT_EQ(replay(""), Open{});
}

}  // namespace
}  // namespace scalegen
