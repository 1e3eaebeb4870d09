// Tables of thousands of rungs are reported whole. What grows with the square of the rungs would not end
// here.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "analysis/analyse.hpp"
#include "analysis/page/page.hpp"
#include "analysis/report/formats.hpp"
#include "core/json.hpp"
#include "tests/analysis/rendered.hpp"

namespace scalegen::report {
namespace {

using ::testing::HasSubstr;

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

// Boost's chi-squared distribution threw at such a close fit.
TEST(LongTable, WithoutScatterHasALaw) {
  std::string text = "gpus,seconds\n";
  for (int gpus = 1; gpus <= kRungs; ++gpus) text += fmt::format("{},100\n", gpus);
  EXPECT_THAT(render_terminal(report_of(text)),
              HasSubstr("\nAmdahl's law fits (best of 3 laws by AIC): serial share 100.0 % "));
}

TEST(Factors, BeyondTheDigitsOfANumberHaveThree) {
  EXPECT_THAT(render_terminal(report_of("gpus,seconds\n1,1e12\n2,1e-9\n")),
              HasSubstr("\n2gpu       1.00e-09  1.00e21x *    5.00e22 % *\n"));
}

}  // namespace
}  // namespace scalegen::report
