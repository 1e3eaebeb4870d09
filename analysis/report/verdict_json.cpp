#include "analysis/report/sections.hpp"

#include "analysis/report/condition_text.hpp"
#include "analysis/report/json_values.hpp"

namespace scalegen::report {
namespace {

using verdict::Condition;
using verdict::Judgement;
using verdict::Verdict;

std::string judgement_text(Judgement judgement) {
  if (judgement == Judgement::met) return "met";
  if (judgement == Judgement::missed) return "missed";
  return judgement == Judgement::open ? "open" : "outside";
}

Json condition_json(const Condition& condition) {
  Json json{{"condition", criterion_name(condition)},
            {"limit", condition.limit},
            {"judgement", judgement_text(condition.judgement)}};
  put(json, "value", condition.value);
  put_text(json, "why_open", condition.why_open);
  return json;
}

Json step_json(const ScalingTable& table, const verdict::RungStep& step) {
  Json json{{"from", table.points[step.from].rung},
            {"to", table.points[step.to].rung},
            {"speedup", estimate_json(step.speedup)}};
  put(json, "cost", step.cost);
  return json;
}

}  // namespace

Json verdict_json(const ScalingTable& table, const Verdict& verdict) {
  Json json = Json::object();
  if (verdict.advised) json["advised"] = table.points[*verdict.advised].rung;
  put_text(json, "none", verdict.none);
  if (verdict.unproven) json["unproven"] = table.points[*verdict.unproven].rung;
  for (std::size_t k = 0; k < verdict.rungs.size(); ++k) {
    Json rung{{"rung", table.points[k].rung}, {"judgement", judgement_text(verdict.rungs[k].judgement)}};
    for (const auto& condition : verdict.rungs[k].conditions)
      rung["conditions"].push_back(condition_json(condition));
    json["rungs"].push_back(rung);
  }
  if (verdict.from_smaller) json["from_smaller"] = step_json(table, *verdict.from_smaller);
  if (verdict.to_larger) json["to_larger"] = step_json(table, *verdict.to_larger);
  if (verdict.open) {
    json["open"] = {{"rung", table.points[verdict.open->point].rung}};
    put(json["open"], "more_rounds", verdict.open->more_rounds);
    put(json["open"], "price_of_more_rounds", verdict.open->price);
  }
  return json;
}

}  // namespace scalegen::report
