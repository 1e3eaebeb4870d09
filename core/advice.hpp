#pragma once
#include <array>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/budget.hpp"
#include "core/diagnostics.hpp"
#include "core/words.hpp"

namespace scalegen {

/// The work that a deadline and a budget are for.
struct Work {
  enum class Unit { steps, samples, epochs, runs };
  Unit unit = Unit::steps;
  double amount = 0;
  bool operator==(const Work&) const = default;
};

constexpr std::array<Word<Work::Unit>, 4> words_of(Work::Unit) {
  return {{{Work::Unit::steps, "steps"},
           {Work::Unit::samples, "samples"},
           {Work::Unit::epochs, "epochs"},
           {Work::Unit::runs, "runs"}}};
}

/// A least figure that holds in place of another from so many ranks on.
struct LimitFrom {
  int ranks = 0;
  double limit = 0;
  bool operator==(const LimitFrom&) const = default;
};

/// The rule by which a report says which rung to ask for. A rung has to meet all that is given. With a
/// deadline the cheapest of them is advised, else the largest.
struct Advice {
  std::optional<double> efficiency{};              // at least; 0.7 is 70 %
  std::vector<LimitFrom> efficiency_from{};        // of larger sizes, in rising order
  std::optional<double> per_doubling{};            // speedup of each doubling up to the rung, at least
  std::vector<LimitFrom> per_doubling_from{};      // of doublings to larger sizes
  std::optional<std::chrono::seconds> deadline{};  // for the work
  std::optional<Budget> budget{};                  // for the work
  std::optional<Work> work{};
  bool operator==(const Advice&) const = default;
};

/// The least figure that holds for a rung of so many ranks.
double limit_at(double smallest, const std::vector<LimitFrom>& larger, int ranks);

/// The rule of a sweep that says none: an efficiency of 70 %.
Advice default_advice();

/// The names of the parts of a rule: efficiency, per_doubling, deadline, budget, steps, samples, epochs,
/// runs.
const std::vector<std::string>& criterion_names();

/// Sets one part of a rule as a person writes it: efficiency = "70 %", per_doubling = "1.5" or, by the ranks
/// from which it holds, "512: 1.5, 1024: 1.4" (the first holds below them, too), deadline = "12h", budget =
/// "5000 GPU-hours", steps, samples, epochs or runs = "6e6". Returns an error without a place.
Result<void> set_criterion(Advice& advice, std::string_view name, const std::string& text);

/// Returns an error if parts of a rule are missing: a deadline or a budget without the work that it is for,
/// work without either, or nothing at all.
Result<void> check_complete(const Advice& advice);

/// Work as one word says it: 90epochs, 6e6steps.
Result<Work> read_work(const std::string& text);

/// A rule as options say it: efficiency=80 %, deadline=24h, steps=6e6. It is complete.
Result<Advice> read_advice_options(const std::vector<std::string>& options);

/// For people: "an efficiency of at least 70 % and a budget of 5000 GPU-hours for 6e+06 steps".
std::string to_text(const Advice& advice);

}  // namespace scalegen
