#include "runner/submissions.hpp"

#include <gtest/gtest.h>

namespace scalegen {
namespace {

using Open = std::map<std::string, PastSubmission>;

TEST(OpenSubmissions, AreTheLastOfEachJob) {
  EXPECT_EQ(open_submissions(
                R"({"scalegen_journal":1,"campaign":"abc"}
{"event":"submitting","job":"a","attempt":"1"}
{"event":"submitted","job":"a","attempt":"1","id":"7"}
{"event":"submitting","job":"b","attempt":"1"}
{"event":"ended","run":"a","attempt":"1","outcome":"lost"}
{"event":"submitting","job":"a","attempt":"2"}
{"event":"submitted","job":"a","attempt":"2","id":"8"}
)"),
            (Open{{"a", {"2", "8"}}, {"b", {"1", std::nullopt}}}));
}

TEST(OpenSubmissions, MayBeWhatTheSchedulerDidNotAnswerTo) {
  EXPECT_EQ(open_submissions(
                R"({"event":"submitting","job":"a","attempt":"1"}
{"event":"put_off","job":"a","attempt":"1"}
)"),
            (Open{{"a", {"1", std::nullopt}}}));
}

TEST(OpenSubmissions, AreNotThoseThatEndedBeforeTheyBegan) {
  EXPECT_EQ(open_submissions(
                R"({"event":"submitting","job":"b","attempt":"1"}
{"event":"submitted","job":"b","attempt":"1","id":"7"}
{"event":"unclaimed","job":"b","attempt":"1"}
{"event":"interrupted"}
)"),
            Open{});
  EXPECT_EQ(open_submissions(""), Open{});
}

}  // namespace
}  // namespace scalegen
