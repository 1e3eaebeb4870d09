#include "generator/plan/derived_parameters.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/text.hpp"
#include "generator/plan/threads.hpp"

namespace scalegen::plan {
namespace {

/// The batch that follows from the given one; empty if none is given.
std::string_view derived_batch(const ResolvedParameters& parameters) {
  if (find(parameters, "global_batch") != nullptr) return "per_rank_batch";
  return find(parameters, "per_rank_batch") != nullptr ? "global_batch" : "";
}

/// Returns true if a batch may follow from the parameter.
bool decides_batch(std::string_view parameter) {
  return parameter == "global_batch" || parameter == "per_rank_batch" || parameter == kDataParallel ||
         parameter == kAccumulate;
}

/// Depth-first search along the names in formulas.
class TopologicalSort {
 public:
  TopologicalSort(const ResolvedParameters& parameters, Findings& findings)
      : parameters_(parameters), findings_(findings), states_(parameters.size(), State::unvisited) {}

  std::vector<std::size_t> sort() {
    for (std::size_t i = 0; i < parameters_.size(); ++i) visit(i);
    return std::move(order_);
  }

 private:
  enum class State { unvisited, on_path, done };

  void visit(std::size_t index) {
    if (states_[index] == State::done) return;
    if (states_[index] == State::on_path) return report_cycle(index);
    states_[index] = State::on_path;
    path_.push_back(index);
    bool has_formula = false;
    for (const auto& value : parameters_[index].values) {
      if (!value.formula) continue;
      has_formula = true;
      for (const auto& name : value.formula->names()) visit_source_of(name.value);
    }
    if (has_formula) order_.push_back(index);
    path_.pop_back();
    states_[index] = State::done;
  }

  void visit_source_of(const std::string& name) {
    const bool is_derived = derived_batch(parameters_) == name;
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
      const auto& parameter = parameters_[i].parameter->name;
      if (parameter == name || (is_derived && decides_batch(parameter))) visit(i);
    }
  }

  void report_cycle(std::size_t index) {
    states_[index] = State::done;  // one report is enough
    std::vector<std::string> names;
    for (auto at = std::ranges::find(path_, index); at != path_.end(); ++at)
      names.push_back(parameters_[*at].parameter->name);
    const auto& values = parameters_[index].values;
    const auto formula =
        std::ranges::find_if(values, [](const GivenValue& v) { return v.formula.has_value(); });
    if (names.size() == 1)
      return findings_.add_error(
          error_at(formula->location, fmt::format("'{}' depends on itself", names.front())));
    names.push_back(names.front());
    findings_.add_error(error_at(
        formula->location,
        fmt::format("these formulas depend on each other in a circle: {}", fmt::join(names, " <- "))));
  }

  const ResolvedParameters& parameters_;
  Findings& findings_;
  std::vector<State> states_;
  std::vector<std::size_t> path_;
  std::vector<std::size_t> order_;
};

/// Every name that formulas and constraints may use.
std::vector<std::string> known_names(const ResolvedParameters& parameters) {
  std::vector<std::string> names;
  const auto* const threads = find(parameters, kThreads);
  const bool has_threads = threads != nullptr && threads->parameter->kind == Parameter::Kind::threads;
  for (const auto& variable : rung_variables({.threads = has_threads}, Scaling::strong))
    names.push_back(variable.name);
  for (const auto& resolved : parameters) {
    const auto& name = resolved.parameter->name;
    names.push_back(name);
    if (name == "global_batch" || name == "per_rank_batch") names.emplace_back(derived_batch(parameters));
  }
  if (find(parameters, "cpus_per_task") == nullptr) names.emplace_back("cpus_per_task");
  return names;
}

/// Rounds sums of tenths as a person would write them: 0.3, not 0.30000000000000004.
Value without_noise(const Value& value) {
  const auto* const real = std::get_if<double>(&value);
  return real == nullptr ? value : Value(std::stod(fmt::format("{:.15g}", *real)));
}

/// Sets the batch that follows from the given one and from what shares it; 0 until a formula is evaluated.
void set_derived_batch(Settings& settings, const ResolvedParameters& parameters, const ResolvedRung& rung) {
  const auto derived = derived_batch(parameters);
  const auto* const given = find(settings, derived == "global_batch" ? "per_rank_batch" : "global_batch");
  if (derived.empty() || given == nullptr) return;
  const auto batch = std::get<std::int64_t>(*given);
  const auto sharers = batch_sharers(settings, rung);
  const auto share = sharers == 0 ? 0 : batch / sharers;
  set(settings, derived, derived == "global_batch" ? batch * sharers : share);
}

/// The rung's variables and the parameters in order; a formula's value is 0 until it is evaluated.
Settings written_values(const ResolvedRung& rung, Scaling scaling, const ResolvedParameters& parameters,
                        const GridPoint& point) {
  const auto* const threads = find(parameters, kThreads);
  const auto shared = with_threads(
      rung,
      threads == nullptr ? Settings() : Settings{{std::string(kThreads), value_at(*threads, point).value}});
  auto values = rung_variables(shared, scaling);
  if (counts_cores(shared)) {  // also where the threads do not divide them, which `where:` may leave out
    set(values, "cores", std::int64_t{world_size(rung)});
    set(values, "cores_per_node", std::int64_t{rung.ranks_per_node});
  }
  for (const auto& parameter : parameters) {
    const auto& given = value_at(parameter, point);
    if (&parameter == threads && shared.threads > 0) {  // formulas read their number, tables the word 'all'
      values.push_back({std::string(kThreads), given.value});
      continue;
    }
    set(values, parameter.parameter->name, given.formula ? Value(std::int64_t{0}) : given.value);
    if (decides_batch(parameter.parameter->name)) set_derived_batch(values, parameters, rung);
  }
  if (find(values, "cpus_per_task") == nullptr)
    set(values, "cpus_per_task", std::int64_t{shared.threads > 0 ? shared.threads : rung.cpus_per_task});
  return values;
}

/// "ranks = 4, tp = 8"
std::string values_in(const Expression& formula, const Settings& values) {
  std::vector<std::string> texts;
  for (const auto& name : formula.names())
    if (const auto* const value = find(values, name.value); value != nullptr)
      texts.push_back(fmt::format("{} = {}", name.value, to_text(*value)));
  return fmt::format("{}", fmt::join(texts, ", "));
}

/// A mistake of a formula on a rung, with the values that it was evaluated with.
Diagnostic on_rung_with_values(Diagnostic error, const Rung& rung, const Expression& formula,
                               const Settings& values) {
  error = on_rung(std::move(error), rung);
  if (const auto text = values_in(formula, values); !text.empty()) error.notes.back() += ": " + text;
  return error;
}

bool is_one_of(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

/// Returns false if the formula gives no value of the parameter's type.
bool evaluate(const Parameter& parameter, const GivenValue& given, const Rung& rung, PointValues& at) {
  const auto value = given.formula->evaluate(at.values).map(without_noise);
  auto converted = value ? as_kind(parameter, *value) : std::nullopt;
  if (converted)
    set(at.values, parameter.name, std::move(*converted));
  else
    at.mistakes.push_back(
        on_rung_with_values(value ? type_error(parameter, *value, given.location) : value.error().front(),
                            rung, *given.formula, at.values));
  return converted.has_value();
}

}  // namespace

std::vector<std::size_t> topological_order(const ResolvedParameters& parameters, Findings& findings) {
  return TopologicalSort(parameters, findings).sort();
}

void check_names(const ResolvedParameters& parameters, const std::vector<Constraint>& where,
                 const Workload& workload, Findings& findings) {
  const auto known = known_names(parameters);
  const auto check = [&](const Expression& expression) {
    for (const auto& name : expression.names()) {
      if (std::ranges::find(known, name.value) != known.end()) continue;
      const bool is_unset =
          std::ranges::any_of(workload.parameters, [&](const Parameter& p) { return p.name == name.value; });
      findings.add_error(is_unset ? error_at(name.location,
                                             fmt::format("'{}' has no value in this sweep", name.value),
                                             "give it one under 'parameters:'")
                                  : error_at(name.location, fmt::format("unknown name '{}'", name.value),
                                             did_you_mean(name.value, known)));
    }
  };
  for (const auto& parameter : parameters)
    for (const auto& value : parameter.values)
      if (value.formula) check(*value.formula);
  for (const auto& constraint : where) check(constraint.expression);
}

bool uses_any(const Expression& expression, const std::vector<std::string>& parameters) {
  const auto& names = expression.names();
  return std::ranges::any_of(names, [&](const auto& name) { return is_one_of(parameters, name.value); });
}

PointValues evaluate_derived(const ResolvedRung& rung, Scaling scaling, const ResolvedParameters& parameters,
                             const std::vector<std::size_t>& order, const GridPoint& point,
                             std::vector<std::string> unknown) {
  PointValues at{.values = written_values(rung, scaling, parameters, point), .unknown = std::move(unknown)};
  for (const auto i : order) {
    const auto& parameter = *parameters[i].parameter;
    const auto& given = value_at(parameters[i], point);
    if (!given.formula) continue;
    const bool is_batch = decides_batch(parameter.name);
    if (uses_any(*given.formula, at.unknown) || !evaluate(parameter, given, rung, at)) {
      at.unknown.push_back(parameter.name);
      if (is_batch) at.unknown.emplace_back(derived_batch(parameters));
    } else if (is_batch) {
      set_derived_batch(at.values, parameters, rung);
    }
  }
  std::erase_if(at.values, [&](const Setting& setting) { return is_one_of(at.unknown, setting.name); });
  return at;
}

std::int64_t replicas(const Settings& values, const ResolvedRung& rung) {
  const auto* const replicas = find(values, kDataParallel);
  return replicas == nullptr ? world_size(with_threads(rung, values)) : std::get<std::int64_t>(*replicas);
}

std::int64_t batch_sharers(const Settings& values, const ResolvedRung& rung) {
  const auto* const micro_steps = find(values, kAccumulate);
  return replicas(values, rung) * (micro_steps == nullptr ? 1 : std::get<std::int64_t>(*micro_steps));
}

Diagnostic on_rung(Diagnostic error, const Rung& rung) {
  error.notes.push_back(fmt::format("on rung '{}'", rung.name));
  return error;
}

}  // namespace scalegen::plan
