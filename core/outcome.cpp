#include "core/outcome.hpp"

#include <fmt/format.h>

#include "core/units.hpp"

namespace scalegen {
namespace {

std::string step_text(const Reached& reached) {
  return reached.steps ? fmt::format("step {} of {}", reached.step, *reached.steps)
                       : fmt::format("step {}", reached.step);
}

// Where its rate would have fitted into the limit, it was not the limit that it lacked.
std::string how_far(const Reached& reached) {
  if (!reached.needed)
    return fmt::format("; its last was {}, after {}", step_text(reached), duration_text(reached.time));
  return fmt::format(" at {}; about {} would do (time_limit: {}m)", step_text(reached),
                     duration_text(*reached.needed), reached.needed->count() / 60);
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
    return f.reason.empty() ? fmt::format("failed: exit status {}", f.exit_status)
                            : fmt::format("failed: exit status {}: {}", f.exit_status, f.reason);
  }
  std::string operator()(const TimedOut& t) const {
    return "timed out after " + duration_text(t.limit) + (t.reached ? how_far(*t.reached) : "");
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
};

}  // namespace

std::string describe(const Outcome& outcome) { return std::visit(Describe{}, outcome); }

}  // namespace scalegen
