#include "analysis/readers/queue_wait.hpp"

#include <gtest/gtest.h>

#include "core/files.hpp"
#include "tests/temporary_folder.hpp"

namespace scalegen {
namespace {

std::optional<QueueWait> wait_in_file(const std::string& text) {
  const TemporaryFolder folder;
  EXPECT_TRUE(write_file(folder.path() / "queue.txt", text));
  return read_queue_wait(list_attempt(folder.path()));
}

std::optional<QueueWait> wait_in(const std::string& values) { return wait_in_file("queue " + values + "\n"); }

constexpr bool kEligible = false;
constexpr bool kSubmitted = true;

// Of a real 24.11: a job that waited for nodes, and one that a person had held for 8 seconds.
TEST(QueueWait, IsFromWhenAJobCouldHaveBegunToItsBegin) {
  EXPECT_EQ(wait_in("restarts=0 submitted=1795858520 eligible=1795858528 started=1795858534"),
            (QueueWait{6, kEligible}));
  EXPECT_EQ(wait_in("restarts=0 submitted=1795858520 eligible=1795858528 started=1795858528"),
            (QueueWait{0, kEligible}));
}

TEST(QueueWait, IsFromItsSubmissionWhereSlurmSaysNoMore) {
  for (const std::string unknown : {"Unknown", "0", "N", ""})
    EXPECT_EQ(wait_in("restarts=0 submitted=1795858520 eligible=" + unknown + " started=1795858534"),
              (QueueWait{14, kSubmitted}))
        << unknown;
}

TEST(QueueWait, IsNotKnownOfAJobThatHadBegunBefore) {
  EXPECT_EQ(wait_in("restarts=1 submitted=1795858520 eligible=1795858528 started=1795858534"), std::nullopt);
  EXPECT_EQ(wait_in("submitted=1795858520 eligible=1795858528 started=1795858534"), std::nullopt);
}

TEST(QueueWait, IsNeverZeroForWhatIsNoTime) {
  for (const std::string values :
       {"restarts=0 submitted=Unknown eligible=Unknown started=Unknown", "restarts=0 submitted=5 eligible=5",
        "restarts=0 submitted=10 eligible=5 started=20", "restarts=0 submitted=10 eligible=15 started=12",
        "restarts=0 submitted=10 eligible=Unknown started=5", "restarts=0 submitted=-5 eligible=1 started=9",
        "restarts=0 submitted=5 eligible=5 started=99999999999999999999",
        "restarts=0 submitted=5 eligible=5 "
        "started=1e9",
        "restarts= submitted= eligible= started=", "", "restarts"})
    EXPECT_EQ(wait_in(values), std::nullopt) << values;
  EXPECT_EQ(wait_in_file(""), std::nullopt);
  EXPECT_EQ(wait_in_file("queue restarts=0 submitted=5 eligible=5 started=9"), std::nullopt)
      << "cut off before its end";
  EXPECT_EQ(wait_in_file(std::string("\0\xff\n=\nqueue\n", 10)), std::nullopt);
}

TEST(QueueWait, IsReadFromTheBeginningOfItsFile) {
  const TemporaryFolder folder;
  EXPECT_EQ(read_queue_wait(list_attempt(folder.path())), std::nullopt) << "there is none";
  EXPECT_EQ(wait_in_file("queue restarts=0 submitted=5 eligible=7 started=9\n" + std::string(1 << 20, 'x')),
            (QueueWait{2, kEligible}));
}

}  // namespace
}  // namespace scalegen
