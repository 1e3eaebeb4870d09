#include "core/outcome.hpp"

namespace scalegen {
namespace {

using std::chrono::seconds;

template <class Number>
void put(Json& json, const char* name, const std::optional<Number>& value) {
  if (value) json[name] = *value;
}

std::optional<seconds> seconds_field(const Json& json, const char* name) {
  const auto count = integer_field(json, name);
  return count ? std::optional(seconds(*count)) : std::nullopt;
}

Json json_of(const TimedOut& t) {
  Json json{{"outcome", "timed_out"}, {"limit_seconds", t.limit.count()}};
  if (!t.reached) return json;
  json["step"] = t.reached->step;
  json["step_seconds"] = t.reached->time.count();
  put(json, "steps", t.reached->steps);
  if (t.reached->needed) json["needed_seconds"] = t.reached->needed->count();
  return json;
}

Json json_of(const OutOfMemory& o) {
  Json json{{"outcome", "out_of_memory"}};
  put(json, "asked_mib", o.asked_mib);
  put(json, "used_mib", o.used_mib);
  return json;
}

struct ToJson {
  Json operator()(const Completed&) const { return {{"outcome", "completed"}}; }
  Json operator()(const Failed& f) const {
    return {{"outcome", "failed"}, {"exit_status", f.exit_status}, {"reason", f.reason}};
  }
  Json operator()(const TimedOut& t) const { return json_of(t); }
  Json operator()(const OutOfMemory& o) const { return json_of(o); }
  Json operator()(const NodeFailed& n) const { return {{"outcome", "node_failed"}, {"node", n.node}}; }
  Json operator()(const Preempted&) const { return {{"outcome", "preempted"}}; }
  Json operator()(const Cancelled&) const { return {{"outcome", "cancelled"}}; }
  Json operator()(const Lost& l) const { return {{"outcome", "lost"}, {"reason", l.reason}}; }
};

// Earlier versions wrote the limit alone.
TimedOut timed_out(const Json& json) {
  TimedOut outcome{.limit = seconds_field(json, "limit_seconds").value_or(seconds(0))};
  const auto step = integer_field(json, "step");
  const auto time = seconds_field(json, "step_seconds");
  if (step && time)
    outcome.reached = {.step = *step,
                       .time = *time,
                       .steps = integer_field(json, "steps"),
                       .needed = seconds_field(json, "needed_seconds")};
  return outcome;
}

}  // namespace

Json to_json(const Outcome& outcome) { return std::visit(ToJson{}, outcome); }

std::optional<Outcome> outcome_from_json(const Json& json) {
  const auto kind = text_field(json, "outcome");
  if (kind == "completed") return Completed{};
  if (kind == "failed")
    return Failed{static_cast<int>(integer_field(json, "exit_status").value_or(0)),
                  text_field(json, "reason").value_or("")};
  if (kind == "timed_out") return timed_out(json);
  if (kind == "out_of_memory")
    return OutOfMemory{integer_field(json, "asked_mib"), integer_field(json, "used_mib")};
  if (kind == "node_failed") return NodeFailed{text_field(json, "node").value_or("")};
  if (kind == "preempted") return Preempted{};
  if (kind == "cancelled") return Cancelled{};
  if (kind == "lost") return Lost{text_field(json, "reason").value_or("")};
  return std::nullopt;
}

}  // namespace scalegen
