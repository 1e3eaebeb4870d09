#pragma once
#include <optional>
#include <string>
#include <vector>

#include "analysis/scaling/speedup.hpp"
#include "core/advice.hpp"

namespace scalegen::verdict {

/// Whether a rung meets a condition: the whole interval is on one side of it, or nothing tells. Rungs outside
/// the question, such as cores beside GPUs, are not judged.
enum class Judgement { met, missed, open, outside };

/// One part of the rule, judged for a rung.
struct Condition {
  enum class Kind { efficiency, per_doubling, deadline, budget };
  Kind kind = Kind::efficiency;
  double limit = 0;  // a share, a factor, seconds, an amount
  Judgement judgement = Judgement::open;
  std::optional<stats::Estimate> value{};  // in the unit of the limit
  std::string why_open{};                  // if it is open for another reason than its interval
  bool is_doubted = false;                 // this reason is a star
  std::optional<Judgement> by_one_run{};   // if this reason is that a second run is missing: by the figure
  bool operator==(const Condition&) const = default;
};

struct JudgedRung {
  Judgement judgement = Judgement::open;  // of all conditions together
  std::vector<Condition> conditions{};
  bool operator==(const JudgedRung&) const = default;
};

/// A rule, and how values are to be read.
struct Question {
  Advice rule{};
  Metric metric{};
};

/// Judges each point of a table by the rule, with its whole interval. A figure with a star decides nothing.
std::vector<JudgedRung> judge(const ScalingTable& table, const Question& question);

/// From a rung to a larger one.
struct RungStep {
  std::size_t from = 0;  // positions in the table
  std::size_t to = 0;
  stats::Estimate speedup{};
  std::optional<stats::Estimate> cost{};  // of the same work, as a ratio
  bool operator==(const RungStep&) const = default;
};

/// The smallest open rung that might be advised in place of the advised one, and what would close it.
struct OpenRung {
  std::size_t point = 0;
  Condition condition{};
  std::optional<int> more_rounds{};  // that would tell; none: too many to run, or it has a star
  std::size_t beside = 0;            // the rung that each of these rounds runs, too
  std::optional<double> price{};     // of all these runs, in the rung's unit
  bool operator==(const OpenRung&) const = default;
};

/// The answer to "how many GPUs should I ask for", for one table.
struct Verdict {
  std::vector<JudgedRung> rungs{};        // a judgement for each point
  std::optional<std::size_t> advised{};   // a position in the table
  std::string none{};                     // why no rung is advised
  std::optional<std::size_t> unproven{};  // would be advised instead if one run proved anything
  std::optional<RungStep> from_smaller{};
  std::optional<RungStep> to_larger{};
  std::optional<OpenRung> open{};
  bool is_largest = false;  // no larger rung is in the table
  bool operator==(const Verdict&) const = default;
};

Verdict verdict_on(const ScalingTable& table, const Question& question);

/// The rung that a verdict answers with: the advised one, or the unproven one if there is none.
inline std::optional<std::size_t> answer_of(const Verdict& verdict) {
  return verdict.advised ? verdict.advised : verdict.unproven;
}

}  // namespace scalegen::verdict
