// The first lines of a report of tables whose answer is known by hand:
// tests/golden/report/verdict_tables.txt.
//
//     # name: options
//     1gpu 100 101 99.5
//     => what is said of it
//
// A line is a rung with the values of its rounds; '-' is a lost run. Options are baseline=RUNG, scaling=weak,
// rate (of images/s), rows (that say no round), and those of `advise`, with _ for a blank.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "analysis/analyse.hpp"
#include "analysis/report/sections.hpp"
#include "tests/analysis/rendered.hpp"
#include "tests/golden.hpp"

namespace scalegen::verdict {
namespace {

struct Block {
  std::string title{};
  std::vector<std::string> rungs{};
};

std::vector<Block> read_blocks(const std::string& text) {
  std::vector<Block> blocks;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("# "))
      blocks.push_back({.title = line.substr(2)});
    else if (!line.empty() && !line.starts_with("=>"))
      blocks.back().rungs.push_back(line);
  }
  return blocks;
}

std::vector<std::string> options_of(const std::string& title) {
  const auto colon = title.find(": ");
  std::istringstream words(colon == std::string::npos ? "" : title.substr(colon + 2));
  std::vector<std::string> options;
  for (std::string word; words >> word;) options.push_back(word);
  return options;
}

bool has(const std::vector<std::string>& options, const std::string& word) {
  return std::find(options.begin(), options.end(), word) != options.end();
}

std::string csv_of(const Block& block, const std::vector<std::string>& options) {
  const bool has_rounds = !has(options, "rows");
  std::string text = has(options, "rate") ? "rung,images_per_s" : "rung,seconds";
  text += has_rounds ? ",round\n" : "\n";
  for (const auto& line : block.rungs) {
    std::istringstream words(line);
    std::string rung;
    words >> rung;
    int round = 0;
    for (std::string value; words >> value;) {
      ++round;
      if (value != "-")
        text += fmt::format("{},{}{}\n", rung, value, has_rounds ? fmt::format(",{}", round) : "");
    }
  }
  return text;
}

TableOptions table_options(const std::vector<std::string>& options) {
  TableOptions table;
  std::vector<std::string> rule;
  for (auto option : options) {
    std::replace(option.begin(), option.end(), '_', ' ');
    if (option.starts_with("baseline="))
      table.baseline = option.substr(9);
    else if (option.starts_with("scaling="))
      table.scaling = option == "scaling=weak" ? Scaling::weak : Scaling::throughput;
    else if (option.starts_with("per doubling="))
      rule.push_back("per_doubling=" + option.substr(13));
    else if (option != "rate" && option != "rows")
      rule.push_back(option);
  }
  if (!rule.empty()) table.advise = read_advice_options(rule).value();
  return table;
}

std::string said_of(const Block& block) {
  const auto options = options_of(block.title);
  const auto report = report_of_table("t.csv", csv_of(block, options), table_options(options)).value();
  auto text = "# " + block.title + "\n";
  for (const auto& rung : block.rungs) text += rung + "\n";
  for (const auto& line : verdict_lines(report))
    if (!options.empty() || !line.starts_with("rule: ")) text += "=> " + line + "\n";
  for (const auto& warning : report.warnings) text += "=> warning: " + warning + "\n";
  for (const auto& note : report::notes_and_method(report))
    if (note.starts_with("no ") || note.starts_with("one ")) text += "=> note: " + note + "\n";
  return text;
}

TEST(VerdictTables, SayWhatIsKnownOfThem) {
  const auto known = read_file(SCALEGEN_TESTS_DIR "/golden/report/verdict_tables.txt").value();
  const auto blocks = read_blocks(known);
  ASSERT_GE(blocks.size(), 50U);
  std::string text;
  for (const auto& block : blocks) text += (text.empty() ? "" : "\n") + said_of(block);
  expect_golden("report/verdict_tables.txt", text);
}

}  // namespace
}  // namespace scalegen::verdict
