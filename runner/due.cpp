#include "runner/due.hpp"

namespace scalegen {

bool is_due(const RunRecord& record, bool retry_failed) {
  if (record.attempt.empty()) return true;
  if (!record.outcome || is_completed(*record.outcome)) return false;
  const bool programs_doing = std::holds_alternative<Failed>(*record.outcome) ||
                              std::holds_alternative<TimedOut>(*record.outcome) ||
                              std::holds_alternative<OutOfMemory>(*record.outcome);
  return !programs_doing || retry_failed;
}

bool is_worth_another_attempt(const Outcome& outcome) {
  return std::holds_alternative<Lost>(outcome) || std::holds_alternative<NodeFailed>(outcome) ||
         std::holds_alternative<Preempted>(outcome);
}

}  // namespace scalegen
