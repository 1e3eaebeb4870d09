// The order of the lines of a table says nothing.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "analysis/analyse.hpp"
#include "analysis/report/formats.hpp"
#include "core/json.hpp"

namespace scalegen::report {
namespace {

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
