#pragma once
#include <optional>
#include <string>

#include "analysis/statistics/intervals.hpp"
#include "core/json.hpp"
#include "core/setting.hpp"

namespace scalegen::report {

/// The fields `centre` and, if there is an interval, `low`, `high` and `coverage`.
inline Json estimate_json(const stats::Estimate& estimate) {
  Json json{{"centre", estimate.centre}};
  if (!estimate.interval) return json;
  json["low"] = estimate.interval->low;
  json["high"] = estimate.interval->high;
  json["coverage"] = estimate.interval->coverage;
  return json;
}

/// Adds a field unless its value is unknown: a reader of the report never takes a missing value for 0.
template <class T>
void put(Json& json, const char* name, const std::optional<T>& value) {
  if (value) json[name] = *value;
}

inline void put(Json& json, const char* name, const std::optional<stats::Estimate>& value) {
  if (value) json[name] = estimate_json(*value);
}

/// Adds a field unless its text is empty.
inline void put_text(Json& json, const char* name, const std::string& value) {
  if (!value.empty()) json[name] = value;
}

inline Json settings_json(const Settings& settings) {
  Json json = Json::object();
  for (const auto& s : settings) json[s.name] = std::visit([](const auto& v) { return Json(v); }, s.value);
  return json;
}

}  // namespace scalegen::report
