#include "generator/plan/formulas.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/did_you_mean.hpp"
#include "generator/plan/rung_facts.hpp"

namespace scalegen {
namespace {

/// Sorts choices so that each comes after those that its formulas want.
class Sorter {
 public:
  Sorter(const std::vector<Choice>& choices, Diagnostics& errors)
      : choices_(choices), errors_(errors), states_(choices.size(), State::fresh) {}

  std::vector<std::size_t> sort() {
    for (std::size_t i = 0; i < choices_.size(); ++i) visit(i);
    return std::move(order_);
  }

 private:
  enum class State { fresh, open, done };

  void visit(std::size_t index) {
    if (states_[index] == State::done) return;
    if (states_[index] == State::open) return report_circle(index);
    states_[index] = State::open;
    path_.push_back(index);
    bool has_formula = false;
    for (const auto& value : choices_[index].values) {
      if (!value.formula) continue;
      has_formula = true;
      for (const auto& name : value.formula->names()) visit_giver_of(name.value);
    }
    if (has_formula) order_.push_back(index);
    path_.pop_back();
    states_[index] = State::done;
  }

  void visit_giver_of(const std::string& name) {
    for (std::size_t i = 0; i < choices_.size(); ++i) {
      const auto& parameter = choices_[i].parameter->name;
      if (parameter == name || follows_from(parameter) == name) visit(i);
    }
  }

  void report_circle(std::size_t index) {
    states_[index] = State::done;  // one report is enough
    const auto begin = std::find(path_.begin(), path_.end(), index);
    std::vector<std::string> names;
    for (auto at = begin; at != path_.end(); ++at) names.push_back(choices_[*at].parameter->name);
    const auto& first = choices_[index];
    const auto formula = std::find_if(first.values.begin(), first.values.end(),
                                      [](const GivenValue& v) { return v.formula.has_value(); });
    if (names.size() == 1) {
      errors_.push_back(error_at(formula->mark, fmt::format("'{}' follows from itself", names.front())));
      return;
    }
    names.push_back(names.front());
    errors_.push_back(error_at(
        formula->mark,
        fmt::format("these values follow from each other in a circle: {}", fmt::join(names, " <- "))));
  }

  const std::vector<Choice>& choices_;
  Diagnostics& errors_;
  std::vector<State> states_;
  std::vector<std::size_t> path_;
  std::vector<std::size_t> order_;
};

/// All that formulas and constraints may name.
std::vector<std::string> known_names(const std::vector<Choice>& choices) {
  std::vector<std::string> names;
  for (const auto& fact : rung_facts({})) names.push_back(fact.name);
  for (const auto& choice : choices) {
    const auto& name = choice.parameter->name;
    names.push_back(name);
    const std::string derived(follows_from(name));
    if (!derived.empty() && find(choices, derived) == nullptr) names.push_back(derived);
  }
  if (find(choices, "cpus_per_task") == nullptr) names.emplace_back("cpus_per_task");
  return names;
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

std::string_view follows_from(std::string_view parameter) {
  if (parameter == "global_batch") return "per_rank_batch";
  return parameter == "per_rank_batch" ? "global_batch" : "";
}

std::vector<std::size_t> formula_order(const std::vector<Choice>& choices, Diagnostics& errors) {
  return Sorter(choices, errors).sort();
}

void check_names(const std::vector<Choice>& choices, const std::vector<Constraint>& where,
                 const Workload& workload, Diagnostics& errors) {
  const auto known = known_names(choices);
  const auto check = [&](const Expression& expression) {
    for (const auto& name : expression.names()) {
      if (contains(known, name.value)) continue;
      const bool is_unset = std::any_of(workload.parameters.begin(), workload.parameters.end(),
                                        [&](const Parameter& p) { return p.name == name.value; });
      errors.push_back(is_unset
                           ? error_at(name.mark, fmt::format("'{}' has no value in this sweep", name.value),
                                      "give it one under 'parameters:'")
                           : error_at(name.mark, fmt::format("unknown name '{}'", name.value),
                                      did_you_mean(name.value, known)));
    }
  };
  for (const auto& choice : choices)
    for (const auto& value : choice.values)
      if (value.formula) check(*value.formula);
  for (const auto& constraint : where) check(constraint.expression);
}

}  // namespace scalegen
