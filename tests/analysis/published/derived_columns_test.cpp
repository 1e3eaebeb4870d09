#include "analysis/published/derived_columns.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>
#include <functional>
#include <random>

namespace scalegen::published {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

using Cells = std::vector<std::string>;

Measured measured(const std::string& text) {
  return text.empty() ? Measured{} : Measured{std::stod(text), last_digit(text)};
}

/// A line of a table: its figures, and the cells of its derived columns.
struct Line {
  std::string rung{};
  double gpus = 0;  // 0: not said
  Cells figures{};
  Cells cells{};
  Settings conditions{};
};

void add(Table& table, const Line& line) {
  Row row{.line = static_cast<int>(table.rows.size()) + 2,
          .rung = line.rung,
          .conditions = line.conditions,
          .cells = line.cells};
  if (line.gpus > 0) row.sizes["gpus"] = line.gpus;
  for (const auto& text : line.figures) row.measured.push_back(measured(text));
  table.rows.push_back(row);
}

const MeasuredColumn kTime{"time (s)", Quantity::time};
const MeasuredColumn kRate{"images/s", Quantity::rate};

/// A table of one time unless it has other columns, as people print it.
Table table_of(Cells derived, const std::vector<Line>& lines = {},
               std::vector<MeasuredColumn> columns = {kTime}) {
  Table table{std::move(columns), std::move(derived), {}, {}};
  for (const auto& line : lines) add(table, line);
  return table;
}

Cells sentences(const Table& table) {
  Cells texts;
  for (const auto& doubt : doubts_of(table)) texts.push_back(sentence(doubt));
  return texts;
}

Table olivia(const Settings& first, const Settings& second) {
  return table_of({"Speedup", "Efficiency"},
                  {{"1gpu", 1, {"2598.388", "1923.655"}, {"1x", "100 %"}, first},
                   {"4gpu", 4, {"36926.594", "133.107"}, {"15.21x", "374.1 %"}, second}},
                  {kRate, kTime});
}

TEST(DerivedColumns, SaysWhatOliviasRatesAndTimesGive) {
  EXPECT_THAT(
      sentences(olivia({}, {})),
      ElementsAre("line 3: Speedup 15.21x follows by no usual rule from the times and rates that were read: "
                  "it is 14.21x by its "
                  "own 'images/s', 14.45x by its own 'time (s)', with 1gpu as 1",
                  "line 3: Efficiency 374.1 % follows by no usual rule from the times and rates that were "
                  "read: it is 355.3 % by "
                  "its own 'images/s', 361.3 % by its own 'time (s)', 380.3 % by its own 'Speedup', with "
                  "1gpu as 1"));
}

TEST(DerivedColumns, RefusesAFigureWhoseConditionsDiffer) {
  auto table = olivia({{"precision", "fp32"}, {"per_rank_batch", 32}, {"global_batch", 32}},
                      {{"precision", "fp16"}, {"per_rank_batch", 256}, {"global_batch", 1024}});
  table.rows[1].cells = {"14.21x", "355.3 %"};
  EXPECT_THAT(
      sentences(table),
      ElementsAre(
          "line 3: Speedup 14.21x is no comparison with 1gpu: per_rank_batch is 256 here and 32 in the "
          "baseline; precision is fp16 here and fp32 in the baseline",
          "line 3: Efficiency 355.3 % is no comparison with 1gpu: per_rank_batch is 256 here and 32 in the "
          "baseline; precision is fp16 here and fp32 in the baseline"));
}

TEST(DerivedColumns, NamesWrongFigures) {
  const auto of_cyclone = table_of({"Speedup"}, {{"cpu", 0, {"192.254"}, {"0.38 (2.63x slower)"}},
                                                 {"1gpu", 1, {"73.4807"}, {"1"}},
                                                 {"2gpu", 2, {"42.0646"}, {"1.75"}},
                                                 {"2x2gpu", 4, {"25.6124"}, {"2.86"}}});
  EXPECT_THAT(
      sentences(of_cyclone),
      ElementsAre("line 2: Speedup 2.63x slower is 2.62x slower by its own 'time (s)', with 1gpu as 1",
                  "line 5: Speedup 2.86 is 2.87 by its own 'time (s)', with 1gpu as 1"));
  auto of_a_long_run = table_of({"Speed-up"});
  const std::vector<std::pair<std::string, std::string>> rows{
      {"52612", "1"},   {"28986", "1.82"}, {"19341", "2.72"}, {"14586", "3.58"},
      {"29341", "1.6"}, {"22612", "2.33"}, {"17165", "3.07"}};
  for (const auto& [time, speedup] : rows) add(of_a_long_run, {"run " + time, 0, {time}, {speedup}});
  EXPECT_THAT(sentences(of_a_long_run),
              ElementsAre("line 5: Speed-up 3.58 is 3.61 by its own 'time (s)', with run 52612 as 1",
                          "line 6: Speed-up 1.6 is 1.8 by its own 'time (s)', with run 52612 as 1"));
}

TEST(DerivedColumns, FindTheBaselineOfEachLadderByWhatSaysOneOrBySettings) {
  const Settings fp32{{"precision", "fp32"}};
  const Settings bf16{{"precision", "bf16"}};
  auto table = table_of({"Speedup", "Efficiency (%)"}, {{"1gpu", 1, {"100.2"}, {"1.00", "100"}, fp32},
                                                        {"2gpu", 2, {"52.7"}, {"1.90", "95.1"}, fp32},
                                                        {"4gpu", 4, {"28.1"}, {"3.57", "89.1"}, fp32},
                                                        {"1gpu", 1, {"61.3"}, {"1.00", "100"}, bf16},
                                                        {"2gpu", 2, {"33.9"}, {"1.81", "90.4"}, bf16},
                                                        {"4gpu", 4, {"19.4"}, {"3.16", "97.0"}, bf16}});
  const std::string wrong = "line 7: Efficiency (%) 97.0 is 79.0 by its own 'time (s)', ";
  EXPECT_THAT(sentences(table), ElementsAre(wrong + "with 1gpu as 1"));
  std::swap(table.rows[1], table.rows[3]);
  for (auto& row : table.rows)
    if (row.rung == "1gpu") row.cells = {"-", "-"};
  EXPECT_THAT(sentences(table), ElementsAre(wrong + "with 1gpu as 1"));
}

TEST(DerivedColumns, CountNodesWhereTheAuthorDid) {
  auto table = table_of({"Efficiency"});
  const std::vector<std::pair<std::string, std::string>> rows{
      {"346.7", "100%"}, {"180.8", "95.9%"}, {"97.5", "88.9%"}, {"55.1", "78.6%"}};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    add(table, {fmt::format("{}nodes", 16 << i), 0, {rows[i].first}, {rows[i].second}});
    table.rows.back().sizes = {{"nodes", 16 << i}, {"gpus", i == 0 ? 4 : 8}};
  }
  EXPECT_THAT(sentences(table), IsEmpty());
}

TEST(DerivedColumns, TakeOneOfTwoMeasuredColumnsWhicheverGivesAFigure) {
  const auto table = table_of({"Efficiency"},
                              {{"1gpu", 1, {"50.0", "2001"}, {"1.000"}},
                               {"2gpu", 2, {"51.3", "3901"}, {"0.975"}},
                               {"4gpu", 4, {"52.9", "7569"}, {"0.946"}},
                               {"8gpu", 8, {"55.2", "14512"}, {"0.806"}}},
                              {{"s/epoch", Quantity::time}, kRate});
  EXPECT_THAT(sentences(table),
              ElementsAre("line 5: Efficiency 0.806 is 0.907 by its own 'images/s', with 1gpu as 1"));
}

TEST(DerivedColumns, AccuseNothingThatFollowsOrCannotBeTold) {
  const std::vector<std::pair<std::string, Table>> tables{
      {"a mean of the rows of a rung", table_of({"Speedup"}, {{"1gpu", 1, {"10.31"}, {"1.00"}},
                                                              {"1gpu", 1, {"9.67"}, {"1.00"}},
                                                              {"2gpu", 2, {"5.21"}, {"1.93"}},
                                                              {"2gpu", 2, {"5.14"}, {"1.93"}},
                                                              {"4gpu", 4, {"2.71"}, {"3.64"}},
                                                              {"4gpu", 4, {"2.78"}, {"3.64"}}})},
      {"whole numbers may be rounded further", table_of({"Speedup"},
                                                        {{"1gpu", 1, {"5100"}, {"1x"}},
                                                         {"4gpu", 4, {"37000"}, {"7.26x"}},
                                                         {"8gpu", 8, {"63000"}, {"12.33x"}},
                                                         {"16gpu", 16, {""}, {"OOM"}}},
                                                        {kRate})},
      {"a column does not say what it is and follows from nothing",
       table_of({"x", "relative to CPU"}, {{"1gpu", 1, {"100.0"}, {"3.1", "12"}},
                                           {"2gpu", 2, {"52.0"}, {"4.4", "-"}},
                                           {"4gpu", 4, {""}, {"OOM", "17"}}})},
      {"settings of one rung",
       table_of({"Speedup"}, {{"1gpu", 1, {"100.0"}, {"1.00"}, {{"precision", "fp32"}}},
                              {"1gpu", 1, {"48.3"}, {"2.07"}, {{"precision", "bf16"}}}})},
      {"an efficiency of unknown sizes",
       table_of({"Efficiency"},
                {{"one workstation", 0, {"100.0"}, {"100%"}}, {"two workstations", 0, {"53.2"}, {"94%"}}})},
      {"no rows", table_of({"Speedup"})},
      {"one row", table_of({"Speedup"}, {{"1gpu", 1, {"100.0"}, {"1"}}})},
      {"one figure", table_of({"Speedup"}, {{"1gpu", 1, {"100.0"}, {"1"}}, {"2gpu", 2, {""}, {"OOM"}}})}};
  for (const auto& [name, table] : tables) EXPECT_THAT(sentences(table), IsEmpty()) << name;
}

TEST(DerivedColumns, NameAFigureBesideASingleOneOfThreeDigitsThatThePlainestRuleGives) {
  EXPECT_THAT(sentences(table_of({"Speedup"}, {{"1gpu", 1, {"100.0"}, {"1.00"}},
                                               {"2gpu", 2, {"52.0"}, {"1.92"}},
                                               {"4gpu", 4, {"28.0"}, {"2.51"}}})),
              ElementsAre("line 4: Speedup 2.51 is 3.57 by its own 'time (s)', with 1gpu as 1"));
}

TEST(DerivedColumns, TakeAnEfficiencyFromARoundedSpeedup) {
  auto table = table_of({"Speedup", "Efficiency"}, {{"1gpu", 1, {"100.00"}, {"-", "-"}},
                                                    {"2gpu", 2, {"53.10"}, {"1.9", "95.0%"}},
                                                    {"4gpu", 4, {"28.30"}, {"3.5", "87.5%"}},
                                                    {"8gpu", 8, {"15.60"}, {"6.4", "80.0%"}}});
  EXPECT_THAT(sentences(table), IsEmpty());
  table.rows[3].cells[1] = "84.0%";
  EXPECT_THAT(sentences(table),
              ElementsAre("line 5: Efficiency 84.0% is 80.0% by its own 'Speedup', with 1gpu as 1"));
}

TEST(DerivedColumns, DivideByNoSizeThatIsNone) {
  auto table = table_of({"Speedup vs CPU", "Efficiency"},
                        {{"cpu", 0, {"200.0"}, {"1.0", "100%"}}, {"1gpu", 1, {"50.0"}, {"4.0", "99%"}}});
  table.rows[0].sizes["gpus"] = 0;
  EXPECT_THAT(sentences(table), IsEmpty());
}

/// A ladder as its author measured it: unrounded.
struct Ladder {
  std::vector<double> gpus{};
  std::vector<double> times{};
};

Ladder ladder_of(std::mt19937& random, std::size_t rungs) {
  std::uniform_real_distribution<double> uniform(0, 1);
  const double serial = 0.01 + 0.1 * uniform(random);
  const double first = std::pow(10, 1 + 2 * uniform(random));
  Ladder ladder;
  for (std::size_t i = 0; i < rungs; ++i) {
    ladder.gpus.push_back(std::pow(2, i));
    ladder.times.push_back(first * (serial + (1 - serial) / ladder.gpus[i]) * (1 + 0.05 * uniform(random)));
  }
  return ladder;
}

/// An author's way to derive the figure of a rung, and the head that says so.
struct Author {
  std::string head{};
  std::function<double(const Ladder&, std::size_t)> figure{};
  double unit = 1;
  std::string suffix{};
};

// Each is a rule of its own: by the first rung, the second or the one before; by the smallest as its size, as
// weak scaling has it, or by a run that the table does not show.
std::vector<Author> authors() {
  const auto by = [](const Ladder& l, std::size_t base, std::size_t i) { return l.times[base] / l.times[i]; };
  const auto before = [](std::size_t i) { return i == 0 ? 0 : i - 1; };
  return {
      {"Speedup", [=](const auto& l, auto i) { return by(l, 0, i); }, 1, "x"},
      {"Speedup vs 2 GPUs", [=](const auto& l, auto i) { return by(l, 1, i); }},
      {"Speedup", [=](const auto& l, auto i) { return by(l, l.times.size() - 1, i); }},
      {"Scaling factor", [=](const auto& l, auto i) { return by(l, before(i), i); }},
      {"Speed-up", [=](const auto& l, auto i) { return 4 * by(l, 0, i); }},
      {"Speedup", [=](const auto& l, auto i) { return 97.31 / l.times[i]; }},
      {"Efficiency", [=](const auto& l, auto i) { return by(l, 0, i) / l.gpus[i]; }, 0.01, " %"},
      {"Parallel efficiency (%)", [=](const auto& l, auto i) { return by(l, 0, i) / l.gpus[i]; }, 0.01},
      {"eff.", [=](const auto& l, auto i) { return by(l, 0, i) / l.gpus[i]; }},
      {"% of linear", [=](const auto& l, auto i) { return by(l, 1, i) / l.gpus[i] * l.gpus[1]; }, 0.01, "%"},
      {"Weak scaling efficiency", [=](const auto& l, auto i) { return by(l, 0, i); }, 0.01, "%"},
      {"Weak speedup", [=](const auto& l, auto i) { return l.gpus[i] * by(l, 0, i); }},
      {"relative", [=](const auto& l, auto i) { return l.times[i] / l.times[0]; }},
      {"Ideal time", [=](const auto& l, auto i) { return l.times[0] / l.gpus[i]; }},
      {"ideal", [=](const auto& l, auto i) { return l.gpus[i]; }}};
}

double rounded(double value, int way) {
  return way == 0 ? std::floor(value + 0.5) : way == 1 ? std::nearbyint(value) : std::floor(value);
}

// The column of an author who rounds half up, half to even, or truncates.
Table printed(const Ladder& ladder, const Author& author, int decimals, int way, bool as_rates) {
  auto table = table_of({author.head}, {}, {as_rates ? kRate : kTime});
  for (std::size_t i = 0; i < ladder.times.size(); ++i) {
    const double digits = std::pow(10, decimals);
    const double figure = rounded(author.figure(ladder, i) / author.unit * digits, way) / digits;
    add(table, {fmt::format("{}gpu", ladder.gpus[i]),
                ladder.gpus[i],
                {fmt::format("{:.3f}", as_rates ? 1e5 / ladder.times[i] : ladder.times[i])},
                {fmt::format("{:.{}f}{}", figure, decimals, author.suffix)}});
  }
  return table;
}

// Calls `check` with tables of all authors, roundings and decimals.
void for_tables(std::size_t rungs,
                const std::function<void(const Table&, const Author&, std::mt19937&)>& check) {
  std::mt19937 random(7);
  for (int repeat = 0; repeat < 10; ++repeat)
    for (const auto& author : authors())
      for (const int way : {0, 1, 2})
        for (const int decimals : {1, 2, 3})
          check(printed(ladder_of(random, rungs), author, decimals, way, repeat % 2 == 0), author, random);
}

TEST(DerivedColumns, AccuseNoFigureThatFollowsFromAnyRule) {
  for (const std::size_t rungs : {2U, 3U, 4U, 7U})
    for_tables(rungs, [](const Table& table, const Author& author, std::mt19937& /*random*/) {
      EXPECT_THAT(sentences(table), IsEmpty()) << author.head << " " << table.rows.back().cells[0];
    });
}

// "1.88 to 2.01 by its own 'time (s)'" -> 1.88, 2.01
std::pair<double, double> range_of(const std::string& right) {
  const auto to = right.find(" to ");
  return {std::stod(right), std::stod(to == std::string::npos ? right : right.substr(to + 4))};
}

TEST(DerivedColumns, AccuseExactlyTheFigureThatWasChanged) {
  for_tables(7, [](Table table, const Author& author, std::mt19937& random) {
    auto& cell = table.rows[2 + random() % 4].cells[0];
    if (cell.find('.') + 2 == cell.find_last_of("0123456789") + 1) return;  // one decimal tells too little
    const auto was = read_cell(cell, std::nullopt).front();
    const double digit = std::pow(10, -was.decimals);
    cell = printed_like(was, (was.value * 1.3 + 4 * digit) * was.unit);
    const auto doubts = doubts_of(table);
    ASSERT_EQ(doubts.size(), 1) << author.head << " " << was.text << " " << cell;
    ASSERT_EQ(doubts[0].right.size(), 1) << author.head << " " << was.text << " " << sentence(doubts[0]);
    EXPECT_EQ(doubts[0].text, cell);
    const auto [low, high] = range_of(doubts[0].right[0]);
    const double open = 1.01 * digit + 0.002 * was.value;  // its author had unrounded times
    EXPECT_TRUE(low - open < was.value && was.value < high + open) << was.text << " " << sentence(doubts[0]);
  });
}

}  // namespace
}  // namespace scalegen::published
