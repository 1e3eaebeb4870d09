#include "core/advice_json.hpp"

#include "core/json.hpp"

namespace scalegen {

Json advice_json(const Advice& advice) {
  Json json = Json::object();
  if (advice.efficiency) json["efficiency"] = *advice.efficiency;
  if (advice.per_doubling) json["per_doubling"] = *advice.per_doubling;
  if (advice.deadline) json["deadline_seconds"] = advice.deadline->count();
  if (advice.budget) json["budget"] = {{"amount", advice.budget->amount}, {"unit", advice.budget->unit}};
  if (advice.work) json[to_text(advice.work->unit)] = advice.work->amount;
  return json;
}

Advice advice_of(const Json& json) {
  Advice advice;
  if (json.contains("efficiency")) advice.efficiency = json.at("efficiency").get<double>();
  if (json.contains("per_doubling")) advice.per_doubling = json.at("per_doubling").get<double>();
  if (json.contains("deadline_seconds"))
    advice.deadline = std::chrono::seconds(json.at("deadline_seconds").get<std::int64_t>());
  if (json.contains("budget"))
    advice.budget =
        Budget{json.at("budget").at("amount").get<double>(), json.at("budget").at("unit").get<std::string>()};
  for (const auto unit : kWorkUnits)
    if (json.contains(to_text(unit))) advice.work = Work{unit, json.at(to_text(unit)).get<double>()};
  return advice;
}

}  // namespace scalegen
