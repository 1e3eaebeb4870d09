#include "analysis/tables/imported_table.hpp"

#include <gmock/gmock.h>

#include "tests/analysis/tables/expected_readings.hpp"

namespace scalegen {
namespace {

using testing::ElementsAre;

std::string refusal_of(std::string_view text, const ReadingOptions& options = {}) {
  const auto table = read_table("t.csv", text, options);
  return table ? "none" : all_of_errors(table.error());
}

// "2x4gpu/1 10.5", a row: its rung, round and figure
std::vector<std::string> rows_of_table(std::string_view text, const ReadingOptions& options = {}) {
  const auto table = read_table("t.csv", text, options);
  if (!table) return {all_of_errors(table.error())};
  std::vector<std::string> texts;
  for (const auto& row : table->rows) {
    std::string line = fmt::format("{}/{} ", row.rung, row.round) +
                       (row.value ? fmt::format("{}", *row.value) : row.no_value);
    for (const auto& axis : row.axes) line += fmt::format(" {}={}", axis.name, to_text(axis.value));
    texts.push_back(line);
  }
  return texts;
}

TEST(Table, ReadsTimesWithoutAHeaderAndColumnsInAnyOrder) {
  const ImportedTable times{
      Quantity::time,
      "s",
      false,
      {{"cpu", {DeviceKind::cpu, {}, 1}, 1, 192.5}, {"1gpu", {DeviceKind::gpu, {}, 1}, 1, 75}}};
  EXPECT_EQ(read_table("t.csv", "# my runs\n\ncpu, 192.5\r\n1gpu,7.5e1").value(), times);
  const ImportedTable rates{
      Quantity::rate,
      "images/s",
      true,
      {{"1gpu", {DeviceKind::gpu, {}, 1}, 2, 900}, {"1gpu", {DeviceKind::gpu, {}, 1}, 1, 910}}};
  EXPECT_EQ(read_table("t.csv", "round,images_per_s,rung\n2,900,1gpu\n1,910,1gpu\n").value(), rates);
}

TEST(Table, NumbersRowsOfARungWhereNothingOrARunningNumberSaysTheRound) {
  const auto table = read_table("t.csv", "1gpu,10\n2gpu,6\n1gpu,11\n").value();
  EXPECT_FALSE(table.has_rounds);
  EXPECT_THAT(rows_of_table("1gpu,10\n2gpu,6\n1gpu,11\n"), ElementsAre("1gpu/1 10", "2gpu/1 6", "1gpu/2 11"));
  EXPECT_THAT(rows_of_table("run,gpus,time\n1,1,10\n2,2,6\n3,4,4\n"),
              ElementsAre("1gpu/1 10", "2gpu/1 6", "4gpu/1 4"));
  EXPECT_FALSE(read_table("t.csv", "run,gpus,time\n1,1,10\n2,2,6\n").value().has_rounds);
  EXPECT_TRUE(read_table("t.csv", "run,gpus,time\n1,1,10\n1,2,6\n").value().has_rounds);
}

TEST(Table, AsksWhatNumbersWithoutNamesMean) {
  EXPECT_EQ(refusal_of("1gpu,10,3\n"),
            "1:9: a table without names of columns is rung,seconds, but this line has 3 fields = "
            "name the columns in the first line, such as rung,seconds or gpus,images_per_s,round");
  EXPECT_EQ(refusal_of("2,10\n"),
            "1:1: '2' does not say of what = write 2gpu, 4cpu or 2nodes, or name this column in the first "
            "line: gpus, ranks, nodes or cores");
}

TEST(Table, TakesOneSizeForOneRungHoweverItIsWrittenAndNodesOfAColumn) {
  EXPECT_THAT(rows_of_table("1gpu,10\n1 GPU,11\n1x1gpu,12\n2x2gpu,4\n4gpu,3\n"),
              ElementsAre("1gpu/1 10", "1gpu/2 11", "1gpu/3 12", "2x2gpu/1 4", "4gpu/1 3"));
  EXPECT_THAT(rows_of_table("128 cores,10\n128cpu,11\n"), ElementsAre("128 cores/1 10", "128 cores/2 11"));
  const auto table = read_table("t.csv", "rung,nodes,gpus,time\nsmall,1,4,10\nbig,2,8,6\n").value();
  EXPECT_EQ(table.rows[1].shape, (RungShape{DeviceKind::gpu, 2, 8}));
  EXPECT_EQ(table.rows[1].rung, "big");
}

TEST(Table, ReadsTheConditionsThatItSays) {
  const auto table = read_table(
      "t.csv", "Model,GPUs,time,batch per GPU,precision,dtype\nvit,1,10,32,fp32,a\nvit,2,6,,bf16,b\n");
  const Settings first{{"model", "vit"},
                       {"per_rank_batch", std::int64_t{32}},
                       {"precision", "fp32"},
                       {"column dtype", "a"},  // a second column of the same
                       {"global_batch", std::int64_t{32}}};
  EXPECT_EQ(table.value().rows[0].conditions, first);
  EXPECT_EQ(table.value().rows[1].conditions,
            (Settings{{"model", "vit"}, {"precision", "bf16"}, {"column dtype", "b"}}))
      << "an empty field says nothing";
}

TEST(Table, RefusesMoreThan24Tables) {
  const auto table_of = [](int settings) {
    std::string text = "gpus,lr,time\n";
    for (int i = 1; i <= settings; ++i) text += fmt::format("1,{0},10\n2,{0},6\n", i);
    return text;
  };
  EXPECT_EQ(refusal_of(table_of(24)), "none");
  EXPECT_EQ(refusal_of(table_of(25)),
            "the settings of 't.csv' make 25 tables, and a report has at most 24: 'lr' = choose rows, as in "
            "--where 'lr=1'");
}

TEST(Table, ReadsTheFigureThatIsAskedFor) {
  const auto text = "gpus,time,images/s\n1,10,20\n2,5,40\n";
  EXPECT_THAT(rows_of_table(text), ElementsAre("1gpu/1 10", "2gpu/1 5"));
  EXPECT_THAT(read_table("t.csv", text).value().remarks,
              (ReadingRemarks{.figure = "time", .other_figures = {"images/s"}}));
  EXPECT_THAT(rows_of_table(text, {.figure = "images/s"}), ElementsAre("1gpu/1 20", "2gpu/1 40"));
  EXPECT_EQ(refusal_of(text, {.figure = "image/s"}),
            "1:1: no column 'image/s' has a time or a rate = did you mean 'images/s'?");
}

TEST(Table, RefusesConditionsOnRowsThatDoNotHold) {
  const auto text = "gpus,batch,time\n1,8,10\n2,8,6\n";
  EXPECT_EQ(refusal_of(text, {.where = {"batch"}}),
            "--where 'batch' is not COLUMN=VALUE = as in --where 'precision=bf16'");
  EXPECT_EQ(refusal_of(text, {.where = {"bach=8"}}), "'t.csv' has no column 'bach' = did you mean 'batch'?");
  EXPECT_EQ(refusal_of(text, {.where = {"batch=9"}}),
            "no row of 't.csv' has batch=9 = write the value as it stands in the table");
}

TEST(Table, NamesAllMistakesAtOnce) {
  EXPECT_EQ(refusal_of("rung,seconds,round\n1gpu,1.2.3,1\n2gpu,-3,1\n4gpu,1e308,1\n,12,1\n8gpu,1,234.5,1\n"),
            R"(2:6: '1.2.3' is not a number = expected seconds with or without its unit, such as 42.06
3:6: seconds must be above 0, but this is -3 = leave out the line of a run without a result
4:6: seconds must be from 1e-9 to 1e12, but this is 1e308 = check the number and its unit
5:1: a rung needs a name = such as cpu, 1gpu or 2x4gpu
6:14: expected 3 fields, but this line has 4 = write numbers with a decimal point and without commas, such as 1234.5)");
  EXPECT_EQ(refusal_of("rung,seconds,round\n1gpu,10,2\n2gpu,10,2\n2gpu,11,2\n"),
            "4:9: round 2 of '2gpu' appears twice = it is already in line 3");
}

TEST(Table, RefusesControlCharactersAndEndlessNamesOfRungs) {
  EXPECT_EQ(refusal_of("1gpu\x1b[2J,10\n"), "1:1: the name of this rung contains a control character = ");
  EXPECT_EQ(refusal_of(fmt::format("{:x>1000000},10\n", "")),
            "1:1: the name of a rung has at most 100 bytes, not 1000000 = such as cpu, 1gpu or 2x4gpu");
}

TEST(Table, NamesTheColumnThatIsMissingOrWasProbablyMeant) {
  EXPECT_EQ(refusal_of("rung,secnds\n1gpu,10\n"),
            "1:6: unknown column 'secnds', and none has a time or a rate = did you mean 'seconds'?");
  EXPECT_EQ(refusal_of("seconds\n10\n"),
            "1:1: no column says the rung = name the columns in the first line, such as rung,seconds or "
            "gpus,images_per_s,round");
  EXPECT_EQ(refusal_of("gpus,Speedup\n1,1\n2,1.9\n"),
            "1:6: no column has a time or a rate = 'Speedup' follows from times or rates: give these");
  EXPECT_EQ(refusal_of("rung,seconds,seconds\n1gpu,10,11\n"),
            "1:14: column 'seconds' appears twice = keep one of them");
  EXPECT_EQ(refusal_of("GPUs,1,2,4\ntime,10,6,4\n"),
            "1:6: this table is transposed: its sizes stand side by side = "
            "write a line for each size, with its figure in a column");
}

TEST(Table, WithoutRowsOrFiguresIsAnError) {
  const auto* no_rows = "'t.csv' has no rows = a line is a rung and its time, such as 2gpu,42.06";
  EXPECT_EQ(refusal_of(""), no_rows);
  EXPECT_EQ(refusal_of("rung,seconds\n# none yet\n"), no_rows);
  EXPECT_EQ(
      refusal_of("gpus,time\n1,OOM\n2,nan\n"),
      "no row of 't.csv' has a figure in 'time' = a figure is a number above 0, of a run that did not fail");
}

}  // namespace
}  // namespace scalegen
