#include "analysis/tables/cells.hpp"
#include "analysis/tables/table_text.hpp"
#include "tests/analysis/tables/expected_readings.hpp"

namespace scalegen {
namespace {

// "~850", "299.5 in ms", "no figure", "refused"
std::string cell_as_text(std::string_view text, Comma comma) {
  const auto cell = read_cell(text, comma);
  if (!cell) return "refused";
  if (!cell->number) return "no figure";
  return fmt::format("{}{}{}", cell->is_approximate ? "~" : "", *cell->number,
                     cell->unit.empty() ? "" : " in " + cell->unit);
}

TEST(Cell, SaysItsFigureAndItsUnit) {
  expect_readings(R"(42.5: 42.5; +42.5
75: 7.5e1
-3: -3
0.5: .5
1.5 in s: 1.5s; 1.5 s; 1.5 s*; 1.5 s ± 0.2 s; 1.5 s, warm; 1.5 s - best
301.5 in ms: 301.5 ms; 301.5ms
11.5 in mins: 11.5 mins
91.8 in %: 91.8%; 91.8 %; 91.8 % (superlinear)
1.93 in x: 1.93×; 1.93x; 1.93 x
120 in images/s: 120 images/s
12500 in tokens/s: 12.5k tokens/s; 12,500 tokens/s; 12 500 tokens/s
480000: 480K; 0.48M; 480'000; 480_000
131.5: 131.5 ± 1.2; 131.5 (±1.2); 131.5 +/- 1.2; 131.5 [best of 3]; 131.5†
3723 in s: 1:02:03
185.5 in s: 3:05.5
176400 in s: 2-01:00:00
205.5 in s: 3m25.5s
7800 in s: 2h10m
161 in s: 2m 41s
~850: ~850; ≈ 850; ca. 850; about 850
no figure: ; -; –; OOM; ERROR; nan; inf; NaN; n/a; TBD; >3600; ≤ 5; <1 s; rank0; v2
refused: 1.2.3; 240-350ms; 12 s - 13 s; 112.5 / 110.5; 47.5 s (a), 48.5 s (b); 12.5, 13.5; 12,34,5; 1:75; 1:2:3:4:5
refused: 2025-11-21; 12.5 or 13.5; #12; =1+2; 134,4)",
                  [](const auto& text) { return cell_as_text(text, Comma::thousands); });
}

TEST(Cell, ReadsADecimalCommaIfItIsTold) {
  expect_readings(R"(134.4 in s: 134,4 s
1234.5: 1.234,5; 1 234,5
1.234: 1,234
1234567: 1.234.567
42: 42
1500: 1,5e3
refused: 134.4; 1,234,567)",
                  [](const auto& text) { return cell_as_text(text, Comma::decimal); });
}

// The comma in sizes and figures.
std::string comma_in(const std::string& text) {
  auto lines = read_csv("gpus;figure;%\n" + text, ';');
  const auto header = lines.front();
  lines.erase(lines.begin());
  const auto comma = comma_of("t.csv", header, lines);
  if (!comma) return all_of_errors(comma.error());
  return *comma == Comma::decimal ? "decimal" : "thousands";
}

TEST(Comma, IsToldByAnyNumberThatCanMeanOneThing) {
  EXPECT_EQ(comma_in("1;100\n2;52\n"), "thousands");
  EXPECT_EQ(comma_in("1;1,234.5\n2;1,100\n"), "thousands");
  EXPECT_EQ(comma_in("1;2,345\n2;1,234,567\n"), "thousands");
  EXPECT_EQ(comma_in("1;1,234;0.55\n"), "thousands") << "the point of another column";
  EXPECT_EQ(comma_in("1;134,4\n2;7,316\n"), "decimal");
  EXPECT_EQ(comma_in("1;1.234,5\n2;7,316\n"), "decimal");
  EXPECT_EQ(comma_in("1;850\n2;1,600\n4;3,100\n"), "thousands") << "or a thousand times less";
  EXPECT_EQ(comma_in("1;9\n2;5,125\n4;2,625\n"), "decimal") << "or a thousand times more";
  EXPECT_EQ(comma_in("1;7,316\n1,024;3,717\n"), "thousands") << "a size is a whole number";
}

TEST(Comma, IsRefusedWhereNothingTellsOrNumbersContradict) {
  EXPECT_EQ(comma_in("1;7,316 s\n2;3,717 s\n"),
            "2:3: '7,316 s' may be 7316 s or 7.316 s = "
            "write numbers with a decimal point and without commas, such as 1234.5");
  EXPECT_EQ(comma_in("1;1,234.5\n2;640,2\n"),
            "3:3: '640,2' has a decimal comma, and '1,234.5' in line 2 a decimal point = "
            "write all numbers with a decimal point");
}

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

TEST(TableText, KeepsTabsEscapedBarsAndEmptyCellsWithinBarsAndRefusesASecondTable) {
  EXPECT_EQ(cells_in("| gpus | a \\| b | time |\n|--|--|--|\n|\t1\t| | 10.5 |\n"),
            "[gpus][a ¦ b][time]\n--\n[1][][10.5]\n");
  EXPECT_EQ(cells_in("|\n|---|---|\n| 1 | 2 |\n|\n"), "[]\n--\n[1][2]\n");
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
