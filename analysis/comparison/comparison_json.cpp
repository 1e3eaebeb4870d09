#include <array>

#include "analysis/comparison/comparison_text.hpp"
#include "analysis/report/json_values.hpp"

namespace scalegen::report {

using comparison::At;
using comparison::Comparison;
using comparison::Pair;
using comparison::RungFigures;

namespace {

std::string at_text(At at) {
  constexpr std::array kInOrder = {"size", "nodes", "cost", "energy"};
  return kInOrder[static_cast<std::size_t>(at)];
}

Json side_json(const ReportHead& head) {
  Json json{{"title", head.title}, {"source", head.source}};
  put_text(json, "name", head.name);
  put_text(json, "cluster", head.cluster);
  return json;
}

Json figures_json(const RungFigures& figures) {
  Json json{{"rung", figures.rung}, {"typical", estimate_json(figures.typical)}, {"logs", figures.logs}};
  if (figures.is_speedup_starred) json["speedup_starred"] = true;
  put(json, "speedup", figures.speedup);
  put(json, "efficiency", figures.efficiency);
  return json;
}

// "faster", "slower", "no difference shown"; of energy "less", "more".
std::string outcome_of(const Comparison& comparison, const Pair& pair) {
  if (!is_shown(pair)) return "no difference shown";
  const bool is_better = pair.ratio->centre > 1;
  if (comparison.at == At::energy) return is_better ? "less" : "more";
  return is_better ? "faster" : "slower";
}

Json pair_json(const Comparison& comparison, const Pair& pair) {
  Json json{{"name", pair.name},
            {"a", figures_json(pair.a)},
            {"b", figures_json(pair.b)},
            {"starred", pair.is_starred}};
  put_text(json, "no_ratio", pair.no_ratio);
  put_text(json, "no_interval", pair.no_interval);
  put(json, "speedup_ratio", pair.speedups);
  put(json, "efficiency_ratio", pair.efficiencies);
  put(json, "ratio", pair.ratio);
  if (!pair.ratio || !pair.ratio->interval) return json;
  json["outcome"] = outcome_of(comparison, pair);
  json["p"] = pair.p;
  json["p_adjusted"] = pair.p_adjusted;
  if (pair.adjusted)
    json["in_comparison"] = {
        {"low", pair.adjusted->low}, {"high", pair.adjusted->high}, {"coverage", pair.adjusted->coverage}};
  return json;
}

Json cost_json(const comparison::WorkCost& cost) {
  Json json{{"unit", cost.unit}};
  put_text(json, "a", cost.a);
  put_text(json, "b", cost.b);
  put(json, "cost_a", cost.cost_a);
  put(json, "cost_b", cost.cost_b);
  put(json, "a_over_b", cost.ratio);
  return json;
}

}  // namespace

std::string render_json(const Comparison& comparison) {
  Json json{{"scalegen_comparison", 1},
            {"at", at_text(comparison.at)},
            {"a", side_json(comparison.a)},
            {"b", side_json(comparison.b)},
            {"unit", comparison.a.metric.unit},
            {"quantity", comparison.a.metric.quantity == Quantity::rate ? "rate" : "time"},
            {"verdict", verdict_sentences(comparison)},
            {"what_differs", Json::array()},
            {"pairs", Json::array()},
            {"only_a", comparison.only_a},
            {"only_b", comparison.only_b},
            {"not_said_by_both", comparison.unknown}};
  for (const auto& unlike : comparison.unlike)
    json["what_differs"].push_back({{"key", unlike.key},
                                    {"a", unlike.a},
                                    {"b", unlike.b},
                                    {"changes_work", unlike.changes_work},
                                    {"at", unlike.pairs}});
  for (const auto& pair : comparison.pairs) json["pairs"].push_back(pair_json(comparison, pair));
  for (const auto& cost : comparison.costs) json["costs"].push_back(cost_json(cost));
  put_text(json, "costs_of", comparison.work);
  put_text(json, "no_speedups", comparison.no_speedups);
  return json_page(json);
}

}  // namespace scalegen::report
