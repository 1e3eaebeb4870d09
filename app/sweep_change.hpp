#pragma once
#include <string>
#include <unordered_set>
#include <vector>

#include "core/diagnostics.hpp"
#include "core/plan.hpp"

namespace scalegen {

/// The change that a changed sweep file makes to the plan of a run directory whose runs stay as they are:
/// other words for the report, and combinations of a rung and values of the axes that come, go or come back.
class SweepChange {
 public:
  /// `there`: the plan of the directory. `before` and `now`: what the old and the new sweep file come to
  /// today. All must outlive this.
  SweepChange(const Plan& there, const Plan& before, const Plan& now);

  /// True if the new file has combinations that the directory never had.
  [[nodiscard]] bool adds_combinations() const;

  [[nodiscard]] Result<Plan> apply() const;

 private:
  using Names = std::unordered_set<std::string>;

  [[nodiscard]] bool is_wanted(const std::string& combination) const;
  [[nodiscard]] std::vector<std::string> left_out() const;
  void take_samples(Plan& plan) const;

  const Plan* there_;
  const Plan* before_;
  const Plan* now_;
  Names names_there_;
  Names names_before_;
  Names names_now_;
};

/// Describes to people what a changed plan adds, leaves out and takes back, a line each.
std::vector<std::string> news_of(const Plan& there, const Plan& changed);

}  // namespace scalegen
