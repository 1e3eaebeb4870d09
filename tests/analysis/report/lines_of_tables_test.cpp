#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "analysis/analyse.hpp"
#include "analysis/page/page.hpp"
#include "analysis/report/formats.hpp"
#include "core/json.hpp"
#include "tests/analysis/rendered.hpp"

namespace scalegen::report {
namespace {

using testing::HasSubstr;

// Tables of thousands of rungs are reported whole. What grows with the square of the rungs would not end
// here.

constexpr int kRungs = 5000;

// Three rounds with some scatter; the last rung has two of them.
std::string rounds_of_long_table() {
  std::string text = "gpus,seconds,round\n";
  for (int round = 1; round <= 3; ++round)
    for (int gpus = 1; gpus <= (round < 3 ? kRungs : kRungs - 1); ++gpus)
      text +=
          fmt::format("{},{:.4f},{}\n", gpus, (1000.0 / gpus + 20) * (1 + 0.001 * (gpus * round % 7)), round);
  return text;
}

Report report_of(const std::string& text) { return report_of_table("long.csv", text).value(); }

// The number of lines that begin as those of rungs do, in rising order.
int rungs_in(const std::string& text, const std::string& before) {
  int rungs = 0;
  std::size_t from = 0;
  while (true) {
    const auto found = text.find(fmt::format("\n{}{}gpu", before, rungs + 1), from);
    if (found == std::string::npos) return rungs;
    from = found + 1;
    ++rungs;
  }
}

TEST(LongTable, IsReportedWholeInEachFormat) {
  const auto report = report_of(rounds_of_long_table());
  EXPECT_EQ(rungs_in(render_terminal(report), ""), kRungs);
  EXPECT_EQ(rungs_in(render_csv(report), ""), kRungs);
  EXPECT_EQ(rungs_in(render_markdown(report), "| "), kRungs);
  EXPECT_THAT(page::render_html(report, {}), HasSubstr("5000gpu"));
  const auto json = Json::parse(render_json(report));
  EXPECT_EQ(json.at("tables").at(0).at("points").size(), kRungs);
}

TEST(Factors, BeyondTheDigitsOfANumberHaveThree) {
  EXPECT_THAT(render_terminal(report_of("gpus,seconds\n1,1e12\n2,1e-9\n")),
              HasSubstr("\n2gpu       1.00e-09  1.00e21x *    5.00e22 % *\n"));
}

// The order of the lines of a table says nothing.

/// Lines of a ladder whose rungs have one to eight rows, with some loss, noise and perhaps rounded times.
std::vector<std::string> random_lines(std::mt19937& random) {
  const auto up_to = [&](int most) { return std::uniform_int_distribution<>(1, most)(random); };
  std::normal_distribution<> normal(0, 0.01 * up_to(5));
  const int digits = up_to(2) == 1 ? 1 : 6;
  std::vector<std::string> lines;
  for (const auto& [rung, ranks] : {std::pair("cpu", 0.2), {"1gpu", 1.0}, {"2gpu", 1.9}, {"2x2gpu", 3.0}})
    for (int row = up_to(8); row > 0; --row)
      lines.push_back(fmt::format("{},{:.{}f},bf16\n", rung, 100 / ranks * std::exp(normal(random)), digits));
  return lines;
}

/// Everything that a report says, but for the order of the values of a rung.
Json all_but_the_order(const std::vector<std::string>& lines) {
  std::string text = "rung,seconds,precision\n";
  for (const auto& line : lines) text += line;
  auto json = parse_json(render_json(report_of_table("t.csv", text).value())).value();
  for (auto& table : json["tables"])
    for (auto& point : table["points"]) {
      for (auto& run : point["runs"]) run.erase("round");
      std::sort(point["runs"].begin(), point["runs"].end(),
                [](const Json& a, const Json& b) { return a["value"] < b["value"]; });
    }
  return json;
}

TEST(ShuffledLines, ChangeNothingButTheOrderInWhichValuesAreListed) {
  std::mt19937 random(32);
  for (int table = 0; table < 200; ++table) {
    auto lines = random_lines(random);
    const auto expected = all_but_the_order(lines);
    std::shuffle(lines.begin(), lines.end(), random);
    EXPECT_EQ(all_but_the_order(lines), expected) << table;
    std::sort(lines.begin(), lines.end());
    EXPECT_EQ(all_but_the_order(lines), expected) << table;
  }
}

// Sorted lines were taken for pairs, whose ratios hardly scatter.
TEST(ShuffledLines, OfARungAreASampleOfTheirOwn) {
  const std::string text = "1gpu,100\n1gpu,110\n1gpu,120\n2gpu,70\n2gpu,77.5\n2gpu,84\n";
  const auto report = report_of_table("t.csv", text).value();
  const auto& speedup = report.tables[0].points[1].speedup.value();
  EXPECT_NEAR(speedup.centre, std::cbrt(100.0 * 110 * 120 / (70 * 77.5 * 84)), 1e-12);
  // Standard errors of 5.26 and 5.27 % make 7.45 %, with 4.0 degrees of freedom: t is 2.776.
  EXPECT_NEAR(std::log(speedup.interval->high / speedup.interval->low) / 2, 2.776 * 0.0745, 2e-4);
  EXPECT_EQ(report.head.title, "t.csv · imported times · 3 runs a rung");
}

}  // namespace
}  // namespace scalegen::report
