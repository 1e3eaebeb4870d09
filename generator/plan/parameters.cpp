#include "generator/plan/parameters.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "core/text.hpp"
#include "generator/plan/cpu_program.hpp"

namespace scalegen::plan {
namespace {

const Parameter* find_parameter(const Workload& workload, std::string_view name) {
  const auto found = std::ranges::find(workload.parameters, name, &Parameter::name);
  return found == workload.parameters.end() ? nullptr : &*found;
}

Diagnostic unknown_parameter(const Workload& workload, const Located<std::string>& name) {
  std::vector<std::string> known;
  for (const auto& parameter : workload.parameters) known.push_back(parameter.name);
  return error_at(
      name.location, fmt::format("workload '{}' has no parameter '{}'", workload.name, name.value),
      name.value == "data" ? "write 'data:' beside 'parameters:'" : did_you_mean(name.value, known));
}

Diagnostic given_twice(const Located<std::string>& name, const ResolvedParameter& earlier) {
  return earlier.axis ? error_at(name.location, fmt::format("'{}' is swept twice", name.value),
                                 "keep one list of its values")
                      : error_at(name.location, fmt::format("'{}' is both fixed and swept", name.value),
                                 "keep it under 'parameters:' or under 'sweep:'");
}

bool is_real(Parameter::Kind kind) {
  return kind == Parameter::Kind::number || kind == Parameter::Kind::positive_number ||
         kind == Parameter::Kind::fraction;
}

std::string type_hint(const Parameter& parameter, const Value& value) {
  const bool wants_number = parameter.kind == Parameter::Kind::whole_number || is_real(parameter.kind);
  const auto* const text = std::get_if<std::string>(&value);
  const bool is_quoted_number =
      text != nullptr && !text->empty() && text->find_first_not_of("0123456789.") == std::string::npos;
  return wants_number && is_quoted_number ? "remove the quotes" : "";
}

/// A word of the recipes' table.
Value value_of(const Parameter& parameter, const std::string& word) {
  if (parameter.kind == Parameter::Kind::whole_number) return std::int64_t{std::stoll(word)};
  return is_real(parameter.kind) ? Value(std::stod(word)) : Value(word);
}

/// The parameters of one axis.
using AxisParameters = std::vector<const ResolvedParameter*>;

/// The number of rows, or 0 if a formula is among them: what formulas give is not known yet.
std::size_t comparable_rows(const AxisParameters& axis) {
  if (axis.empty()) return 0;
  auto rows = axis.front()->values.size();
  for (const auto* parameter : axis) {
    const auto& values = parameter->values;
    const bool has_formula =
        std::ranges::any_of(values, [](const GivenValue& v) { return v.formula.has_value(); });
    rows = has_formula ? 0 : std::min(rows, values.size());
  }
  return rows;
}

std::vector<Value> row_of(const AxisParameters& axis, std::size_t row) {
  std::vector<Value> values;
  for (const auto* parameter : axis) values.push_back(parameter->values[row].value);
  return values;
}

Diagnostic repeated_row(const AxisParameters& axis, std::size_t row) {
  std::vector<std::string> names;
  std::vector<std::string> values;
  for (const auto* resolved : axis) {
    names.push_back(fmt::format("'{}'", resolved->parameter->name));
    values.push_back(to_text(resolved->values[row].value));
  }
  return error_at(axis.front()->values[row].location,
                  axis.size() == 1 ? fmt::format("{} takes the value {} twice", names[0], values[0])
                                   : fmt::format("the zip of {} takes the values {} twice",
                                                 fmt::join(names, " and "), fmt::join(values, ", ")));
}

/// Collects the parameters of a sweep file one by one.
class ParameterResolver {
 public:
  ParameterResolver(const Workload& workload, Findings& findings)
      : workload_(workload), findings_(findings) {}

  void add(const ParameterValues& given, std::optional<std::size_t> axis) {
    const auto* const parameter = find_parameter(workload_, given.name.value);
    if (parameter == nullptr)
      findings_.add_error(unknown_parameter(workload_, given.name));
    else if (const auto* const earlier = find(resolved_, parameter->name); earlier != nullptr)
      findings_.add_error(given_twice(given.name, *earlier));
    else
      resolved_.push_back({parameter, checked(*parameter, given.values), axis});
  }

  [[nodiscard]] bool has(std::string_view name) const { return find(resolved_, name) != nullptr; }

  [[nodiscard]] bool is_swept(std::string_view name) const {
    const auto* const resolved = find(resolved_, name);
    return resolved != nullptr && resolved->axis.has_value();
  }

  /// The text of a parameter that has one value.
  [[nodiscard]] std::string only_word(std::string_view name) const {
    const auto* const resolved = find(resolved_, name);
    if (resolved == nullptr || resolved->axis || resolved->values.size() != 1) return "";
    return to_text(resolved->values.front().value);
  }

  void add_default(const recipe::Default& row) {
    const auto* const parameter = find_parameter(workload_, row.setting);
    if (parameter == nullptr || has(row.setting)) return;
    resolved_.push_back({parameter, {{.value = value_of(*parameter, std::string(row.value))}}, std::nullopt});
  }

  /// Adds the recipe's default; a program of one's own has none.
  void add_default(std::string_view name) {
    if (workload_.recipe == nullptr) return;
    if (const auto word = recipe::default_of(*workload_.recipe, name); !word.empty())
      add_default({name, word});
  }

  /// Takes the parameter out again if it was given.
  void refuse(std::string_view name, const std::string& message, const std::string& hint) {
    const auto refused =
        std::ranges::find_if(resolved_, [&](const auto& r) { return r.parameter->name == name; });
    if (refused == resolved_.end()) return;
    const auto& values = refused->values;
    findings_.add_error(error_at(values.empty() ? SourceLocation{} : values.front().location, message, hint));
    resolved_.erase(refused);
  }

  void check_repeated_rows(std::size_t axis) {
    AxisParameters together;
    for (const auto& parameter : resolved_)
      if (parameter.axis == axis) together.push_back(&parameter);
    std::vector<std::size_t> rows(comparable_rows(together));
    std::iota(rows.begin(), rows.end(), std::size_t{0});
    std::ranges::stable_sort(rows, {}, [&](auto row) { return row_of(together, row); });
    for (std::size_t i = 1; i < rows.size(); ++i)
      if (row_of(together, rows[i]) == row_of(together, rows[i - 1]))
        findings_.add_error(repeated_row(together, rows[i]));
  }

  [[nodiscard]] ResolvedParameters in_workload_order() const {
    ResolvedParameters ordered;
    for (const auto& parameter : workload_.parameters)
      if (const auto* const resolved = find(resolved_, parameter.name); resolved != nullptr)
        ordered.push_back(*resolved);
    return ordered;
  }

 private:
  std::vector<GivenValue> checked(const Parameter& parameter, const std::vector<GivenValue>& given) {
    std::vector<GivenValue> values;
    for (const auto& value : given) {
      if (value.formula && parameter.kind == Parameter::Kind::threads) {
        findings_.add_error(error_at(value.location, fmt::format("'{}' must be {}, not a formula",
                                                                 parameter.name, expectation(parameter))));
        continue;
      }
      auto converted = value.formula ? value.value : as_kind(parameter, value.value);
      if (converted)
        values.push_back({std::move(*converted), value.formula, value.location});
      else
        findings_.add_error(type_error(parameter, value.value, value.location));
    }
    return values;
  }

  const Workload& workload_;
  Findings& findings_;
  ResolvedParameters resolved_;
};

void check_lengths(ParameterResolver& resolver) {
  constexpr std::array kInOrderOfPreference = {"steps", "seconds", "epochs"};
  std::string_view kept;
  for (const std::string_view name : kInOrderOfPreference) {
    if (!resolver.has(name)) continue;
    if (kept.empty())
      kept = name;
    else
      resolver.refuse(name, fmt::format("'{}' and '{}' both say how long to train", name, kept),
                      "keep one of the two");
  }
}

void add_default_length(ParameterResolver& resolver, const recipe::Recipe& recipe, bool with_gpus) {
  const auto is_given = [&](std::string_view name) { return resolver.has(name); };
  if (std::ranges::any_of(recipe::kLengths, is_given)) return;
  if (with_gpus && !recipe::default_of(recipe, "steps").empty()) {
    resolver.add_default({"seconds", recipe::kSecondsOnGpus});
    return;
  }
  for (const auto name : recipe::kLengths) resolver.add_default(name);
}

void check_batch_keys(ParameterResolver& resolver, Scaling scaling) {
  switch (scaling) {
    case Scaling::strong:
      resolver.refuse("per_rank_batch",
                      "strong scaling keeps the global batch, and 'per_rank_batch' follows from it",
                      "write 'global_batch', or 'scaling: weak'");
      resolver.add_default("global_batch");
      break;
    case Scaling::weak:
      resolver.refuse("global_batch",
                      "weak scaling keeps the batch of each rank, and 'global_batch' grows with the ranks",
                      "write 'per_rank_batch', or 'scaling: strong'");
      resolver.add_default("per_rank_batch");
      break;
    case Scaling::throughput:
      if (resolver.has("global_batch"))
        resolver.refuse("per_rank_batch", "'per_rank_batch' and 'global_batch' say the same thing twice",
                        "keep one of the two");
      if (!resolver.has("per_rank_batch")) resolver.add_default("global_batch");
      break;
  }
}

/// All that the recipe says but how long to train and on which batch. Where the sweep varies the optimizer,
/// each learns as scalegen-train's table says for it.
void add_recipe_defaults(ParameterResolver& resolver, const recipe::Recipe& recipe) {
  resolver.add_default("optimizer");
  const auto optimizer = resolver.only_word("optimizer");
  const auto is_given = [&](std::string_view name) { return resolver.has(name); };
  const auto schedule = resolver.has("schedule") ? resolver.only_word("schedule")
                                                 : std::string(recipe::default_of(recipe, "schedule"));
  for (const auto& row : recipe::defaults_that_apply(recipe, optimizer, schedule, is_given))
    if (!recipe::has_alternatives(row.setting)) resolver.add_default(row);
  const auto* const own = recipe::find(recipe::kOptimizers, &recipe::OptimizerDefaults::name, optimizer);
  if (own == nullptr) return;
  resolver.add_default({"learning_rate", own->learning_rate});
  if (own->momentum != "0") resolver.add_default({"momentum", own->momentum});
  if (own->weight_decay != "0") resolver.add_default({"weight_decay", own->weight_decay});
}

/// Strong and weak scaling have one batch between them, that of the baseline.
void check_batch_of_both(ParameterResolver& resolver, const SweepFile& sweep, Findings& findings) {
  if (resolver.has("global_batch"))
    resolver.refuse("per_rank_batch", "'per_rank_batch' and 'global_batch' say the same thing twice",
                    "keep one of the two: it is the batch of the baseline, and each ladder keeps its share");
  if (!resolver.has("per_rank_batch")) resolver.add_default("global_batch");
  for (const auto* name : {"global_batch", "per_rank_batch"})
    if (resolver.is_swept(name))
      resolver.refuse(name, fmt::format("with both ladders '{}' has one value, that of the baseline", name),
                      "move it to 'parameters:', or write one sweep file for each ladder");
  const bool is_reported = !findings.errors.empty();
  if (!resolver.has("global_batch") && !resolver.has("per_rank_batch") && !is_reported)
    findings.add_error(error_at(sweep.scalings.location,
                                "strong and weak scaling differ in their batches, and no batch is given",
                                "add 'global_batch:' or 'per_rank_batch:' under 'parameters:': that of the "
                                "baseline"));
}

}  // namespace

const GivenValue& value_at(const ResolvedParameter& parameter, const GridPoint& point) {
  return parameter.values[parameter.axis ? point[*parameter.axis] : 0];
}

ResolvedParameters resolve_parameters(const SweepFile& sweep, const Workload& workload, bool with_gpus,
                                      Findings& findings) {
  ParameterResolver resolver(workload, findings);
  // A program of one's own has every parameter that the file names, but for names already reported.
  const auto add = [&](const ParameterValues& given, std::optional<std::size_t> axis) {
    if (!sweep.program || find_parameter(workload, given.name.value) != nullptr) resolver.add(given, axis);
  };
  for (const auto& parameter : sweep.parameters) add(parameter, std::nullopt);
  for (std::size_t axis = 0; axis < sweep.axes.size(); ++axis)
    for (const auto& parameter : sweep.axes[axis]) add(parameter, axis);
  for (std::size_t axis = 0; axis < sweep.axes.size(); ++axis) resolver.check_repeated_rows(axis);
  if (!sweep.program) check_lengths(resolver);
  if (find_threads(sweep) != nullptr)
    resolver.refuse("cpus_per_task", "'threads' and 'cpus_per_task' both say how many cores a rank has",
                    "keep 'threads': a rank has a core for each");
  if (sweep.scalings.value.size() == 1)
    check_batch_keys(resolver, sweep.scalings.value.front());
  else
    check_batch_of_both(resolver, sweep, findings);
  if (workload.recipe != nullptr) {
    add_default_length(resolver, *workload.recipe, with_gpus);
    add_recipe_defaults(resolver, *workload.recipe);
  }
  return resolver.in_workload_order();
}

Diagnostic type_error(const Parameter& parameter, const Value& value, const SourceLocation& location) {
  return error_at(
      location,
      fmt::format("'{}' must be {}, not '{}'", parameter.name, expectation(parameter), to_text(value)),
      type_hint(parameter, value));
}

const ResolvedParameter* find(const ResolvedParameters& parameters, std::string_view name) {
  const auto found =
      std::ranges::find_if(parameters, [&](const ResolvedParameter& p) { return p.parameter->name == name; });
  return found == parameters.end() ? nullptr : &*found;
}

}  // namespace scalegen::plan
