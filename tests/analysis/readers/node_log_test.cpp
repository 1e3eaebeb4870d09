#include "analysis/readers/node_log.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <regex>

#include "core/files.hpp"
#include "tests/temporary_folder.hpp"

namespace scalegen {
namespace {

// 21001 is 5209. The connections of port CAB6 and CABC were there for the ranks, that of FFFF before, that of
// CAB8 comes from another node.
const std::string kLog =
    "begin 1763719200.5\n"
    "load 0.50 1.09 1.48 2/110 30655\n"
    "cpu0 1000 10 100 5000 50 0 5 3 0 0\n"
    "cpu1 2000 0 0 5000 0 7 0 0 0 0\n"
    "some avg10=0.00 avg60=0.00 avg300=0.00 total=1000000\n"
    "throttled_usec 2000000\n"
    "heat 7\n"
    "script 20\n"
    "port 21001\n"
    "  sl  local_address rem_address   st tx_queue\n"
    "   4: 0100007F:FFFF 0100007F:5209 06 00000000:00000000\n"
    "end 1763719210.5\n"
    "load 1.75 1.20 1.50 3/110 30961\n"
    "cpu0 1900 10 110 5080 50 0 5 13 0 0\n"
    "cpu1 2500 0 0 5500 0 7 0 0 0 0\n"
    "some avg10=0.00 avg60=0.00 avg300=0.00 total=2500000\n"
    "throttled_usec 2500000\n"
    "heat 9\n"
    "script 1220\n"
    "port 21001\n"
    "  sl  local_address rem_address   st tx_queue\n"
    "   0: 00000000:5209 00000000:0000 0A 00000000:00000000\n"
    "   1: 0100007F:CAB6 0100007F:5209 06 00000000:00000000\n"
    "   2: 0100007F:5209 0100007F:CAB6 01 00000000:00000000\n"
    "   3: 0100007F:5209 0100007F:CABC 06 00000000:00000000\n"
    "   4: 0100007F:5209 0200007F:CAB8 06 00000000:00000000\n";

TEST(NodeLog, HasWhatTheKernelCounted) {
  const auto log = parse_node_log(kLog, "n1");
  ASSERT_TRUE(log);
  EXPECT_EQ(log->host, "n1");
  EXPECT_EQ(log->own_ticks, 1200);
  EXPECT_EQ(log->begin, (NodeCounts{.time = 1763719200.5,
                                    .load_average = 0.5,
                                    .cores = {{0, {1110, 5050, 3, 6168}}, {1, {2000, 5000, 0, 7007}}},
                                    .seconds_waited = 1,
                                    .seconds_throttled = 2,
                                    .heat_events = 7,
                                    .own_ticks = 20,
                                    .lists_connections = true,
                                    .connections = {"0100007F:FFFF"}}));
  EXPECT_EQ(log->end.connections, (std::set<std::string>{"0100007F:CAB6", "0100007F:CABC"}));
}

/// A log of an older script, in which values have no keys, as it is written now.
std::string with_keys(std::string log) {
  for (const auto& [word, key] :
       {std::pair("begin", "time"), std::pair("end", "time"), std::pair("heat", "events"),
        std::pair("script", "ticks"), std::pair("task", "ticks"), std::pair("memory_peak", "bytes"),
        std::pair("port", "number")})
    log = std::regex_replace(log, std::regex(fmt::format("(^|\n){} ", word)),
                             fmt::format("$1{} {}=", word, key));
  return log;
}

TEST(NodeLog, IsReadAsScriptsWriteItAndAsTheyDidBefore) {
  const auto written = with_keys(kLog);
  EXPECT_TRUE(written.starts_with("begin time=1763719200.5\nload 0.50 1.09 1.48 2/110 30655\n")) << written;
  EXPECT_NE(written.find("\nheat events=9\nscript ticks=1220\nport number=21001\n"), std::string::npos)
      << written;
  ASSERT_TRUE(parse_node_log(written, "n1"));
  EXPECT_EQ(parse_node_log(written, "n1"), parse_node_log(kLog, "n1"));
}

TEST(NodeLog, AddsUpWhatTheTasksOfAJobUsed) {
  const std::string older =
      "begin 10\ncpu0 1 0 0 1 0 0 0 0\ntask 120\ntask 130\nend 20\ncpu0 2 0 0 2 0 0 0 0\n";
  for (const auto& text : {older, with_keys(older)}) {
    const auto log = parse_node_log(text, "n1");
    ASSERT_TRUE(log);
    EXPECT_EQ(log->own_ticks, 250);
  }
}

TEST(NodeLog, HasThePeakOfMemoryUnlessAnEarlierRunOfTheJobHeldMore) {
  const auto peak = [](const std::string& begin, const std::string& end) {
    const auto older = "begin 10\nmemory_peak " + begin + "\nend 20\nmemory_peak " + end + "\n";
    EXPECT_EQ(parse_node_log(older, "n1"), parse_node_log(with_keys(older), "n1"));
    return parse_node_log(older, "n1")->peak_memory_mib;
  };
  EXPECT_EQ(peak("1048576", "104857600"), 100);
  EXPECT_EQ(peak("1048576", "104857601"), 101);
  EXPECT_EQ(peak("", "104857600"), 100);
  EXPECT_FALSE(peak("104857600", "104857600"));
  EXPECT_FALSE(peak("4096", "-1"));
  EXPECT_FALSE(peak("4096", "max"));
}

TEST(NodeLog, KnowsNothingThatWasNotWritten) {
  const auto log = parse_node_log("begin 10\nend 20\nheat \n", "n1");
  ASSERT_TRUE(log);
  EXPECT_EQ(*log, (NodeLog{.host = "n1", .begin = {.time = 10}, .end = {.time = 20}}));
}

TEST(NodeLog, LeavesOutCountsThatNoKernelHas) {
  const std::string ticks = "9223372036854775807";
  const std::string part =
      "cpu0 " + ticks + " 1 1 1 1 1 1 1\ncpu1 1 1 1 x 1 1 1 1\nscript ticks=" + ticks + "\n";
  const auto log =
      parse_node_log("begin time=10\n" + part + "end time=20\n" + part + "task ticks=" + ticks + "\n", "n1");
  ASSERT_TRUE(log);
  EXPECT_EQ(*log, (NodeLog{.host = "n1", .begin = {.time = 10}, .end = {.time = 20}, .own_ticks = 0}));
}

TEST(NodeLog, IsNoneIfItIsCutOffOrOfAnotherKind) {
  EXPECT_FALSE(parse_node_log(kLog.substr(0, kLog.find("end ")), "n1"));
  EXPECT_FALSE(parse_node_log("", "n1"));
  EXPECT_FALSE(parse_node_log("end 5\nbegin 7\n", "n1"));
  EXPECT_FALSE(parse_node_log("\x01\xff: : : :\ncpu\ncpu9999999999999 1\nport x\n", "n1"));
}

TEST(WhatWentOn, AreTheCommandsOnEachNode) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder.path() / "goes_on.n1.txt",
                         "process pid=7 command=\"python3 train.py --name \\\"a b\\\"\"\n"
                         "process pid=8 command=sleep\nprocess pid=9 comm"));
  ASSERT_TRUE(write_file(folder.path() / "goes_on.n2.txt",  // of an older script
                         "7 python3 train.py lr=0.1 command=x \n8 sleep\x1b \n9 \nnonsense\n"));
  EXPECT_THAT(what_went_on(list_attempt(folder.path())),
              testing::ElementsAre("python3 train.py --name \"a b\"", "sleep",
                                   "python3 train.py lr=0.1 command=x", "sleep?"));
}

}  // namespace
}  // namespace scalegen
