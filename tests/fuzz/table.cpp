#include "analysis/analyse.hpp"
#include "analysis/report/formats.hpp"
#include "check.hpp"
#include "core/json.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace scalegen;
  const auto report = report_of_table("table.csv", fuzz::text_of(data, size));
  if (!report) {
    fuzz::check_refusal(report.error());
    return 0;
  }
  fuzz::check(!report::render_csv(*report).empty(), "a report has lines");
  fuzz::check(parse_json(report::render_json(*report)).has_value(), "a report's JSON is JSON");
  return 0;
}
