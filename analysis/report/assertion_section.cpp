#include "analysis/report/sections.hpp"

#include <algorithm>

#include "analysis/report/json_values.hpp"
#include "analysis/scaling/figure_text.hpp"

namespace scalegen::report {

using verdict::JudgedAssertion;
using verdict::Judgement;

namespace {

// As the report and its JSON say it.
std::string assertion_word(Judgement judgement) {
  if (judgement == Judgement::met) return "holds";
  return judgement == Judgement::missed ? "fails" : "open";
}

// Why an open one is open; empty for others.
std::string assertion_reason(const JudgedAssertion& one) {
  if (!one.why_open.empty()) return one.why_open;
  return one.judgement == Judgement::open ? "the limit is within the interval: more rounds would tell" : "";
}

// The value in the form of the assertion's figure: "91.8 % [89.6, 94.1]"; empty if there is none.
std::string assertion_value(const JudgedAssertion& one, const Metric& metric) {
  if (!one.value) return "";
  using Figure = Assertion::Figure;
  const auto figure = one.assertion.figure;
  if (figure == Figure::efficiency) return efficiency_text(*one.value);
  const bool is_factor = figure == Figure::speedup || figure == Figure::per_doubling;
  return is_factor ? factor_text(*one.value) : estimate_text(*one.value) + " " + metric.unit;
}

}  // namespace

document::Section assertion_section(const Report& report) {
  if (report.assertions.empty()) return {};
  TextTable cells{.header = {"assertion", "", "measured", ""}};
  for (const auto& one : report.assertions) {
    const auto name = table_name(report.tables[one.table]);
    const auto value = assertion_value(one, report.head.metric);
    cells.rows.push_back({one.assertion.text + (name.empty() ? "" : " (" + name + ")"),
                          assertion_word(one.judgement), value.empty() ? "-" : value, assertion_reason(one)});
  }
  return {.title = "assertions",
          .table = document::table_of(cells),
          .details = {"an assertion holds or fails by the whole interval of its value"}};
}

Json assertions_json(const Report& report) {
  Json json;
  for (const auto& one : report.assertions) {
    Json item{{"assertion", one.assertion.text}, {"result", assertion_word(one.judgement)}};
    put_text(item, "table", table_name(report.tables[one.table]));
    put(item, "value", one.value);
    put_text(item, "why_open", assertion_reason(one));
    json.push_back(std::move(item));
  }
  return json;
}

bool an_assertion_fails(const Report& report) {
  return std::ranges::any_of(report.assertions,
                             [](const auto& one) { return one.judgement == Judgement::missed; });
}

}  // namespace scalegen::report
