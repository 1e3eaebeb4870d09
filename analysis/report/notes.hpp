#pragma once
#include <string>
#include <vector>

#include "analysis/report/report.hpp"
#include "analysis/scaling/speedup.hpp"

namespace scalegen::report {

// Those notes are left out that `told` facts of a method paragraph say in sentences (facts.hpp).

/// How to read the values: what cannot be told from chance, what was added later, and what in a table was
/// left open.
std::vector<std::string> notes_of(const Report& report, const std::vector<std::string>& told = {});

/// How the values were made: the baseline, what the intervals cover, what was left out as warm-up, how long
/// jobs waited, what was not checked, and each claim.
std::vector<std::string> method_of(const Report& report, const std::vector<std::string>& told = {});

/// Why figures may not be trusted: the sentences of all findings but notes.
std::vector<std::string> warnings_of(const Report& report);

// How the values of a report were made, for its notes and for its method paragraph.

/// The coverages of the intervals of its speedups, each once, and how they were estimated: "95 %, pooled over
/// rungs and rounds (at least 90 % if rungs differ in noise)".
std::vector<std::string> coverages_of(const Report& report);

/// The steps that were left out as warm-up, "5 to 20 of 40 steps", and the rule; empty if no value comes
/// from steps.
struct WarmUpText {
  std::string steps{};
  std::string rule{};
};
WarmUpText warm_up_text(const Report& report);

/// Of values that the program printed: how far the last match is from the value, which matches were drawn,
/// and a line that was read. Nothing if they are from elsewhere.
std::vector<std::string> printed_notes(const Report& report);

/// How such values were made: which matches count, and how many were left out as warm-up.
std::string printed_values_note(const Report& report);

/// The same as a sentence: "Figures are the 'throughput' that the program prints, in
/// images/s, the median of 40 matches in each run; ...". Empty if they are from elsewhere.
std::string printed_values_sentence(const Report& report);

/// What the program prints beside its speed, which of the matches count, and which runs have none.
std::vector<std::string> further_notes(const Report& report);

/// Rounds that were added to a sweep. Optional stopping: adding rounds until a claim holds makes some claim
/// hold by chance.
std::vector<std::string> added_round_notes(const Report& report);

/// Rungs that were measured later, in rounds of their own.
std::vector<std::string> later_rung_notes(const Report& report);

// The placement of the measured runs of a rung compared with their request. Missing records never count as a
// difference.

/// "as asked", "not recorded", that only the node of a command was seen, or what differs and in which rounds;
/// empty if nothing is measured.
std::string placement_text(const ScalingPoint& point);

/// "as asked in all 6 runs", "as asked in 4 of 6 runs, not recorded in 2"; empty if nothing was recorded.
std::string as_asked_text(const Report& report);

/// "; NCCL over P2P in 2gpu; SHM in 4gpu"; empty if nothing is known of it.
std::string transports_text(const Report& report);

/// How many runs were placed as requested, their nodes and NCCL's transports. Empty if nothing was recorded.
std::vector<std::string> placement_notes(const Report& report);

/// Claims that cannot be told from chance: against ideal scaling, with the loss that is not excluded, and
/// against the rung before; at which level, and how many rounds would tell a loss of 5 %.
std::vector<std::string> claim_notes(const Report& report);

/// The same in a line: "not distinguishable: 2cpu from ideal (98.1 % [95.2, 101.1]); 8 rounds would tell a
/// loss of 5 %".
std::vector<std::string> open_claim_notes(const Report& report);

}  // namespace scalegen::report
