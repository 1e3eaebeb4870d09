#include "analysis/readers/imported_table.hpp"

#include <gmock/gmock.h>

namespace scalegen {
namespace {

using testing::ElementsAre;

std::string mistakes_in(std::string_view text) {
  const auto table = read_table("t.csv", text);
  return table ? "none" : render(table.error());
}

TEST(Table, ReadsTimesWithoutAHeader) {
  EXPECT_EQ(read_table("t.csv", "# my runs\n\ncpu, 192.25\r\n1gpu,7.348e1").value(),
            (ImportedTable{Quantity::time, "s", {{"cpu", 1, 192.25}, {"1gpu", 1, 73.48}}}));
}

TEST(Table, TakesColumnsInAnyOrder) {
  EXPECT_EQ(read_table("t.csv", "round,images_per_s,rung\n2,900,1gpu\n1,910,1gpu\n").value(),
            (ImportedTable{Quantity::rate, "images/s", {{"1gpu", 2, 900}, {"1gpu", 1, 910}}}));
}

TEST(Table, CountsLinesOfARungAsItsRounds) {
  EXPECT_THAT(read_table("t.csv", "1gpu,10\n2gpu,6\n1gpu,11\n").value().rows,
              ElementsAre(ImportedRow{"1gpu", 1, 10}, ImportedRow{"2gpu", 1, 6}, ImportedRow{"1gpu", 2, 11}));
}

TEST(Table, AsksForTheMeaningOfAThirdColumn) {
  EXPECT_EQ(mistakes_in("1gpu,10,3\n"),
            "t.csv:1:9: error: a table without names of columns is rung,seconds, but this line has 3 fields\n"
            "    1 | 1gpu,10,3\n"
            "      |         ^\n"
            "      = hint: name the columns in the first line, such as rung,seconds or "
            "gpus,images_per_s,round\n");
}

TEST(Table, ReadsAHeaderBehindAHash) {
  const ImportedTable expected{Quantity::rate, "images/s", {{"1gpu", 1, 100}, {"2gpu", 1, 190}}};
  EXPECT_EQ(read_table("t.csv", "# rung,images_per_s\n1gpu,100\n2gpu,190\n").value(), expected);
  EXPECT_EQ(read_table("t.csv", "#rung, images_per_s\n# on della, at night\n1gpu,100\n2gpu,190\n").value(),
            expected);
  EXPECT_EQ(mistakes_in("# gpus, goodness\n1,100\n"),
            "t.csv:1:1: error: no column has a time or a rate\n"
            "    1 | # gpus, goodness\n"
            "      | ^\n"
            "      = hint: name the columns in the first line, such as rung,seconds or "
            "gpus,images_per_s,round\n");
}

std::string read_as(const std::string& column) {
  const auto table = read_table("t.csv", "rung;" + column + "\n1gpu;10\n");
  if (!table) return "none";
  return (table->quantity == Quantity::time ? "time in " : "rate in ") + table->unit;
}

TEST(Table, KnowsTimesAndRatesByTheNamesThatPeopleWrite) {
  for (const auto* name :
       {"seconds", "Time", "time (s)", "TIME [sec]", "time_s", "wall time", "Elapsed", "secs"})
    EXPECT_EQ(read_as(name), "time in s") << name;
  for (const auto* name : {"ms", "time (ms)", "runtime_ms"}) EXPECT_EQ(read_as(name), "time in ms") << name;
  EXPECT_EQ(read_as("s/step"), "time in s/step");
  EXPECT_EQ(read_as("ms_per_step"), "time in ms/step");
  EXPECT_EQ(read_as("throughput"), "rate in throughput");
  EXPECT_EQ(read_as("Throughput (images/s)"), "rate in images/s");
  EXPECT_EQ(read_as("tokens_per_s"), "rate in tokens/s");
  EXPECT_EQ(read_as("tokens/s/GPU"), "rate in tokens/s/GPU");
  EXPECT_EQ(read_as("images_per_sec"), "rate in images/sec");
  EXPECT_EQ(read_as("ns/day"), "rate in ns/day");
  for (const auto* name : {"time (GB)", "throughput (s)", "min", "loss", "speedup", "s", ""})
    EXPECT_EQ(read_as(name), "none") << name;
}

std::vector<std::string> rungs_of(const std::string& column, const std::string& cells) {
  std::vector<std::string> names;
  const auto table = read_table("t.csv", column + "\ttime\n" + cells);
  for (const auto& row : table.value_or(ImportedTable{}).rows) names.push_back(row.rung);
  return names;
}

TEST(Table, NamesRungsByWhatTheirColumnCounts) {
  const std::string cells = "1\t10\n4\t3\n";
  EXPECT_THAT(rungs_of("gpus", cells), ElementsAre("1gpu", "4gpu"));
  EXPECT_THAT(rungs_of("# GPUs", cells), ElementsAre("1gpu", "4gpu"));
  EXPECT_THAT(rungs_of("num_gpus", cells), ElementsAre("1gpu", "4gpu"));
  EXPECT_THAT(rungs_of("Ranks", cells), ElementsAre("1rank", "4ranks"));
  EXPECT_THAT(rungs_of("nodes", cells), ElementsAre("1node", "4nodes"));
  EXPECT_THAT(rungs_of("cores", cells), ElementsAre("1core", "4cores"));
  EXPECT_THAT(rungs_of("gpus", "cpu\t10\n2x4gpu\t3\n"), ElementsAre("cpu", "2x4gpu"));
}

TEST(Table, AsksWhatABareNumberCounts) {
  EXPECT_EQ(
      mistakes_in("2,10\n"),
      "t.csv:1:1: error: '2' does not say of what\n"
      "    1 | 2,10\n"
      "      | ^\n"
      "      = hint: write 2gpu, 4cpu or 2nodes, or name this column in the first line: gpus, ranks, nodes "
      "or cores\n");
  EXPECT_EQ(mistakes_in("ranks,time\n0,10\ntwo,5\n"),
            "t.csv:2:1: error: '0' is not a number of ranks\n"
            "    2 | 0,10\n"
            "      | ^\n"
            "      = hint: write a number above 0, or a rung such as cpu\n"
            "t.csv:3:1: error: 'two' is not a number of ranks\n"
            "    3 | two,5\n"
            "      | ^\n"
            "      = hint: write a number above 0, or a rung such as cpu\n");
}

TEST(Table, TakesOneSizeForOneRungHoweverItIsWritten) {
  EXPECT_THAT(read_table("t.csv", "1gpu,10\n1 GPU,11\n1x1gpu,12\n2x2gpu,4\n4gpu,3\n").value().rows,
              ElementsAre(ImportedRow{"1gpu", 1, 10}, ImportedRow{"1gpu", 2, 11}, ImportedRow{"1gpu", 3, 12},
                          ImportedRow{"2x2gpu", 1, 4}, ImportedRow{"4gpu", 1, 3}));
  EXPECT_THAT(read_table("t.csv", "128 cores,10\n128cpu,11\n").value().rows,
              ElementsAre(ImportedRow{"128 cores", 1, 10}, ImportedRow{"128 cores", 2, 11}));
}

TEST(Table, SaysInWhichColumnsRowsOfOneRungDifferAsSettingsDo) {
  const auto table = read_table("t.csv",
                                "gpus,batch,model,time,loss\n1,256,vit,10,0.51\n1,512,vit,9,0.52\n"
                                "2,256,vit,6,0.53\n2,512,vit,5,0.54\n");
  EXPECT_THAT(table.value().splitting, ElementsAre(SplittingColumn{"batch", {"256", "512"}}));
}

TEST(Table, SaysWhichColumnsItDoesNotRead) {
  EXPECT_THAT(read_table("t.csv", "host,gpus,time,loss\nn1,1,10,0.5\n").value().not_read,
              ElementsAre("host", "loss"));
}

TEST(Table, ReadsTheConditionsThatItSays) {
  const auto table = read_table(
      "t.csv", "Model,GPUs,time,batch per GPU,precision,dtype\nvit,1,10,32,fp32,a\nvit,2,6,,bf16,b\n");
  EXPECT_EQ(table.value().rows[0].conditions,
            (Settings{{"model", "vit"}, {"per_rank_batch", std::int64_t{32}}, {"precision", "fp32"}}));
  EXPECT_EQ(table.value().rows[1].conditions, (Settings{{"model", "vit"}, {"precision", "bf16"}}))
      << "an empty field says nothing";
  EXPECT_THAT(table.value().not_read, ElementsAre("dtype")) << "the first column that says it counts";
}

TEST(Table, RefusesTwoColumnsThatSayTheSame) {
  EXPECT_EQ(mistakes_in("nodes,gpus,time,images/s\n1,4,10,20\n"),
            "t.csv:1:7: error: 'nodes' and 'gpus' both say the rung\n"
            "    1 | nodes,gpus,time,images/s\n"
            "      |       ^\n"
            "      = hint: keep one of them, or give the other a name of your own\n"
            "t.csv:1:17: error: 'time' and 'images/s' both say how fast a run was\n"
            "    1 | nodes,gpus,time,images/s\n"
            "      |                 ^\n"
            "      = hint: keep one of them, or give the other a name of your own\n");
}

TEST(Table, RefusesWhatIsNoFigure) {
  for (const std::string cell : {"-50 %", "5200000 %", "e300 W", "1.92K", "12 s", "", "nan"})
    EXPECT_EQ(mistakes_in("rung,images/s\n1gpu," + cell + "\n"),
              "t.csv:2:6: error: '" + cell + "' is not a number\n    2 | 1gpu," + cell +
                  "\n      |      ^\n      = hint: expected images/s without a unit, such as 42.06\n");
}

TEST(Table, NamesAllMistakesAtOnce) {
  EXPECT_EQ(mistakes_in("rung,seconds,round\n"
                        "1gpu,fast,1\n"
                        "2gpu,-3,1\n"
                        "4gpu,0,1\n"
                        ",12,1\n"
                        "8gpu,1,234.5,1\n"
                        "1gpu,10,first\n"
                        "2gpu,10,2\n"
                        "2gpu,11,2\n"
                        "2gpu,inf,4\n"),
            R"(t.csv:2:6: error: 'fast' is not a number
    2 | 1gpu,fast,1
      |      ^
      = hint: expected seconds without a unit, such as 42.06
t.csv:3:6: error: seconds must be above 0, but this is -3
    3 | 2gpu,-3,1
      |      ^
      = hint: leave out the line of a run without a result
t.csv:4:6: error: seconds must be above 0, but this is 0
    4 | 4gpu,0,1
      |      ^
      = hint: leave out the line of a run without a result
t.csv:5:1: error: a rung needs a name
    5 | ,12,1
      | ^
      = hint: such as cpu, 1gpu or 2x4gpu
t.csv:6:14: error: expected 3 fields, but this line has 4
    6 | 8gpu,1,234.5,1
      |              ^
      = hint: write numbers with a decimal point and without commas, such as 1234.5
t.csv:7:9: error: 'first' is not a round number
    7 | 1gpu,10,first
      |         ^
      = hint: rounds are numbered from 1
t.csv:9:1: error: round 2 of '2gpu' appears twice
    9 | 2gpu,11,2
      | ^
      = hint: it is already in line 8
t.csv:10:6: error: 'inf' is not a number
   10 | 2gpu,inf,4
      |      ^
      = hint: expected seconds without a unit, such as 42.06
)");
}

TEST(Table, RefusesFiguresWithWhichNothingCanBeReckoned) {
  EXPECT_EQ(mistakes_in("1gpu,1e-9\n2gpu,1e12\n"), "none");
  EXPECT_EQ(mistakes_in("1gpu,1e308\n2gpu,1e-300\n"),
            "t.csv:1:6: error: seconds must be from 1e-9 to 1e12, but this is 1e308\n"
            "    1 | 1gpu,1e308\n"
            "      |      ^\n"
            "      = hint: check the number and its unit\n"
            "t.csv:2:6: error: seconds must be from 1e-9 to 1e12, but this is 1e-300\n"
            "    2 | 2gpu,1e-300\n"
            "      |      ^\n"
            "      = hint: check the number and its unit\n");
}

TEST(Table, RefusesControlCharactersInARung) {
  EXPECT_EQ(mistakes_in("1gpu\x1b[2J,10\n"),
            "t.csv:1:1: error: the name of this rung contains a control character\n"
            "    1 | 1gpu?[2J,10\n"
            "      | ^\n");
}

TEST(Table, RefusesNamesThatAreNotUtf8AndEndlessOnes) {
  EXPECT_EQ(mistakes_in("gr\xFC"
                        "n,10\n"),
            "t.csv:1:1: error: the name of this rung is not UTF-8\n"
            "    1 | gr?n,10\n"
            "      | ^\n"
            "      = hint: save the table as UTF-8\n");
  EXPECT_EQ(mistakes_in(std::string(1'000'000, 'x') + ",10\n"),
            "t.csv:1:1: error: the name of a rung has at most 100 bytes, not 1000000\n    1 | " +
                std::string(160, 'x') + "...\n      | ^\n      = hint: such as cpu, 1gpu or 2x4gpu\n");
}

TEST(Table, NamesTheColumnThatWasProbablyMeant) {
  EXPECT_EQ(mistakes_in("rung,secnds\n1gpu,10\n"),
            "t.csv:1:6: error: unknown column 'secnds', and none has a time or a rate\n"
            "    1 | rung,secnds\n"
            "      |      ^\n"
            "      = hint: did you mean 'seconds'?\n");
  EXPECT_EQ(mistakes_in("seconds\n10\n"),
            "t.csv:1:1: error: no column says the rung\n"
            "    1 | seconds\n"
            "      | ^\n"
            "      = hint: name the columns in the first line, such as rung,seconds or "
            "gpus,images_per_s,round\n");
}

TEST(Table, RefusesAColumnThatStandsThereTwice) {
  EXPECT_EQ(mistakes_in("rung,seconds,seconds\n"),
            "t.csv:1:14: error: column 'seconds' appears twice\n"
            "    1 | rung,seconds,seconds\n"
            "      |              ^\n"
            "      = hint: keep one of them\n");
}

TEST(Table, WithoutRowsIsAnError) {
  const std::string expected =
      "error: 't.csv' has no rows\n      = hint: a line is a rung and its time, such as 2gpu,42.06\n";
  EXPECT_EQ(mistakes_in(""), expected);
  EXPECT_EQ(mistakes_in("rung,seconds\n# none yet\n"), expected);
}

}  // namespace
}  // namespace scalegen
