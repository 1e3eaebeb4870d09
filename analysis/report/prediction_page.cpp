#include "analysis/report/prediction_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/report/json_values.hpp"
#include "analysis/report/numbers.hpp"
#include "analysis/report/prediction_section.hpp"
#include "core/text.hpp"
#include "core/text_table.hpp"
#include "core/try.hpp"

namespace scalegen::report {
namespace {

constexpr std::uint64_t kSeed = 20261123;  // of the simulation: the same page each time

Result<PredictedLadder> predicted_ladder(const ScalingTable& table,
                                         const std::vector<models::MeasuredSizes>& ladders,
                                         const std::string& to, const models::WhatIf& what_if) {
  TRY_ASSIGN(const auto asked, models::read_asked_size(ladders, to));
  const auto& measured = ladders[asked.ladder];
  PredictedLadder ladder{.axes = table.axes, .outlook = models::outlook_of(measured, asked.size)};
  if (ladder.outlook.predictions.empty())
    return failure(ladder.outlook.choice.why, "measure more rungs first");
  ladder.scatter = models::step_scatter(table, measured);
  std::vector<models::Size> sizes;
  for (const auto& prediction : ladder.outlook.predictions) sizes.push_back(prediction.at.size);
  ladder.simulated = models::simulate(measured, ladder.scatter, what_if, sizes, kSeed);
  return ladder;
}

std::optional<stats::Estimate> simulated_efficiency(const models::MeasuredSizes& measured,
                                                    const models::SimulatedStep& step) {
  if (!measured.log_baseline || measured.scaling == Scaling::throughput) return std::nullopt;
  const auto efficiency = [&](double log_time) {
    return std::exp(*measured.log_baseline - log_time) * measured.baseline_workers / step.size.workers;
  };
  return stats::Estimate{.centre = efficiency(step.log_time),
                         .interval = stats::Interval{efficiency(step.log_high), efficiency(step.log_low),
                                                     models::kPredictionLevel}};
}

std::string simulated_text(const PredictedLadder& ladder, std::size_t i) {
  const auto efficiency = simulated_efficiency(ladder.outlook.measured, ladder.simulated[i]);
  return efficiency ? efficiency_text(*efficiency) : "-";
}

std::string source_text(models::StepScatter::Source source) {
  switch (source) {
    case models::StepScatter::Source::steps:
      return "as the steps of the smallest rung";
    case models::StepScatter::Source::runs:
      return "as whole runs";
    case models::StepScatter::Source::assumed:
      return "assumed: one round shows none";
  }
  return "";
}

// In the time of a whole run start-up and output are there, too.
std::string rest_text(const Metric& metric) {
  return is_time_of_run(metric) ? "not shared out among ranks" : "communicating";
}

std::string simulation_text(const PredictedLadder& ladder, const models::WhatIf& what_if,
                            const Metric& metric) {
  const auto& last = ladder.simulated.back();
  auto text = fmt::format(
      "simulated: synchronous steps, ranks scatter by {:.2g} % ({});\n  at {} a {} is {} computing, {} "
      "waiting for the slowest rank, {} {}",
      100 * ladder.scatter.sd, source_text(ladder.scatter.source), ladder.outlook.predictions.back().at.name,
      is_time_of_run(metric) ? "run" : "step", percent(last.computing), percent(last.waiting),
      percent(last.communicating), rest_text(metric));
  if (what_if.congestion != 1)
    text += fmt::format(
        "\n  communication takes {:.3g} times as long beyond the largest measured size, as you say",
        what_if.congestion);
  if (what_if.straggler_share > 0)
    text += fmt::format("\n  in each step {:.3g} % of ranks are {:.3g} times as slow, as you say",
                        100 * what_if.straggler_share, what_if.straggler_factor);
  return text;
}

std::string left_out_text(const models::WhatIf& what_if) {
  std::vector<std::string> left_out{"topology"};
  if (what_if.congestion == 1) left_out.emplace_back("congestion (--congestion 1.5)");
  if (what_if.straggler_share <= 0) left_out.emplace_back("stragglers (--stragglers 0.001:1.5)");
  left_out.emplace_back("failures");
  return "left out: " + join_truncated(left_out);
}

std::string ladder_text(const PredictionPage& page, const PredictedLadder& ladder) {
  TextTable table{
      .header = {"size", value_heading(page.head.metric), "speedup", "efficiency", "simulated efficiency"}};
  for (std::size_t i = 0; i < ladder.outlook.predictions.size(); ++i) {
    const auto& prediction = ladder.outlook.predictions[i];
    auto cells = prediction_cells(prediction, page.head.metric.quantity);
    cells.insert(cells.begin(), prediction.at.name);
    cells.push_back(simulated_text(ladder, i));
    table.rows.push_back(std::move(cells));
  }
  auto text = render(table) + "\n" + kPredictionsMean + "\n" + law_text(ladder.outlook) + "\n";
  if (const auto next = next_text(ladder.outlook); !next.empty()) text += next + "\n";
  return text + simulation_text(ladder, page.what_if, page.head.metric) + "\n";
}

Json simulated_json(const PredictedLadder& ladder, std::size_t i) {
  const auto& step = ladder.simulated[i];
  Json json{{"size", ladder.outlook.predictions[i].at.name},
            {"computing", step.computing},
            {"waiting", step.waiting},
            {"communicating", step.communicating}};
  if (const auto efficiency = simulated_efficiency(ladder.outlook.measured, step))
    json["efficiency"] = estimate_json(*efficiency);
  return json;
}

Json ladder_json(const PredictedLadder& ladder) {
  auto json = outlook_json(ladder.outlook);
  for (const auto& axis : ladder.axes)
    json["axes"][axis.name] = std::visit([](const auto& value) { return Json(value); }, axis.value);
  json["simulation"] = {{"log_sd_of_a_step", ladder.scatter.sd},
                        {"scatter_from", source_text(ladder.scatter.source)}};
  for (std::size_t i = 0; i < ladder.simulated.size(); ++i)
    json["simulation"]["sizes"].push_back(simulated_json(ladder, i));
  return json;
}

}  // namespace

Result<PredictionPage> prediction_page(const Report& report, const std::string& to,
                                       const models::WhatIf& what_if) {
  PredictionPage page{.head = report.head, .warnings = report.warnings, .to = to, .what_if = what_if};
  for (const auto& table : report.tables) {
    if (!table.no_speedups.empty()) return failure("nothing can be predicted: " + table.no_speedups);
    const auto ladders = models::measured_sizes(table, table.scaling, report.head.metric.quantity);
    if (ladders.empty())
      return failure("nothing can be predicted: no rung of a known size was measured",
                     "name rungs as 4gpu, 2x4gpu or 8ranks");
    TRY_ASSIGN(auto ladder, predicted_ladder(table, ladders, to, what_if));
    page.to = ladder.outlook.predictions.back().at.name;
    page.ladders.push_back(std::move(ladder));
  }
  return page;
}

std::string render_terminal(const PredictionPage& page) {
  auto text = page.head.title + "\npredicted up to " + page.to + ", not measured\n";
  for (const auto& warning : page.warnings) text += "warning: " + warning + "\n";
  for (const auto& ladder : page.ladders) {
    text += "\n";
    for (const auto& axis : ladder.axes) text += with_spaces(axis.name) + " " + to_text(axis.value) + "\n";
    text += ladder_text(page, ladder);
  }
  return without_control_characters(text + left_out_text(page.what_if) + "\n");
}

std::string render_json(const PredictionPage& page) {
  Json json{
      {"scalegen_prediction", 1}, {"title", page.head.title}, {"source", page.head.source}, {"to", page.to}};
  json["warnings"] = page.warnings;
  json["unit"] = page.head.metric.unit;
  json["quantity"] = page.head.metric.quantity == Quantity::rate ? "rate" : "time";
  json["coverage"] = models::kPredictionLevel;
  json["what_if"] = {{"congestion", page.what_if.congestion},
                     {"straggler_share", page.what_if.straggler_share},
                     {"straggler_factor", page.what_if.straggler_factor}};
  json["ladders"] = Json::array();
  for (const auto& ladder : page.ladders) json["ladders"].push_back(ladder_json(ladder));
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace scalegen::report
