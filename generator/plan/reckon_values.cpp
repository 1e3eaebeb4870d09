#include "generator/plan/reckon_values.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "generator/plan/formulas.hpp"
#include "generator/plan/rung_facts.hpp"

namespace scalegen {
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
    report_once(misfit(parameter, *value, given.mark), step, errors);
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
                                    [&](const Diagnostic& e) { return e.place && e.place == error.place; });
  if (is_known) return;
  error.notes.push_back(fmt::format("on rung '{}'", step.rung.name));
  errors.push_back(std::move(error));
}

}  // namespace scalegen
