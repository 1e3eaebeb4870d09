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

TEST(OpenSubmissions, OfAnArrayKnowTheirTask) {
  EXPECT_EQ(open_submissions(
                R"({"event":"submitting","job":"a","attempt":"1","name":"c-array-2","task":0}
{"event":"submitting","job":"b","attempt":"3","name":"c-array-2","task":1}
{"event":"submitted","job":"a","attempt":"1","id":"7_0"}
)"),
            (Open{{"a", {"1", "7_0"}}, {"b", {"3", std::nullopt, "c-array-2", 1}}}));
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
