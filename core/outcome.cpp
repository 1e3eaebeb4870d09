#include "core/outcome.hpp"

#include <fmt/format.h>

#include "core/units.hpp"

namespace scalegen {
namespace {

struct Describe {
  std::string operator()(const Completed&) const { return "completed"; }
  std::string operator()(const Failed& f) const {
    return f.reason.empty() ? fmt::format("failed: exit status {}", f.exit_status)
                            : fmt::format("failed: exit status {}: {}", f.exit_status, f.reason);
  }
  std::string operator()(const TimedOut& t) const { return "timed out after " + duration_text(t.limit); }
  std::string operator()(const OutOfMemory&) const { return "out of memory"; }
  std::string operator()(const NodeFailed& n) const { return "node failed: " + n.node; }
  std::string operator()(const Preempted&) const { return "preempted"; }
  std::string operator()(const Cancelled&) const { return "cancelled"; }
  std::string operator()(const Lost& l) const { return "lost: " + l.reason; }
};

struct ToJson {
  Json operator()(const Completed&) const { return {{"outcome", "completed"}}; }
  Json operator()(const Failed& f) const {
    return {{"outcome", "failed"}, {"exit_status", f.exit_status}, {"reason", f.reason}};
  }
  Json operator()(const TimedOut& t) const {
    return {{"outcome", "timed_out"}, {"limit_seconds", t.limit.count()}};
  }
  Json operator()(const OutOfMemory&) const { return {{"outcome", "out_of_memory"}}; }
  Json operator()(const NodeFailed& n) const { return {{"outcome", "node_failed"}, {"node", n.node}}; }
  Json operator()(const Preempted&) const { return {{"outcome", "preempted"}}; }
  Json operator()(const Cancelled&) const { return {{"outcome", "cancelled"}}; }
  Json operator()(const Lost& l) const { return {{"outcome", "lost"}, {"reason", l.reason}}; }
};

}  // namespace

std::string describe(const Outcome& outcome) { return std::visit(Describe{}, outcome); }

Json to_json(const Outcome& outcome) { return std::visit(ToJson{}, outcome); }

std::optional<Outcome> outcome_from_json(const Json& json) {
  const auto kind = text_field(json, "outcome");
  if (kind == "completed") return Completed{};
  if (kind == "failed")
    return Failed{static_cast<int>(integer_field(json, "exit_status").value_or(0)),
                  text_field(json, "reason").value_or("")};
  if (kind == "timed_out")
    return TimedOut{std::chrono::seconds(integer_field(json, "limit_seconds").value_or(0))};
  if (kind == "out_of_memory") return OutOfMemory{};
  if (kind == "node_failed") return NodeFailed{text_field(json, "node").value_or("")};
  if (kind == "preempted") return Preempted{};
  if (kind == "cancelled") return Cancelled{};
  if (kind == "lost") return Lost{text_field(json, "reason").value_or("")};
  return std::nullopt;
}

}  // namespace scalegen
