#include "generator/plan/derived_parameters.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <ranges>

#include "core/text.hpp"
#include "generator/plan/rungs.hpp"

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
      errors_.push_back(error_at(formula->location, fmt::format("'{}' follows from itself", names.front())));
      return;
    }
    names.push_back(names.front());
    errors_.push_back(error_at(
        formula->location,
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
      errors.push_back(is_unset ? error_at(name.location,
                                           fmt::format("'{}' has no value in this sweep", name.value),
                                           "give it one under 'parameters:'")
                                : error_at(name.location, fmt::format("unknown name '{}'", name.value),
                                           did_you_mean(name.value, known)));
    }
  };
  for (const auto& choice : choices)
    for (const auto& value : choice.values)
      if (value.formula) check(*value.formula);
  for (const auto& constraint : where) check(constraint.expression);
}

Odometer::Odometer(const std::vector<Choice>& choices) {
  std::map<std::size_t, std::size_t> wheels;  // by axis
  for (const auto& choice : choices) {
    const auto size = choice.values.size();
    const auto [at, is_new] =
        choice.axis ? wheels.emplace(*choice.axis, wheels_.size()) : std::pair(wheels.end(), true);
    wheel_of_.push_back(is_new ? wheels_.size() : at->second);
    if (is_new) wheels_.push_back({size});
    auto& wheel = wheels_[wheel_of_.back()];
    wheel.size = std::min(wheel.size, size);  // of equal lists, unless one of their values was refused
  }
}

bool Odometer::advance() {
  for (auto& wheel : std::views::reverse(wheels_)) {
    if (++wheel.row < wheel.size) return true;
    wheel.row = 0;
  }
  return false;
}

std::optional<std::size_t> Odometer::positions(std::size_t most) const {
  std::size_t count = 1;
  for (const auto& wheel : wheels_) {
    count *= wheel.size;
    if (count > most) return std::nullopt;
  }
  return count;
}

namespace {

/// A sum of tenths as a person would write it: 0.3, not 0.30000000000000004.
Value without_noise(const Value& value) {
  const auto* const real = std::get_if<double>(&value);
  return real == nullptr ? value : Value(std::stod(fmt::format("{:.15g}", *real)));
}

/// Sets a parameter and what follows from it on this rung.
void set_with_derived(Settings& settings, const Parameter& parameter, const Value& value, const Step& step) {
  set(settings, parameter.name, value);
  const std::int64_t ranks = world_size(step.rung);
  if (parameter.name == "global_batch")
    set(settings, "per_rank_batch", std::get<std::int64_t>(value) / ranks);
  if (parameter.name == "per_rank_batch")
    set(settings, "global_batch", std::get<std::int64_t>(value) * ranks);
}

/// What is written, each in its place; what formulas give comes later.
void set_written(const Step& step, const std::vector<Choice>& choices, const Odometer& odometer,
                 Settings& values) {
  for (std::size_t i = 0; i < choices.size(); ++i) {
    const auto& given = value_at(choices, i, odometer);
    set_with_derived(values, *choices[i].parameter, given.formula ? Value(std::int64_t{0}) : given.value,
                     step);
  }
  if (find(values, "cpus_per_task") == nullptr)
    set(values, "cpus_per_task", std::int64_t{step.cpus_per_task});
}

/// False where it gives no value that fits.
bool reckon(const Parameter& parameter, const GivenValue& given, const Step& step, Settings& values,
            Diagnostics& errors) {
  const auto value = given.formula->evaluate(values).map(without_noise);
  const auto fit = value ? as_kind(parameter, *value) : std::nullopt;
  if (!value)
    report_once(value.error().front(), step, errors);
  else if (!fit)
    report_once(misfit(parameter, *value, given.location), step, errors);
  else
    set_with_derived(values, parameter, *fit, step);
  return fit.has_value();
}

bool wants_any(const Expression& formula, const std::vector<std::string_view>& failed) {
  const auto& names = formula.names();
  return std::any_of(names.begin(), names.end(), [&](const auto& name) {
    return std::find(failed.begin(), failed.end(), name.value) != failed.end();
  });
}

}  // namespace

std::optional<Settings> reckon_values(const Step& step, const std::vector<Choice>& choices,
                                      const std::vector<std::size_t>& formulas, const Odometer& odometer,
                                      Diagnostics& errors) {
  auto values = rung_facts(step.rung);
  set_written(step, choices, odometer, values);
  std::vector<std::string_view> failed;  // what follows from them is no mistake of its own
  for (const auto i : formulas) {
    const auto& parameter = *choices[i].parameter;
    const auto& given = value_at(choices, i, odometer);
    if (!given.formula) continue;
    if (wants_any(*given.formula, failed) || !reckon(parameter, given, step, values, errors))
      failed.insert(failed.end(), {parameter.name, follows_from(parameter.name)});
  }
  return failed.empty() ? std::optional(std::move(values)) : std::nullopt;
}

void report_once(Diagnostic error, const Step& step, Diagnostics& errors) {
  const bool is_known = std::any_of(errors.begin(), errors.end(),
                                    [&](const Diagnostic& e) { return e.cited && e.cited == error.cited; });
  if (is_known) return;
  error.notes.push_back(fmt::format("on rung '{}'", step.rung.name));
  errors.push_back(std::move(error));
}

}  // namespace scalegen
