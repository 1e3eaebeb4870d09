#include "core/outcome.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "core/fields.hpp"
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
    if (f.exit_status < 0) return "failed: " + f.reason;
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

template <class Visitor>
void visit_fields(Visitor&, FieldsOf<Visitor, Completed>&) {}
template <class Visitor>
void visit_fields(Visitor&, FieldsOf<Visitor, Preempted>&) {}
template <class Visitor>
void visit_fields(Visitor&, FieldsOf<Visitor, Cancelled>&) {}

template <class Visitor>
void visit_fields(Visitor& visit, FieldsOf<Visitor, Failed>& failed) {
  visit.always("exit_status", failed.exit_status);
  visit.always("reason", failed.reason);
}

template <class Visitor>
void visit_fields(Visitor& visit, FieldsOf<Visitor, StepsReached>& reached) {
  visit.required("step", reached.step);
  visit.required("step_seconds", reached.time);
  visit.unless_default("steps", reached.steps);
  visit.unless_default("needed_seconds", reached.needed);
}

// Earlier versions wrote the limit alone.
template <class Visitor>
void visit_fields(Visitor& visit, FieldsOf<Visitor, TimedOut>& outcome) {
  visit.always("limit_seconds", outcome.limit);
  visit.unless_default("after_seconds", outcome.after);
  visit.unless_default("planned_seconds", outcome.planned);
  visit.unless_default("held_by", outcome.held_by);
  if (visit.has("step", outcome.reached.has_value()) && visit.has("step_seconds", outcome.reached))
    visit_fields(visit, *outcome.reached);
}

template <class Visitor>
void visit_fields(Visitor& visit, FieldsOf<Visitor, OutOfMemory>& outcome) {
  visit.unless_default("asked_mib", outcome.asked_mib);
  visit.unless_default("used_mib", outcome.used_mib);
}

template <class Visitor>
void visit_fields(Visitor& visit, FieldsOf<Visitor, NodeFailed>& outcome) {
  visit.always("node", outcome.node);
}

template <class Visitor>
void visit_fields(Visitor& visit, FieldsOf<Visitor, Lost>& outcome) {
  visit.always("reason", outcome.reason);
}

template <class Visitor>
void visit_fields(Visitor& visit, FieldsOf<Visitor, Suspended>& outcome) {
  visit.always("suspended_seconds", outcome.time);
}

namespace {

// In the order of Outcome's alternatives.
constexpr std::array<std::string_view, std::variant_size_v<Outcome>> kOutcomes{
    "completed", "failed",    "timed_out", "out_of_memory", "node_failed",
    "preempted", "cancelled", "lost",      "suspended"};

template <std::size_t... kIndices>
std::optional<Outcome> read_outcome(std::string_view word, const Json& json,
                                    std::index_sequence<kIndices...>) {
  std::optional<Outcome> outcome;
  (void)((word == kOutcomes[kIndices] &&
          (outcome = value_of_json<std::variant_alternative_t<kIndices, Outcome>>(json), true)) ||
         ...);
  return outcome;
}

}  // namespace

Json to_json(const Outcome& outcome) {
  Json json{{"outcome", kOutcomes.at(outcome.index())}};
  std::visit([&](const auto& one) { json.update(json_of(one)); }, outcome);
  return json;
}

std::optional<Outcome> outcome_from_json(const Json& json) {
  try {
    const auto word = text_field(json, "outcome").value_or("");
    return read_outcome(word, json, std::make_index_sequence<kOutcomes.size()>());
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

}  // namespace scalegen
