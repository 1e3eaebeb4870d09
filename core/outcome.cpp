#include "core/outcome.hpp"

#include <fmt/format.h>

#include "core/json.hpp"
#include "core/units.hpp"

namespace scalegen {

namespace {

std::string step_text(const StepsReached& reached) {
  return reached.steps ? fmt::format("step {} of {}", reached.step, *reached.steps)
                       : fmt::format("step {}", reached.step);
}

// As a person writes it in a sweep file.
std::string key_text(std::chrono::seconds limit) {
  const auto count = limit.count();
  return count % 60 == 0 ? fmt::format("time_limit: {}m", count / 60) : fmt::format("time_limit: {}s", count);
}

// If the run was fast enough to finish, a longer limit would not help.
std::string progress_text(const StepsReached& reached) {
  if (!reached.needed)
    return fmt::format("; its last was {}, after {}", step_text(reached), duration_text(reached.time));
  return fmt::format(" at {}; about {} would do ({})", step_text(reached), duration_text(*reached.needed),
                     key_text(*reached.needed));
}

// A person may have shortened the limit of a job, and runs that share one share its limit: where Slurm ended
// the run, no key is named.
std::string time_text(const TimedOut& t) {
  constexpr std::chrono::seconds kMargin{5};
  const bool is_of_run = !t.after && !t.planned && t.limit > std::chrono::seconds(0);
  if (is_of_run && !(t.reached && t.reached->needed))
    return fmt::format("{} ({})", duration_text(t.limit), key_text(t.limit));
  if (!t.after || *t.after + kMargin >= t.limit) return duration_text(t.limit);
  return fmt::format("{} (its job's limit: {})", duration_text(*t.after), duration_text(t.limit));
}

std::string memory_of(const OutOfMemory& o) {
  std::string text;
  if (o.asked_mib) text = fmt::format(": asked for {} a node", memory_in_words(*o.asked_mib));
  if (o.used_mib)
    text += fmt::format("{} a task used at least {}", text.empty() ? ":" : ",", memory_in_words(*o.used_mib));
  return text;
}

struct Describe {
  std::string operator()(const Completed&) const { return "completed"; }
  std::string operator()(const Failed& f) const {
    return fmt::format("failed: exit status {}{}{}{}", f.exit_status,
                       f.exit_status == 124 ? " (timeout's)" : "", f.reason.empty() ? "" : ": ", f.reason);
  }
  std::string operator()(const TimedOut& t) const {
    if (!t.held_by.empty())
      return fmt::format("timed out after {} before its command began, in {}", duration_text(t.limit),
                         t.held_by);
    auto text = "timed out after " + time_text(t);
    if (t.planned)
      text += fmt::format(", though the plan gives it {}: its job's limit was shortened",
                          duration_text(*t.planned));
    return text + (t.reached ? progress_text(*t.reached) : "");
  }
  std::string operator()(const OutOfMemory& o) const {
    return "out of memory" + memory_of(o) + "; ask for more with 'memory:'";
  }
  std::string operator()(const NodeFailed& n) const {
    return n.node.empty() ? "node failed" : "node failed: " + n.node;
  }
  std::string operator()(const Preempted&) const { return "preempted"; }
  std::string operator()(const Cancelled&) const { return "cancelled"; }
  std::string operator()(const Lost& l) const { return "lost: " + l.reason; }
  std::string operator()(const Suspended& s) const {
    return s.time.count() > 0 ? "suspended for " + duration_text(s.time) : "suspended";
  }
};

}  // namespace

std::string describe(const Outcome& outcome) { return std::visit(Describe{}, outcome); }

namespace {

template <class Number>
void put(Json& json, const char* name, const std::optional<Number>& value) {
  if (value) json[name] = *value;
}

std::optional<std::chrono::seconds> seconds_field(const Json& json, const char* name) {
  const auto count = integer_field(json, name);
  return count ? std::optional(std::chrono::seconds(*count)) : std::nullopt;
}

Json json_of(const TimedOut& t) {
  Json json{{"outcome", "timed_out"}, {"limit_seconds", t.limit.count()}};
  if (t.after) json["after_seconds"] = t.after->count();
  if (t.planned) json["planned_seconds"] = t.planned->count();
  if (!t.held_by.empty()) json["held_by"] = t.held_by;
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
  Json operator()(const Suspended& s) const {
    return {{"outcome", "suspended"}, {"suspended_seconds", s.time.count()}};
  }
};

// Earlier versions wrote the limit alone.
TimedOut timed_out(const Json& json) {
  TimedOut outcome{.limit = seconds_field(json, "limit_seconds").value_or(std::chrono::seconds(0)),
                   .after = seconds_field(json, "after_seconds"),
                   .planned = seconds_field(json, "planned_seconds"),
                   .held_by = text_field(json, "held_by").value_or("")};
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
  if (kind == "suspended")
    return Suspended{seconds_field(json, "suspended_seconds").value_or(std::chrono::seconds(0))};
  if (kind == "lost") return Lost{text_field(json, "reason").value_or("")};
  return std::nullopt;
}

}  // namespace scalegen
