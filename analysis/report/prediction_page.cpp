#include "analysis/report/prediction_page.hpp"

#include "analysis/document/texts.hpp"
#include "analysis/report/sections.hpp"
#include "core/json.hpp"
#include "core/try.hpp"

namespace scalegen::report {
namespace {

Result<PredictedLadder> predicted_ladder(const ScalingTable& table,
                                         const std::vector<models::MeasuredSizes>& ladders,
                                         const std::string& to) {
  TRY_ASSIGN(const auto asked, models::read_asked_size(ladders, to));
  const auto& measured = ladders[asked.ladder];
  PredictedLadder ladder{.axes = table.axes, .outlook = models::outlook_of(measured, asked.size)};
  if (ladder.outlook.predictions.empty())
    return failure(ladder.outlook.choice.why, "measure more rungs first");
  return ladder;
}

document::Section ladder_section(const PredictionPage& page, const PredictedLadder& ladder) {
  std::vector<PredictedSize> sizes;
  for (const auto& prediction : ladder.outlook.predictions)
    sizes.push_back({models::size_text(ladder.outlook.measured, prediction.at), prediction});
  document::Section section{.title = axes_text(ladder.axes),
                            .table = prediction_table(sizes, page.head.metric),
                            .lines = {kPredictionsMean}};
  append(section.lines, outlook_lines(ladder.outlook));
  return section;
}

Json ladder_json(const PredictedLadder& ladder) {
  auto json = outlook_json(ladder.outlook);
  for (const auto& axis : ladder.axes)
    json["axes"][axis.name] = std::visit([](const auto& value) { return Json(value); }, axis.value);
  return json;
}

}  // namespace

Result<PredictionPage> prediction_page(const Report& report, const std::string& to) {
  PredictionPage page{.head = report.head, .warnings = report.warnings, .to = to};
  for (const auto& table : report.tables) {
    if (!table.no_speedups.empty()) return failure("nothing can be predicted: " + table.no_speedups);
    const auto ladders = models::measured_sizes(table, table.scaling, report.head.metric.quantity);
    if (ladders.empty())
      return failure("nothing can be predicted: no rung of a known size was measured",
                     "name rungs as 4gpu, 2x4gpu or 8ranks");
    TRY_ASSIGN(auto ladder, predicted_ladder(table, ladders, to));
    page.to = ladder.outlook.predictions.back().at.name;
    page.ladders.push_back(std::move(ladder));
  }
  return page;
}

document::Document document_of(const PredictionPage& page) {
  const auto& last = page.ladders.back().outlook;
  const auto to = models::size_text(last.measured, last.predictions.back().at);
  document::Document document{.title = page.head.title, .level = 3};
  add(document.blocks, {.lines = {"predicted up to " + to + ", not measured"}});
  if (!page.warnings.empty())
    document.blocks.emplace_back(document::Bullets{page.warnings, document::Role::warnings});
  for (const auto& ladder : page.ladders) add(document.blocks, ladder_section(page, ladder));
  return document;
}

std::string render_json(const PredictionPage& page) {
  Json json{
      {"scalegen_prediction", 1}, {"title", page.head.title}, {"source", page.head.source}, {"to", page.to}};
  json["warnings"] = page.warnings;
  json["unit"] = page.head.metric.unit;
  json["quantity"] = page.head.metric.quantity == Quantity::rate ? "rate" : "time";
  json["coverage"] = models::kPredictionLevel;
  json["ladders"] = Json::array();
  for (const auto& ladder : page.ladders) json["ladders"].push_back(ladder_json(ladder));
  return json_page(json);
}

}  // namespace scalegen::report
