#include <fmt/format.h>
#include <gmock/gmock.h>

#include <regex>

#include "analysis/readers/folder_record.hpp"
#include "analysis/readers/node_log.hpp"
#include "analysis/readers/queue_wait.hpp"
#include "analysis/readers/timestamp.hpp"
#include "core/files.hpp"
#include "tests/temporary_folder.hpp"

namespace scalegen {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

// Lines by which trainers say that they go on from a checkpoint: in the forms that public trainers print.

class ResumingLines : public testing::Test {
 protected:
  std::vector<std::string> of(const std::string& out, const std::string& err = "") {
    EXPECT_TRUE(write_file(attempt_.out(), out));
    EXPECT_TRUE(write_file(attempt_.err(), err));
    return read_checkpoint_lines(attempt_);
  }

  TemporaryFolder folder_;
  AttemptFolder attempt_{folder_.path()};
};

TEST_F(ResumingLines, AreThoseOfKnownTrainers) {
  for (const auto* line :
       {"Loading snapshot", "Resuming training from snapshot at Epoch 15", "Resuming training from out-char",
        "Checkpoint detected, resuming training at out/checkpoint-40.",
        "  Continuing training from checkpoint, will skip to saved global_step",
        "Restoring states from the checkpoint path at last.ckpt",
        "Restored all states from the checkpoint at last.ckpt",
        "[Rank 0] Loading checkpoint from ckpt/global_step10/mp_rank_00_model_states.pt",
        "=> loaded checkpoint 'model_best.pth.tar' (epoch 3)",
        " loading checkpoint from /ckpts at iteration 100",
        "Loading the checkpoint from outputs/checkpoint/step-10."})
    EXPECT_THAT(of(std::string(line) + "\n"), SizeIs(1)) << line;
}

TEST_F(ResumingLines, AreNotThoseOfData) {
  for (const auto* line :
       {"Loading training data", "loaded 60000 images", "=> no checkpoint found at 'x.pth'",
        "could not find a checkpoint, will start from random", "resume_from_checkpoint=None,",
        "Epoch 1 | Training checkpoint saved at checkpoint.pt", "saving checkpoint to out", "resume: False",
        "iter 10: loss 2.5"})
    EXPECT_THAT(of(std::string(line) + "\n"), IsEmpty()) << line;
}

TEST_F(ResumingLines, AreOfBothOutputsAndBounded) {
  EXPECT_THAT(of("Loading snapshot\n", "INFO Resuming training from step 3\n"),
              ElementsAre("Loading snapshot", "INFO Resuming training from step 3"));
  EXPECT_THAT(of("[rank0] Loading snapshot 1\n[rank1] Loading snapshot 2\n"),
              ElementsAre("[rank0] Loading snapshot 1"));
  std::string many;
  for (char c = 'a'; c <= 'z'; ++c) many += "Loading snapshot " + std::string(1000, c) + "\n";
  const auto lines = of(many);
  ASSERT_THAT(lines, SizeIs(8));
  EXPECT_LT(lines.front().size(), 200);
  EXPECT_THAT(of(std::string(6000, '\n') + "Loading snapshot\n"), IsEmpty());
}

TEST_F(ResumingLines, AreNoneWithoutOutput) { EXPECT_THAT(read_checkpoint_lines(attempt_), IsEmpty()); }

std::optional<std::int64_t> wait_in_file(const std::string& text) {
  const TemporaryFolder folder;
  EXPECT_TRUE(write_file(folder.path() / "queue.txt", text));
  return queue_seconds(list_attempt(folder.path()));
}

std::optional<std::int64_t> wait_in(const std::string& values) {
  return wait_in_file("queue " + values + "\n");
}

// Of a real 24.11: a job that waited for nodes, and one that a person had held for 8 seconds.
TEST(QueueWait, IsFromWhenAJobCouldHaveBegunToItsBegin) {
  EXPECT_EQ(wait_in("restarts=0 submitted=1795858520 eligible=1795858528 started=1795858534"), 6);
  EXPECT_EQ(wait_in("restarts=0 submitted=1795858520 eligible=1795858528 started=1795858528"), 0);
}

TEST(QueueWait, IsNotKnownWhereSlurmSaysOnlyTheSubmissionOrOfAJobThatHadBegunBefore) {
  for (const std::string unknown : {"Unknown", "0", "N", ""})
    EXPECT_EQ(wait_in("restarts=0 submitted=1795858520 eligible=" + unknown + " started=1795858534"),
              std::nullopt)
        << unknown;
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
  EXPECT_EQ(queue_seconds(list_attempt(folder.path())), std::nullopt) << "there is none";
  EXPECT_EQ(wait_in_file("queue restarts=0 submitted=5 eligible=7 started=9\n" + std::string(1 << 20, 'x')),
            2);
}

TEST(Timestamp, OfNvidiaSmiIsUtcAndOfIso8601SubtractsItsOffset) {
  EXPECT_DOUBLE_EQ(parse_timestamp("2026/07/14 08:12:53.353").value(), 1784016773.353);
  EXPECT_EQ(parse_timestamp("2025-09-08T17:26:50+08:00"), 1757323610.0);
  EXPECT_EQ(parse_timestamp("2025-09-08T09:26:50Z"), 1757323610.0);
  EXPECT_EQ(parse_timestamp("2025-09-08 05:56:50-0330"), 1757323610.0);
  EXPECT_EQ(parse_timestamp("2025-09-08T17:26:50+08"), 1757323610.0);
}

TEST(Timestamp, OfOtherTextsIsNone) {
  for (const auto* text :
       {"", "[N/A]", "2025-09-08", "2025-13-08T17:26:50", "2025-02-30T17:26:50", "2025-09-08T24:00:00",
        "2025-09-08T17:26:50 CET", "2025-9-8T17:26:50", "2025-09-08T17:26:", "2025-09-08T17:26:50+8"})
    EXPECT_EQ(parse_timestamp(text), std::nullopt) << text;
}

TEST(TimestampReader, ReadsWhatParseTimestampReads) {
  TimestampReader times;
  for (const auto* text : {"2026/07/14 08:12:53.353", "2026/07/14 08:12:59.999", "2026/07/14 08:13:00.000",
                           "2026/07/14 08:12:60.5", "2026/07/14 08:12:61.0", "2026/07/14 08:12:",
                           "2026/07/14 08:12:5.3.3", "2025-09-08T17:26:50+08:00", "2025-09-08T17:26:51Z",
                           "2025-09-08T17:26:52", "2026/13/14 08:12:53.353", "", "53.353", "[N/A]"})
    EXPECT_EQ(times.read(text), parse_timestamp(text)) << text;
}

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

TEST(NodeLog, KnowsNothingThatWasNotWrittenAndNoCountsThatNoKernelHas) {
  const auto log = parse_node_log("begin 10\nend 20\nheat \n", "n1");
  ASSERT_TRUE(log);
  EXPECT_EQ(*log, (NodeLog{.host = "n1", .begin = {.time = 10}, .end = {.time = 20}}));
  const std::string ticks = "9223372036854775807";
  const std::string part =
      "cpu0 " + ticks + " 1 1 1 1 1 1 1\ncpu1 1 1 1 x 1 1 1 1\nscript ticks=" + ticks + "\n";
  const auto impossible =
      parse_node_log("begin time=10\n" + part + "end time=20\n" + part + "task ticks=" + ticks + "\n", "n1");
  ASSERT_TRUE(impossible);
  EXPECT_EQ(*impossible, (NodeLog{.host = "n1", .begin = {.time = 10}, .end = {.time = 20}, .own_ticks = 0}));
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
