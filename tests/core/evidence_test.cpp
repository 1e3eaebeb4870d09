#include "core/evidence.hpp"

#include <gmock/gmock.h>

#include "core/files.hpp"
#include "tests/temporary_folder.hpp"

namespace scalegen {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(EvidenceLine, IsAWordAndItsValues) {
  EXPECT_EQ(parse_evidence_line("task rank=1 cores=0-5,12 gpus="),
            (EvidenceLine{"task", {{"rank", "1"}, {"cores", "0-5,12"}, {"gpus", ""}}, ""}));
  EXPECT_EQ(parse_evidence_line("made file=a=b"), (EvidenceLine{"made", {{"file", "a=b"}}, ""}));
  EXPECT_EQ(parse_evidence_line("word"), (EvidenceLine{"word", {}, ""}));
  EXPECT_EQ(parse_evidence_line(""), EvidenceLine{});
}

TEST(EvidenceLine, HasValuesInQuotesWhereTheyNeedThem) {
  EXPECT_EQ(parse_evidence_line(R"(made file="a \"b\" \\ c=d" size=3)"),
            (EvidenceLine{"made", {{"file", R"(a "b" \ c=d)"}, {"size", "3"}}, ""}));
  EXPECT_EQ(parse_evidence_line(R"(made file="")"), (EvidenceLine{"made", {{"file", ""}}, ""}));
}

TEST(EvidenceLine, KeepsTheRestOfALineThatTheScriptDidNotMake) {
  EXPECT_EQ(parse_evidence_line("cpu0 1 2 a=3"), (EvidenceLine{"cpu0", {}, "1 2 a=3"}));
  EXPECT_EQ(parse_evidence_line("   0: 0100007F:C3C0 06"), (EvidenceLine{"0:", {}, "0100007F:C3C0 06"}));
  EXPECT_EQ(parse_evidence_line("some avg10=0.00 total=7 us a=3"),
            (EvidenceLine{"some", {{"avg10", "0.00"}, {"total", "7"}}, "us a=3"}));
  EXPECT_EQ(parse_evidence_line(R"(made file="cut off)"), (EvidenceLine{"made", {{"file", "cut off"}}, ""}));
  EXPECT_EQ(parse_evidence_line(R"(made file="a\)"), (EvidenceLine{"made", {{"file", "a\\"}}, ""}));
  EXPECT_EQ(parse_evidence_line(R"({"status": 7})"), (EvidenceLine{"{\"status\":", {}, "7}"}));
  EXPECT_EQ(parse_evidence_line(" =1 2"), (EvidenceLine{"", {}, "1 2"}));
}

TEST(EvidenceLine, OfAnOlderScriptHasOneValue) {
  EXPECT_EQ(parse_evidence_line("made=ckpt lr=0.1 \"x\".pt").value("file"), "ckpt lr=0.1 \"x\".pt");
  EXPECT_EQ(parse_evidence_line("123 python train.py lr=0.1").value("command"), "python train.py lr=0.1");
  EXPECT_EQ(parse_evidence_line("made file=x").value("size"), "");
}

TEST(Evidence, IsTheWholeLinesOfAFile) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "folder.txt";
  ASSERT_TRUE(write_file(file, "made file=a\n\nmade file=b"));
  EXPECT_THAT(read_evidence(file), ElementsAre(EvidenceLine{"made", {{"file", "a"}}, ""}, EvidenceLine{}));
  EXPECT_THAT(read_evidence(folder.path() / "none"), IsEmpty());
}

TEST(FolderRecord, IsReadAsScriptsWriteItAndAsTheyDidBefore) {
  for (const auto* const text : {"begun time=1763719200.25\nfolder path=\"/home/a b\"\nthere file=s.pt\n"
                                 "made file=s.pt\nmade file=\"out 1.pt\x1b\"\nmade fi",
                                 "begun=1763719200.25\nfolder=/home/a b\nthere=s.pt\nmade=s.pt\n"
                                 "made=out 1.pt\x1b\nmade"}) {
    const TemporaryFolder folder;
    const AttemptFolder attempt{folder.path()};
    ASSERT_TRUE(write_file(attempt.folder_record(), text));
    EXPECT_EQ(read_folder_record(attempt), (FolderRecord{.folder = "/home/a b",
                                                         .begun = 1763719200.25,
                                                         .there = {"s.pt"},
                                                         .made = {"out 1.pt?", "s.pt"}}));
  }
  const TemporaryFolder none;
  EXPECT_EQ(read_folder_record({none.path()}), FolderRecord{});
}

}  // namespace
}  // namespace scalegen
