#include "analysis/tables/table_text.hpp"

#include "tests/analysis/tables/expected_readings.hpp"

namespace scalegen {
namespace {

// The cells of a table, its header first, or the error.
std::string cells_in(std::string_view text) {
  const auto table = table_text("t", text);
  if (!table) return all_of_errors(table.error());
  std::string cells;
  const auto add = [&](const CsvLine& line) {
    for (const auto& field : line.fields) cells += '[' + field.text + ']';
    cells += '\n';
  };
  if (table->header) add(*table->header);
  cells += "--\n";
  for (const auto& row : table->rows) add(row);
  return cells;
}

constexpr auto kPlain = "[gpus][time]\n--\n[1][10.5]\n[2][6.5]\n";

TEST(TableText, SplitsAtWhateverSeparates) {
  for (const auto* text :
       {"gpus,time\n1,10.5\n2,6.5\n", "gpus;time\r\n1;10.5\r\n2;6.5\r\n", "gpus\ttime\n1\t10.5\n2\t6.5\n",
        "gpus  time\n1     10.5\n2      6.5\n", "gpus time\n1 10.5\n2 6.5\n", "gpus,time\n1 10.5\n2 6.5\n",
        "  gpus  time\n  ----  ----\n     1  10.5\n     2   6.5\n", "sep=;\ngpus;time\n1;10.5\n2;6.5\n",
        "gpus;time;;\n1;10.5;;\n2;6.5;;\n;;;\n;;;\n", "# gpus,time\n1,10.5\n2,6.5\n",
        "#gpus, time\n# at night\n1,10.5\n2,6.5\n"})
    EXPECT_EQ(cells_in(text), kPlain) << text;
}

TEST(TableText, ReadsTablesBetweenBars) {
  for (const auto* text :
       {"| gpus | time |\n|-----:|:----:|\n| 1 | 10.5 |\n| 2 | **6.5** |\n",
        "gpus | time\n---|---\n1 | 10.5\n2 | `6.5`\n", "|gpus|time\n|-|-\n|1|10.5|\n|2|6.5|\n",
        "Some words.\n\n| gpus | time |\n|--|--|\n| 1 | 10.5 |\n| 2 | 6.5 |\n\nAnd more.\n",
        "+------+------+\n| gpus | time |\n+======+======+\n| 1    | 10.5 |\n| 2    | 6.5  "
        "|\n+------+------+\n",
        "┌──────┬──────┐\n│ gpus │ time │\n├──────┼──────┤\n│ 1    │ 10.5 │\n│ 2    │ 6.5  "
        "│\n└──────┴──────┘\n"})
    EXPECT_EQ(cells_in(text), kPlain) << text;
}

TEST(TableText, KeepsTabsEscapedBarsAndEmptyCellsWithinBars) {
  EXPECT_EQ(cells_in("| gpus | a \\| b | time |\n|--|--|--|\n|\t1\t| | 10.5 |\n"),
            "[gpus][a ¦ b][time]\n--\n[1][][10.5]\n");
}

TEST(TableText, TakesABarAloneForAnEmptyCell) {
  EXPECT_EQ(cells_in("|\n|---|---|\n| 1 | 2 |\n|\n"), "[]\n--\n[1][2]\n");
}

TEST(TableText, RefusesASecondTable) {
  EXPECT_EQ(cells_in("|gpus|time|\n|-|-|\n|1|10|\n\nAnd:\n\n|gpus|ms|\n|-|-|\n|1|3|\n"),
            "7:2: a second table begins here = give a file of each table");
}

TEST(TableText, HasNoHeaderWhereTheFirstLineHasFigures) {
  EXPECT_EQ(cells_in("# my runs\n\ncpu, 192.5\r\n1gpu,7.5e1"), "--\n[cpu][192.5]\n[1gpu][7.5e1]\n");
  EXPECT_EQ(cells_in("2gpu,fast\n"), "--\n[2gpu][fast]\n");
}

TEST(TableText, KnowsUtf16ByItsMark) {
  using std::string_literals::operator""s;
  std::string little = "\xFF\xFE";
  std::string big = "\xFE\xFF";
  for (const char c : "gpus\ttime\n1\t10.5\n2\t6.5\n"s) {
    little += {c, '\0'};
    big += {'\0', c};
  }
  EXPECT_EQ(cells_in(little), kPlain);
  EXPECT_EQ(cells_in(big), kPlain);
  const auto pairs = "\xFF\xFE\x3D\xD8\x80\xDE,\0\xFC\0\n\0\x3D\xD8,\0x\0\n\0"s;
  EXPECT_EQ(cells_in(pairs), "[\U0001F680][ü]\n--\n[\uFFFD][x]\n") << "and half of one";
}

TEST(TableText, ReplacesBytesThatAreNotUtf8AndCountsThem) {
  const auto table = table_text("t", "gpus,L\xE4ufe,time\n1,\xFF\xC3,10\n2,ä,6\n").value();
  EXPECT_EQ(table.replaced_bytes, 3);
  EXPECT_EQ(table.header->fields[1].text, "L\uFFFDufe");
  EXPECT_EQ(table.rows[0].fields[1].text, "\uFFFD\uFFFD");
  EXPECT_EQ(table.rows[1].fields[1].text, "ä");
}

TEST(TableText, TakesSignsOfTypesettersForPlainOnes) {
  EXPECT_EQ(cells_in("gpus,time\n1,1\u00A0234\n2,\u22126\u200B.5\n4,<b>3</b>\n"),
            "[gpus][time]\n--\n[1][1 234]\n[2][-6.5]\n[4][3]\n");
}

}  // namespace
}  // namespace scalegen
