#include "analysis/published/derived_columns.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>

namespace scalegen::published {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

using Cells = std::vector<std::string>;

std::optional<Measured> measured(const std::string& text) {
  if (text.empty()) return std::nullopt;
  return Measured{std::stod(text), last_digit(text)};
}

/// A table of one time, as people print it.
Table table_of(std::vector<std::string> derived) {
  return {{{"time (s)", Quantity::time}}, std::move(derived), {}, {}};
}

void add(Table& table, const std::string& rung, double gpus, const Cells& figures, const Cells& cells,
         const Settings& conditions = {}) {
  Row row{.line = static_cast<int>(table.rows.size()) + 2,
          .rung = rung,
          .conditions = conditions,
          .cells = cells};
  if (gpus > 0) row.sizes["gpus"] = gpus;
  for (const auto& text : figures) row.measured.push_back(measured(text));
  table.rows.push_back(row);
}

Cells sentences(const Table& table) {
  Cells texts;
  for (const auto& doubt : doubts_of(table)) texts.push_back(sentence(doubt));
  return texts;
}

Table olivia(const Settings& first, const Settings& second) {
  Table table{
      {{"images/s", Quantity::rate}, {"time (s)", Quantity::time}}, {"Speedup", "Efficiency"}, {}, {}};
  add(table, "1gpu", 1, {"2598.388", "1923.655"}, {"1x", "100 %"}, first);
  add(table, "4gpu", 4, {"36926.594", "133.107"}, {"15.21x", "374.1 %"}, second);
  return table;
}

TEST(DerivedColumns, SaysWhatOliviasRatesAndTimesGive) {
  EXPECT_THAT(
      sentences(olivia({}, {})),
      ElementsAre(
          "line 3: Speedup 15.21x follows from the table's figures by no usual rule: it is 14.21x by its "
          "own 'images/s', 14.45x by its own 'time (s)', with 1gpu as 1",
          "line 3: Efficiency 374.1 % follows from the table's figures by no usual rule: it is 355.3 % by "
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

TEST(DerivedColumns, NamesCyclonesWrongFigures) {
  auto table = table_of({"Speedup"});
  add(table, "cpu", 0, {"192.254"}, {"0.38 (2.63x slower)"});
  add(table, "1gpu", 1, {"73.4807"}, {"1"});
  add(table, "2gpu", 2, {"42.0646"}, {"1.75"});
  add(table, "2x2gpu", 4, {"25.6124"}, {"2.86"});
  EXPECT_THAT(
      sentences(table),
      ElementsAre("line 2: Speedup 2.63x slower is 2.62x slower by its own 'time (s)', with 1gpu as 1",
                  "line 5: Speedup 2.86 is 2.87 by its own 'time (s)', with 1gpu as 1"));
}

TEST(DerivedColumns, NamesTheTwoWrongSpeedupsOfALongRun) {
  auto table = table_of({"Speed-up"});
  const std::vector<std::pair<std::string, std::string>> rows{
      {"52612", "1"},   {"28986", "1.82"}, {"19341", "2.72"}, {"14586", "3.58"},
      {"29341", "1.6"}, {"22612", "2.33"}, {"17165", "3.07"}};
  for (const auto& [time, speedup] : rows) add(table, "run " + time, 0, {time}, {speedup});
  EXPECT_THAT(sentences(table),
              ElementsAre("line 5: Speed-up 3.58 is 3.61 by its own 'time (s)', with run 52612 as 1",
                          "line 6: Speed-up 1.6 is 1.8 by its own 'time (s)', with run 52612 as 1"));
}

}  // namespace
}  // namespace scalegen::published
