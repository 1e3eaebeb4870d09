#pragma once
#include <string_view>

namespace scalegen {

/// What a state of Slurm's means for who waits for the job's end.
enum class StateKind {
  waits,
  is_active,  // it has nodes: its script may be running
  has_ended,
  is_strange  // a word that this version does not know, or another cluster's business: no end
};

/// Of any state in the manual of squeue or sacct, in its long form; `CANCELLED by UID` too.
StateKind kind_of(std::string_view state);

/// The state without what follows it: CANCELLED of `CANCELLED by 1000`.
std::string_view state_word(std::string_view state);

}  // namespace scalegen
