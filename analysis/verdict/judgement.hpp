#pragma once
#include <optional>
#include <string>
#include <vector>

#include "analysis/scaling/speedup.hpp"
#include "core/advice.hpp"

namespace scalegen::verdict {

/// The relation of a rung to a condition: the whole interval is on one side of it, or nothing tells. Rungs
/// outside the question, such as cores beside GPUs, are not judged.
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
  std::vector<bool> candidates{};  // for each point: whether it may be asked for; empty: each
};

/// Judges each point of a table by the rule, with its whole interval. A figure with a star decides nothing.
std::vector<JudgedRung> judge(const ScalingTable& table, const Question& question);

}  // namespace scalegen::verdict
