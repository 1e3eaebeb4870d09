#pragma once
#include <optional>
#include <string>
#include <vector>

#include "analysis/verdict/judgement.hpp"

namespace scalegen::verdict {

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
  std::optional<int> more_rounds{};  // that would tell; none: so many that nobody would run them
  std::size_t beside = 0;            // the rung that each of these rounds runs, too
  std::optional<double> price{};     // of all these runs, in the rung's unit
  bool operator==(const OpenRung&) const = default;
};

/// The answer to "how many GPUs should I ask for", for one table.
struct Verdict {
  std::vector<JudgedRung> rungs{};       // a judgement for each point
  std::optional<std::size_t> advised{};  // a position in the table
  std::string none{};                    // why no rung is advised
  std::optional<RungStep> from_smaller{};
  std::optional<RungStep> to_larger{};
  std::optional<OpenRung> open{};
  bool is_largest = false;  // no larger rung is in the table
  bool operator==(const Verdict&) const = default;
};

Verdict verdict_on(const ScalingTable& table, const Question& question);

}  // namespace scalegen::verdict
