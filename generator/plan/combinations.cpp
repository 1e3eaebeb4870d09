#include "generator/plan/combinations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "generator/plan/combination_id.hpp"
#include "generator/plan/odometer.hpp"
#include "generator/plan/reckon_values.hpp"
#include "generator/plan/rung_facts.hpp"

namespace scalegen {
namespace {

constexpr std::size_t kMostCharacters = 150;  // of an id: file systems end at 255, and more is added

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
    auto values = reckon_values(step, choices_, formulas_, odometer, errors_);
    if (!values || !is_wanted(step, *values)) return;
    values->erase(values->begin(), values->begin() + std::ssize(rung_facts(step.rung)));
    auto combination = combination_of(step, odometer, std::move(*values));
    if (is_new(combination, odometer)) result_.kept.push_back(std::move(combination));
  }

  /// Whether all constraints hold.
  bool is_wanted(const Step& step, const Settings& known) {
    bool wanted = true;
    for (std::size_t i = 0; i < where_.size(); ++i) {
      const auto value = where_[i].expression.evaluate(known);
      if (!value) return report(value.error().front(), step);
      if (const auto* const word = std::get_if<std::string>(&*value))
        return report(error_at(where_[i].text.mark,
                               fmt::format("'where' must hold or not, and this is the word '{}'", *word),
                               "compare it with another, as in rung == '2gpu'"),
                      step);
      const bool holds = *value != Value(std::int64_t{0}) && *value != Value(0.0);
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
      if (choices_[i].parameter->name == name) number.mark = value_at(choices_, i, odometer).mark;
    return number;
  }

  /// Values that come out the same on a rung would be measured twice, under one name.
  bool is_new(const Combination& combination, const Odometer& odometer) {
    const auto [at, is_new] = ids_.emplace(combination.id, combination.rows);
    if (is_new) return true;
    for (std::size_t i = 0; i < choices_.size(); ++i) {
      const auto& [parameter, values, axis] = choices_[i];
      const auto& given = value_at(choices_, i, odometer);
      if (!axis || at->second[*axis] == combination.rows[*axis]) continue;
      report(error_at(given.mark, fmt::format("'{}' takes the value {} twice", parameter->name,
                                              to_text(*find(combination.settings, parameter->name)))),
             *combination.step);
      break;
    }
    return false;
  }

  bool report(Diagnostic error, const Step& step) {
    report_once(std::move(error), step, errors_);
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
