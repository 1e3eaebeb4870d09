#include "runner/slurm/states.hpp"

#include <algorithm>
#include <array>

namespace scalegen {
namespace {

using Word = std::string_view;

// Requeued jobs wait again: those in a `hold` until someone releases them.
constexpr std::array<Word, 7> kWaiting{"PENDING",      "REQUEUED",      "REQUEUE_HOLD", "REQUEUE_FED",
                                       "SPECIAL_EXIT", "RESV_DEL_HOLD", "EXPEDITING"};
// Of COMPLETING, SIGNALING and STAGE_OUT how it ends is not said yet.
constexpr std::array<Word, 9> kActive{"RUNNING",   "CONFIGURING", "COMPLETING", "SUSPENDED",    "STOPPED",
                                      "SIGNALING", "RESIZING",    "STAGE_OUT",  "POWER_UP_NODE"};
constexpr std::array<Word, 9> kEnded{"COMPLETED", "FAILED",    "TIMEOUT",       "CANCELLED", "NODE_FAIL",
                                     "BOOT_FAIL", "PREEMPTED", "OUT_OF_MEMORY", "DEADLINE"};
// REVOKED is not among them: a sibling cluster has started the job.

bool is_one_of(std::string_view word, const auto& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

std::string_view state_word(std::string_view state) { return state.substr(0, state.find(' ')); }

StateKind kind_of(std::string_view state) {
  const auto word = state_word(state);
  if (is_one_of(word, kWaiting)) return StateKind::waits;
  if (is_one_of(word, kActive)) return StateKind::is_active;
  if (is_one_of(word, kEnded)) return StateKind::has_ended;
  return StateKind::is_strange;
}

}  // namespace scalegen
