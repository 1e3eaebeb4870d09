#include "analysis/report/sections.hpp"

#include <fmt/format.h>

#include "analysis/document/column.hpp"
#include "analysis/models/ladder_outlook.hpp"
#include "analysis/report/json_values.hpp"
#include "analysis/scaling/figure_text.hpp"

namespace scalegen::report {
namespace {

using models::LadderOutlook;

struct PredictedSize {
  std::string name{};
  models::Prediction prediction{};
};

document::Table prediction_table(const std::vector<PredictedSize>& sizes, const Metric& metric) {
  const auto of = [](std::optional<stats::Estimate> models::Prediction::*figure,
                     std::string (*text)(const stats::Estimate&)) {
    return [=](const PredictedSize& size) { return document::figure_cell(size.prediction.*figure, text); };
  };
  return document::table_of<PredictedSize>(
      sizes,
      {{"size", [](const PredictedSize& size) { return document::Cell{size.name}; }},
       {metric.unit == "s" ? "seconds" : metric.unit, of(&models::Prediction::value, estimate_text), true},
       {"speedup", of(&models::Prediction::speedup, speedup_text), true},
       {"efficiency", of(&models::Prediction::efficiency, efficiency_text), true}});
}

std::string border_text(const std::string& rung) {
  return fmt::format(
      "only {} is on several nodes: whether it shows a trend, or a break that comes once, cannot be told "
      "apart",
      rung);
}

Json a_prediction_json(const models::Prediction& prediction) {
  Json json{{"size", prediction.at.name}, {"predicted", true}, {"workers", prediction.at.size.workers}};
  put(json, "nodes", prediction.at.size.nodes);
  put(json, "value", prediction.value);
  put(json, "speedup", prediction.speedup);
  put(json, "efficiency", prediction.efficiency);
  return json;
}

Json outlook_json(const LadderOutlook& outlook) {
  const auto& measured = outlook.measured;
  Json json{{"counts", measured.counts_nodes ? "nodes" : "ranks"}};
  if (measured.device) json["device"] = to_text(*measured.device);
  json["predictions"].push_back(a_prediction_json(outlook.next));
  put_text(json, "only_across_nodes", outlook.only_across_nodes);
  return json;
}

}  // namespace

document::Section prediction_section(const Report& report) {
  document::Section section{.title = "predicted for the next doubling"};
  std::vector<PredictedSize> sizes;
  std::vector<LadderOutlook> all;
  for (const auto& table : report.tables)
    for (auto& outlook : models::outlooks_of(table, report.head.metric.quantity)) {
      sizes.push_back(
          {point_name(table, models::size_text(outlook.measured, outlook.next.at)), outlook.next});
      all.push_back(std::move(outlook));
    }
  if (all.empty()) return {};
  section.table = prediction_table(sizes, report.head.metric);
  section.table.is_detail = has_many_tables(report);
  if (const auto& rung = all.front().only_across_nodes; all.size() == 1 && !rung.empty())
    section.lines.push_back(border_text(rung));
  section.details.emplace_back(
      "predicted, not measured; such intervals hold nine of ten later measurements (docs/statistics.md)");
  return section;
}

Json prediction_json(const ScalingTable& table, const ReportHead& head) {
  Json json = Json::array();
  for (const auto& outlook : models::outlooks_of(table, head.metric.quantity))
    json.push_back(outlook_json(outlook));
  return json;
}

}  // namespace scalegen::report
