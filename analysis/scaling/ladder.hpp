#pragma once
#include <optional>
#include <string>
#include <vector>

#include "analysis/measurement/measurement.hpp"
#include "analysis/statistics/two_way_model.hpp"
#include "analysis/tables/imported_table.hpp"
#include "core/diagnostics.hpp"
#include "core/rung.hpp"

namespace scalegen {

struct LadderRung {
  std::string name{};
  RungShape shape{};
  std::vector<Measurement> runs{};   // by round
  bool is_shared = false;            // with the ladder of the other scaling
  std::optional<Rate> rate{};        // of a job of this size; an imported table has none
  std::optional<Rate> billed{};      // for each of its runs: more where the sweep added --exclusive
  std::optional<Resources> asked{};  // by each of its runs
  std::string command{};             // of its last run, as text of bash; an imported table has none
  bool may_share_nodes = false;      // with jobs of others, as far as the request says
  bool operator==(const LadderRung&) const = default;
};

/// The rungs that are compared with each other: all that share the values of the other axes.
struct Ladder {
  Scaling scaling = Scaling::strong;
  Settings axes{};
  std::vector<LadderRung> rungs{};  // CPUs first, then by ranks and nodes; of unknown size in a table's order
  stats::Rounds rounds = stats::Rounds::paired;
  bool operator==(const Ladder&) const = default;
};

/// One ladder for each of the plan's scalings and combination of its axes, in the order of their values. A
/// run of all scalings is in that of the first alone, until share_rungs(). `measured`: the records' runs.
std::vector<Ladder> ladders_of(const Plan& plan, const std::vector<RunRecord>& records,
                               std::vector<Measurement> measured);

/// Gives the ladders of the other scalings what they share with that of the first: copies, so call it when
/// runs have been compared with each other.
void share_rungs(std::vector<Ladder>& ladders);

/// One ladder for each combination of the settings that tell rows of a table apart, in its order.
std::vector<Ladder> ladders_of(const ImportedTable& table);

/// The rung that the others are divided by, and why it is this one.
struct Baseline {
  std::string rung{};
  std::string reason{};
  bool operator==(const Baseline&) const = default;
};

/// The smallest GPU rung, else the smallest rung, else the first one.
Baseline default_baseline(const Ladder& ladder);

/// Values of two sources do not compare. Returns the best source that some run has, and removes the values of
/// the runs that have another one. Returns nullopt if no run is measured.
std::optional<MetricSource> select_common_source(std::vector<Ladder>& ladders);

/// The median of totals is no figure. If the matches of all runs look like totals and the sweep file does not
/// say which of them counts, the last one of each run does.
void select_common_use(std::vector<Ladder>& ladders, const PlanHead& head);

/// A rung keeps so many rounds where others are left out.
constexpr int kUndisturbedRounds = 3;

/// Leaves out whole rounds in which some run of a ladder, or of the one that shares rungs with it, was
/// disturbed, if no rung is left with too few: else none. What disturbed a run is seen by the machine's load,
/// never by its value. But the longer a run takes, the better its load is seen: were disturbed runs alone
/// left out, the slow ones of some rungs would go, and those of others stay.
void leave_out_disturbed(std::vector<Ladder>& ladders);

/// True if the values are times of a part of a run, and the unit does not say of which: the middle of many
/// matches of "12 ms".
bool are_of_a_part(const std::vector<Ladder>& ladders, const Metric& metric);

/// If each rank prints its figures, a run has as many matches an epoch as it has ranks: in a ladder, matches
/// by ranks then agree better than matches. Gives each epoch of such runs the median of its ranks; none if
/// their order does not tell which matches are of one epoch.
void fold_ranks(std::vector<Ladder>& ladders, const PlanHead& head);

// The work that the rungs of an imported table do, as far as it says its batches.

/// True if the figures of a table are those of weak scaling, though nobody said so: more rungs share the
/// batch of a rank than the global one. The time of a run does not tell, since its work is not known.
bool looks_weak(const Ladder& ladder, const Metric& metric);

/// Of times of runs each rank, or if no rung says its ranks each node, is taken to do the same work. Returns
/// an error if some rungs say their ranks and others do not.
Result<void> check_work_of_weak_scaling(const Ladder& ladder);

}  // namespace scalegen
