#include "generator/plan/parameters.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

#include "core/text.hpp"

namespace scalegen {

namespace {

const Parameter* find_parameter(const Workload& workload, std::string_view name) {
  const auto found = std::find_if(workload.parameters.begin(), workload.parameters.end(),
                                  [&](const Parameter& p) { return p.name == name; });
  return found == workload.parameters.end() ? nullptr : &*found;
}

std::vector<std::string> names_of(const Workload& workload) {
  std::vector<std::string> names;
  for (const auto& parameter : workload.parameters) names.push_back(parameter.name);
  return names;
}

Diagnostic unknown_parameter(const Workload& workload, const Located<std::string>& name) {
  return error_at(name.location,
                  fmt::format("workload '{}' has no parameter '{}'", workload.name, name.value),
                  name.value == "data" ? "write 'data:' beside 'parameters:'"
                                       : did_you_mean(name.value, names_of(workload)));
}

std::string advice(const Parameter& parameter, const Value& value) {
  const bool wants_number =
      parameter.kind == Parameter::Kind::whole_number || parameter.kind == Parameter::Kind::positive_number;
  const auto* const text = std::get_if<std::string>(&value);
  const bool is_quoted_number =
      text != nullptr && !text->empty() && text->find_first_not_of("0123456789.") == std::string::npos;
  return wants_number && is_quoted_number ? "remove the quotes" : "";
}

/// Reads what the file says of each parameter.
class Chooser {
 public:
  Chooser(const Workload& workload, Diagnostics& errors) : workload_(workload), errors_(errors) {}

  void take(const ParameterValues& given, std::optional<std::size_t> axis) {
    const auto* const parameter = find_parameter(workload_, given.name.value);
    if (parameter == nullptr)
      errors_.push_back(unknown_parameter(workload_, given.name));
    else if (const auto* const earlier = find(choices_, parameter->name); earlier != nullptr)
      errors_.push_back(chosen_twice(given.name, *earlier));
    else
      choices_.push_back({parameter, checked(*parameter, given.values), axis});
  }

  /// Of two that exclude each other only one may be given.
  void exclude(std::string_view kept, std::string_view refused, const std::string& why,
               const std::string& hint) {
    const auto choice = std::find_if(choices_.begin(), choices_.end(),
                                     [&](const Choice& c) { return c.parameter->name == refused; });
    if (choice == choices_.end() || (!kept.empty() && !has(kept))) return;
    errors_.push_back(
        error_at(choice->values.empty() ? SourceLocation{} : choice->values.front().location, why, hint));
    choices_.erase(choice);
  }

  [[nodiscard]] bool has(std::string_view name) const { return find(choices_, name) != nullptr; }

  void fill_in(std::string_view name) {
    const auto* const parameter = find_parameter(workload_, name);
    if (parameter != nullptr && parameter->standard && !has(name))
      choices_.push_back({parameter, {{.value = *parameter->standard}}, std::nullopt});
  }

  /// Of an axis without formulas; what formulas give is not known yet.
  void refuse_repeated(std::size_t axis) {
    std::vector<const Choice*> together;
    for (const auto& choice : choices_)
      if (choice.axis == axis) together.push_back(&choice);
    std::vector<std::size_t> rows(rows_of(together));
    std::iota(rows.begin(), rows.end(), std::size_t{0});
    std::stable_sort(rows.begin(), rows.end(),
                     [&](auto a, auto b) { return values_of(together, a) < values_of(together, b); });
    for (std::size_t i = 1; i < rows.size(); ++i)
      if (values_of(together, rows[i]) == values_of(together, rows[i - 1]))
        errors_.push_back(repeated(together, rows[i]));
  }

  std::vector<Choice> in_order() {
    std::sort(choices_.begin(), choices_.end(),
              [](const Choice& a, const Choice& b) { return a.parameter < b.parameter; });
    return std::move(choices_);
  }

 private:
  static Diagnostic chosen_twice(const Located<std::string>& name, const Choice& earlier) {
    return earlier.axis ? error_at(name.location, fmt::format("'{}' is swept twice", name.value),
                                   "keep one list of its values")
                        : error_at(name.location, fmt::format("'{}' is both fixed and swept", name.value),
                                   "keep it under 'parameters:' or under 'sweep:'");
  }

  /// How many rows of values an axis has; none where a formula is among them.
  static std::size_t rows_of(const std::vector<const Choice*>& axis) {
    if (axis.empty()) return 0;
    auto rows = axis.front()->values.size();
    for (const auto* choice : axis) {
      const auto& values = choice->values;
      const bool has_formula = std::any_of(values.begin(), values.end(),
                                           [](const GivenValue& v) { return v.formula.has_value(); });
      rows = has_formula ? 0 : std::min(rows, values.size());
    }
    return rows;
  }

  static std::vector<Value> values_of(const std::vector<const Choice*>& axis, std::size_t row) {
    std::vector<Value> values;
    for (const auto* choice : axis) values.push_back(choice->values[row].value);
    return values;
  }

  static Diagnostic repeated(const std::vector<const Choice*>& axis, std::size_t row) {
    std::vector<std::string> names;
    std::vector<std::string> values;
    for (const auto* choice : axis) {
      names.push_back(fmt::format("'{}'", choice->parameter->name));
      values.push_back(to_text(choice->values[row].value));
    }
    return error_at(axis.front()->values[row].location,
                    axis.size() == 1 ? fmt::format("{} takes the value {} twice", names[0], values[0])
                                     : fmt::format("the zip of {} takes the values {} twice",
                                                   fmt::join(names, " and "), fmt::join(values, ", ")));
  }

  std::vector<GivenValue> checked(const Parameter& parameter, const std::vector<GivenValue>& given) {
    std::vector<GivenValue> values;
    for (const auto& value : given) {
      auto fit = value.formula ? value.value : as_kind(parameter, value.value);
      if (fit)
        values.push_back({std::move(*fit), value.formula, value.location});
      else
        errors_.push_back(misfit(parameter, value.value, value.location));
    }
    return values;
  }

  const Workload& workload_;
  Diagnostics& errors_;
  std::vector<Choice> choices_;
};

void judge_batches(Chooser& chooser, Scaling scaling) {
  switch (scaling) {
    case Scaling::strong:
      chooser.exclude("", "per_rank_batch",
                      "strong scaling keeps the global batch, and 'per_rank_batch' follows from it",
                      "write 'global_batch', or 'scaling: weak'");
      chooser.fill_in("global_batch");
      break;
    case Scaling::weak:
      chooser.exclude("", "global_batch",
                      "weak scaling keeps the batch of each rank, and 'global_batch' grows with the ranks",
                      "write 'per_rank_batch', or 'scaling: strong'");
      chooser.fill_in("per_rank_batch");
      break;
    case Scaling::throughput:
      chooser.exclude("global_batch", "per_rank_batch",
                      "'per_rank_batch' and 'global_batch' say the same thing twice", "keep one of the two");
      if (!chooser.has("per_rank_batch")) chooser.fill_in("global_batch");
      break;
  }
}

}  // namespace

Diagnostic misfit(const Parameter& parameter, const Value& value, const SourceLocation& location) {
  return error_at(
      location,
      fmt::format("'{}' must be {}, not '{}'", parameter.name, expectation(parameter), to_text(value)),
      advice(parameter, value));
}

const Choice* find(const std::vector<Choice>& choices, std::string_view parameter) {
  const auto found = std::find_if(choices.begin(), choices.end(),
                                  [&](const Choice& c) { return c.parameter->name == parameter; });
  return found == choices.end() ? nullptr : &*found;
}

std::vector<Choice> choose(const SweepFile& sweep, const Workload& workload, Diagnostics& errors) {
  Chooser chooser(workload, errors);
  // Of a program of one's own each name is a parameter, but for those that have been reported.
  const auto take = [&](const ParameterValues& given, std::optional<std::size_t> axis) {
    if (!sweep.program || find_parameter(workload, given.name.value) != nullptr) chooser.take(given, axis);
  };
  for (const auto& parameter : sweep.parameters) take(parameter, std::nullopt);
  for (std::size_t axis = 0; axis < sweep.axes.size(); ++axis)
    for (const auto& parameter : sweep.axes[axis]) take(parameter, axis);
  for (std::size_t axis = 0; axis < sweep.axes.size(); ++axis) chooser.refuse_repeated(axis);
  if (!sweep.program)
    chooser.exclude("steps", "epochs", "'epochs' and 'steps' both say how long to train",
                    "keep one of the two");
  judge_batches(chooser, sweep.scaling);
  if (!chooser.has("epochs")) chooser.fill_in("steps");
  for (const auto* name : {"optimizer", "learning_rate", "precision", "evaluate"}) chooser.fill_in(name);
  return chooser.in_order();
}

}  // namespace scalegen
