#include "generator/plan/combinations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "generator/plan/combination_id.hpp"
#include "generator/plan/formulas.hpp"
#include "generator/plan/odometer.hpp"
#include "generator/plan/rung_facts.hpp"

namespace scalegen {
namespace {

constexpr std::size_t kMostCharacters = 150;  // of an id: file systems end at 255, and more is added

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

class Combiner {
 public:
  Combiner(const std::vector<Choice>& choices, const std::vector<std::size_t>& formulas,
           const std::vector<Constraint>& where, Diagnostics& errors)
      : choices_(choices), formulas_(formulas), where_(where), errors_(errors) {
    result_.refused.resize(where.size());
  }

  Combinations combine(const std::vector<Step>& steps) {
    for (const auto& step : steps) {
      Odometer odometer(choices_);
      do add(step, odometer);
      while (odometer.advance());
      ids_.clear();
    }
    return std::move(result_);
  }

 private:
  void add(const Step& step, const Odometer& odometer) {
    ++result_.candidates;
    auto known = rung_facts(step.rung);
    const auto facts = std::ssize(known);
    if (!fill_in(step, odometer, known) || !is_wanted(step, known)) return;
    known.erase(known.begin(), known.begin() + facts);
    auto combination = combination_of(step, odometer, std::move(known));
    if (is_new(combination, odometer)) result_.kept.push_back(std::move(combination));
  }

  /// Adds the values of all parameters to what the rung says. False where one has none.
  bool fill_in(const Step& step, const Odometer& odometer, Settings& known) {
    for (std::size_t i = 0; i < choices_.size(); ++i) {
      const auto& given = value_at(i, odometer);
      set_with_derived(known, *choices_[i].parameter, given.formula ? Value(std::int64_t{0}) : given.value,
                       step);
    }
    if (find(known, "cpus_per_task") == nullptr)
      set(known, "cpus_per_task", std::int64_t{step.cpus_per_task});
    std::vector<std::string_view> failed;
    for (const auto i : formulas_)
      if (const auto& given = value_at(i, odometer); given.formula) {
        const auto& parameter = *choices_[i].parameter;
        if (wants_any(*given.formula, failed) || !reckon(parameter, given, step, known))
          failed.insert(failed.end(), {parameter.name, follows_from(parameter.name)});
      }
    return failed.empty();
  }

  /// What follows from a value that could not be reckoned is no mistake of its own.
  static bool wants_any(const Expression& formula, const std::vector<std::string_view>& failed) {
    const auto& names = formula.names();
    return std::any_of(names.begin(), names.end(), [&](const auto& name) {
      return std::find(failed.begin(), failed.end(), name.value) != failed.end();
    });
  }

  bool reckon(const Parameter& parameter, const GivenValue& given, const Step& step, Settings& known) {
    const auto value = given.formula->evaluate(known).map(without_noise);
    if (!value) return report(value.error().front(), step);
    const auto fit = as_kind(parameter, *value);
    if (!fit) return report(misfit(parameter, *value, given.mark), step);
    set_with_derived(known, parameter, *fit, step);
    return true;
  }

  /// Whether all constraints hold.
  bool is_wanted(const Step& step, const Settings& known) {
    bool wanted = true;
    for (std::size_t i = 0; i < where_.size(); ++i) {
      const auto value = where_[i].expression.evaluate(known);
      if (!value) return report(value.error().front(), step);
      const bool holds = std::visit([](const auto& v) { return v != std::decay_t<decltype(v)>{}; }, *value);
      if (!holds) ++result_.refused[i];
      wanted = wanted && holds;
    }
    return wanted;
  }

  Combination combination_of(const Step& step, const Odometer& odometer, Settings settings) {
    Combination combination{.step = &step, .settings = std::move(settings), .id = step.rung.name};
    for (std::size_t i = 0; i < choices_.size(); ++i) {
      const auto& [parameter, values, axis] = choices_[i];
      if (!axis) continue;
      combination.id +=
          "-" + id_part(parameter->name, *find(combination.settings, parameter->name), odometer.row(i));
      if (combination.rows.size() <= *axis) combination.rows.resize(*axis + 1);
      combination.rows[*axis] = odometer.row(i);
    }
    if (combination.id.size() > kMostCharacters)
      combination.id = fmt::format("{}-combination={}", step.rung.name, result_.candidates);
    combination.cpus_per_task = placed("cpus_per_task", odometer, combination.settings);
    if (find(choices_, "global_batch") != nullptr)
      combination.global_batch = placed("global_batch", odometer, combination.settings);
    if (find(choices_, "per_rank_batch") != nullptr)
      combination.per_rank_batch = placed("per_rank_batch", odometer, combination.settings);
    return combination;
  }

  Placed<std::int64_t> placed(std::string_view name, const Odometer& odometer, const Settings& settings) {
    Placed<std::int64_t> number{std::get<std::int64_t>(*find(settings, name)), {}};
    for (std::size_t i = 0; i < choices_.size(); ++i)
      if (choices_[i].parameter->name == name) number.mark = value_at(i, odometer).mark;
    return number;
  }

  /// Values that come out the same on a rung would be measured twice, under one name.
  bool is_new(const Combination& combination, const Odometer& odometer) {
    const auto [at, is_new] = ids_.emplace(combination.id, combination.rows);
    if (is_new) return true;
    for (std::size_t i = 0; i < choices_.size(); ++i) {
      const auto& [parameter, values, axis] = choices_[i];
      const auto& given = value_at(i, odometer);
      if (!axis || at->second[*axis] == combination.rows[*axis]) continue;
      report(error_at(given.mark, fmt::format("'{}' takes the value {} twice", parameter->name,
                                              to_text(*find(combination.settings, parameter->name)))),
             *combination.step);
      break;
    }
    return false;
  }

  [[nodiscard]] const GivenValue& value_at(std::size_t choice, const Odometer& odometer) const {
    return choices_[choice].values[odometer.row(choice)];
  }

  /// One place is reported once, for the first rung. False, for the caller to return.
  bool report(Diagnostic error, const Step& step) {
    const bool is_known = std::any_of(errors_.begin(), errors_.end(),
                                      [&](const Diagnostic& e) { return e.place && e.place == error.place; });
    error.notes.push_back(fmt::format("on rung '{}'", step.rung.name));
    if (!is_known) errors_.push_back(std::move(error));
    return false;
  }

  const std::vector<Choice>& choices_;
  const std::vector<std::size_t>& formulas_;
  const std::vector<Constraint>& where_;
  Diagnostics& errors_;
  std::map<std::string, std::vector<std::size_t>> ids_;  // of this rung
  Combinations result_;
};

}  // namespace

std::optional<std::size_t> count_candidates(const std::vector<Step>& steps,
                                            const std::vector<Choice>& choices, std::size_t most) {
  const auto positions = Odometer(choices).positions(most);
  if (!positions || *positions * steps.size() > most) return std::nullopt;
  return *positions * steps.size();
}

Combinations combine(const std::vector<Step>& steps, const std::vector<Choice>& choices,
                     const std::vector<std::size_t>& formulas, const std::vector<Constraint>& where,
                     Diagnostics& errors) {
  return Combiner(choices, formulas, where, errors).combine(steps);
}

std::vector<std::string> held_settings(const std::vector<Combination>& combinations,
                                       const std::vector<std::string>& axes) {
  std::vector<std::string> held;
  if (combinations.empty()) return held;
  for (const auto& [name, value] : combinations.front().settings) {
    if (std::find(axes.begin(), axes.end(), name) != axes.end()) continue;
    const bool same = std::all_of(combinations.begin(), combinations.end(), [&](const Combination& c) {
      const auto* const other = find(c.settings, name);
      return other != nullptr && *other == value;
    });
    if (same) held.push_back(name);
  }
  return held;
}

}  // namespace scalegen
