#include "analysis/report/sections.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "analysis/document/column.hpp"
#include "analysis/report/json_values.hpp"
#include "analysis/scaling/figure_text.hpp"

namespace scalegen::report {
namespace {

using models::Fit;
using models::LadderOutlook;

/// True for what the arithmetic of exact data leaves: nobody measures so little.
bool is_rounding(double share) { return share < 1e-6; }

std::string share_text(const models::Share& share) {
  if (is_rounding(share.estimate.centre)) return share.name + " 0 %";
  return share.name + " " + efficiency_text(share.estimate, 0);
}

double largest_residual(const Fit& fit) {
  double largest = 0;
  for (const double residual : fit.residuals) largest = std::max(largest, std::abs(std::expm1(residual)));
  return largest;
}

Json fit_json(const Fit& fit, const models::MeasuredSizes& measured) {
  Json json{{"law", models::key_of(fit.law)},
            {"name", models::name_of(fit.law)},
            {"log_time_of_one", fit.log_c},
            {"chi_squared", fit.chi_squared},
            {"degrees_of_freedom", fit.degrees_of_freedom},
            {"lack_of_fit_p", fit.lack_of_fit_p},
            {"aic", fit.aic}};
  for (const auto& share : fit.shares)
    json["shares"].push_back({{"name", share.name}, {"value", estimate_json(share.estimate)}});
  for (std::size_t k = 0; k < fit.residuals.size(); ++k)
    json["log_residuals"].push_back({{"rung", measured.sizes[k].rung}, {"value", fit.residuals[k]}});
  return json;
}

Json a_prediction_json(const models::Prediction& prediction) {
  Json json{{"size", prediction.at.name}, {"predicted", true}, {"workers", prediction.at.size.workers}};
  put(json, "nodes", prediction.at.size.nodes);
  put(json, "value", prediction.value);
  put(json, "speedup", prediction.speedup);
  put(json, "efficiency", prediction.efficiency);
  return json;
}

// Shares are of a run on one worker, be it a core or a node, as the rungs count.
std::string whose_shares(const models::MeasuredSize& smallest) {
  if (smallest.size.workers <= 1) return "";
  return fmt::format(" (on 1/{:.0f} of {}, which was not measured)", smallest.size.workers, smallest.rung);
}

// "Amdahl's law fits: serial share 2.1 % [1.7, 2.5]; rungs are within 0.5 % of it", or why none does.
std::string law_text(const LadderOutlook& outlook) {
  const auto& choice = outlook.choice;
  if (!choice.chosen) return choice.why;
  const auto& fit = choice.fits[*choice.chosen];
  std::vector<std::string> shares;
  for (const auto& share : fit.shares) shares.push_back(share_text(share));
  const double residual = largest_residual(fit);
  return fmt::format("{} fits ({}): {}{}; rungs are within {:.2g} % of it", models::name_of(fit.law),
                     choice.why, fmt::join(shares, ", "), whose_shares(outlook.measured.sizes.front()),
                     is_rounding(residual) ? 0 : 100 * residual);
}

std::string next_text(const LadderOutlook& outlook) {
  if (!outlook.next) return "";
  const auto& next = *outlook.next;
  return fmt::format("measure {} next: it would narrow the interval for {} to about {:.0f} % of its width",
                     next.at.name, next.target.name, 100 * next.width_left);
}

std::string border_text(const LadderOutlook& outlook) {
  const auto& rung = outlook.only_across_nodes;
  return rung.empty() ? ""
                      : fmt::format(
                            "only {} is on several nodes: whether it shows a trend, or a break that "
                            "comes once, cannot be told apart",
                            rung);
}

}  // namespace

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

std::vector<std::string> outlook_lines(const LadderOutlook& outlook) {
  std::vector<std::string> lines{law_text(outlook), next_text(outlook), border_text(outlook)};
  std::erase(lines, "");
  return lines;
}

document::Section prediction_section(const Report& report) {
  document::Section section{.title = "predicted for the next doubling"};
  std::vector<PredictedSize> sizes;
  std::vector<LadderOutlook> all;
  for (const auto& table : report.tables)
    for (auto& outlook : models::outlooks_of(table, report.head.metric.quantity)) {
      const auto& next = outlook.predictions.front();
      sizes.push_back({point_name(table, models::size_text(outlook.measured, next.at)), next});
      all.push_back(std::move(outlook));
    }
  if (all.empty()) return {};
  section.table = prediction_table(sizes, report.head.metric);
  section.table.is_detail = has_many_tables(report);
  if (all.size() == 1) section.lines = outlook_lines(all.front());
  section.details.emplace_back(kPredictionsMean);
  return section;
}

Json outlook_json(const LadderOutlook& outlook) {
  const auto& measured = outlook.measured;
  Json json{{"counts", measured.counts_nodes ? "nodes" : "ranks"}, {"why", outlook.choice.why}};
  if (measured.device) json["device"] = to_text(*measured.device);
  if (outlook.choice.chosen) json["law"] = models::key_of(outlook.choice.fits[*outlook.choice.chosen].law);
  json["fits"] = Json::array();
  for (const auto& fit : outlook.choice.fits) json["fits"].push_back(fit_json(fit, measured));
  json["predictions"] = Json::array();
  for (const auto& prediction : outlook.predictions)
    json["predictions"].push_back(a_prediction_json(prediction));
  put_text(json, "only_across_nodes", outlook.only_across_nodes);
  if (const auto& next = outlook.next)
    json["measure_next"] = {
        {"size", next->at.name}, {"for", next->target.name}, {"width_left", next->width_left}};
  return json;
}

Json prediction_json(const ScalingTable& table, const ReportHead& head) {
  Json json = Json::array();
  for (const auto& outlook : models::outlooks_of(table, head.metric.quantity))
    json.push_back(outlook_json(outlook));
  return json;
}

}  // namespace scalegen::report
