// Terminal, page, charts and JSON say the same numbers.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <regex>

#include "analysis/charts/charts.hpp"
#include "analysis/page/page.hpp"
#include "analysis/report/formats.hpp"
#include "analysis/scaling/figure_text.hpp"
#include "core/json.hpp"
#include "core/text.hpp"
#include "tests/analysis/cost/priced_sweep.hpp"
#include "tests/analysis/made_up_sweep.hpp"
#include "tests/analysis/rendered.hpp"

namespace scalegen::report {
namespace {

using testing::HasSubstr;

Report of_both_ladders() {
  MadeUpSweep sweep(3);
  sweep.add_weak_ladder(1.05);
  return sweep.report();
}

Report of_an_axis() {
  MadeUpSweep sweep(3);
  sweep.add_axis("cpus_per_task", {std::int64_t{2}, std::int64_t{4}, std::int64_t{8}});
  return sweep.report();
}

Report of_failures() {
  MadeUpSweep sweep(3);
  for (auto& run : sweep.runs)
    if (run.record.run.rung.name == "4cpu") run.record.outcome = Failed{7, "out of file descriptors"};
  return sweep.report();
}

struct Case {
  std::string name{};
  Report (*report)();
};

class SameNumbers : public testing::TestWithParam<Case> {};

/// The rows of a page, their cells with a blank between them.
std::vector<std::string> rows_of_page(const std::string& page) {
  std::vector<std::string> rows;
  const std::regex row("<tr>(.*?)</tr>"), tag("<[^>]*>"), blanks(" +");
  for (std::sregex_iterator it(page.begin(), page.end(), row), end; it != end; ++it) {
    auto text = std::regex_replace((*it)[1].str(), std::regex("&#160;"), " ");
    text = std::regex_replace(text, tag, " ");
    rows.push_back(std::regex_replace(" " + text + " ", blanks, " "));
  }
  return rows;
}

TEST_P(SameNumbers, OnThePageAsOnTheTerminal) {
  const auto report = GetParam().report();
  const auto document = document_of(report);
  const auto rows = rows_of_page(page::render_html(report, {}));
  std::size_t compared = 0;
  for (const auto* const table : document::tables_of(document))
    for (const auto& row : texts_of(*table).rows) {
      EXPECT_THAT(rows, testing::Contains(HasSubstr(fmt::format(" {} ", fmt::join(row, " ")))))
          << fmt::format("{}", row);
      ++compared;
    }
  EXPECT_GT(compared, 5U);
}

/// The estimate that JSON has of a figure of a rung.
std::optional<stats::Estimate> estimate_in(const Json& point, const char* figure) {
  if (!point.contains(figure)) return std::nullopt;
  const auto& json = point[figure];
  stats::Estimate estimate{json["centre"]};
  if (json.contains("low")) estimate.interval = stats::Interval{json["low"], json["high"], json["coverage"]};
  return estimate;
}

// All digits of JSON, written as the table writes them.
TEST_P(SameNumbers, InJsonAsOnTheTerminal) {
  const auto report = GetParam().report();
  const auto text = render_terminal(report);
  const auto json = parse_json(render_json(report)).value();
  std::size_t compared = 0;
  for (const auto& table : json["tables"])
    for (const auto& point : table["points"]) {
      if (const auto speedup = estimate_in(point, "speedup");
          speedup && speedup->interval && table.value("scaling", "") != "weak") {
        EXPECT_THAT(text, HasSubstr(speedup_text(*speedup)));
        ++compared;
      }
      if (const auto efficiency = estimate_in(point, "efficiency"); efficiency && efficiency->interval) {
        EXPECT_THAT(text, HasSubstr(efficiency_text(*efficiency)));
        ++compared;
      }
    }
  EXPECT_GT(compared, 1U);
}

// Each mark with an interval is a figure of JSON, to the bit.
TEST_P(SameNumbers, InChartsAsInJson) {
  const auto report = GetParam().report();
  const auto json = parse_json(render_json(report)).value();
  std::vector<std::vector<double>> known;
  for (const auto& table : json["tables"])
    for (const auto& point : table["points"])
      for (const auto* const figure : {"typical", "speedup", "efficiency"})
        if (const auto estimate = estimate_in(point, figure); estimate && estimate->interval) {
          const double factor = std::string_view(figure) == "efficiency" ? 100 : 1;
          known.push_back({factor * estimate->centre, factor * estimate->interval->low,
                           factor * estimate->interval->high});
        }
  std::size_t compared = 0;
  for (const auto& chart : charts::charts_of(report, {})) {
    if (chart.id != "speedup" && chart.id != "efficiency" && chart.id != "by-cpus-per-task") continue;
    for (const auto& series : chart.series)
      for (const auto& mark : series.marks) {
        if (series.form != charts::Form::line || !mark.y.interval || mark.is_predicted) continue;
        const std::vector<double> drawn{mark.y.centre, mark.y.interval->low, mark.y.interval->high};
        EXPECT_THAT(known, testing::Contains(testing::Pointwise(testing::DoubleEq(), drawn))) << chart.id;
        ++compared;
      }
  }
  EXPECT_GT(compared, 1U);
}

INSTANTIATE_TEST_SUITE_P(Reports, SameNumbers,
                         testing::Values(Case{"of_three_rounds", [] { return MadeUpSweep(3).report(); }},
                                         Case{"of_prices", [] { return priced_sweep(3).report(); }},
                                         Case{"of_both_ladders", of_both_ladders},
                                         Case{"of_an_axis", of_an_axis}, Case{"of_failures", of_failures}),
                         [](const auto& one) { return one.param.name; });

}  // namespace
}  // namespace scalegen::report
