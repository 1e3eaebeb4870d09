#include "generator/plan/choices.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "core/did_you_mean.hpp"

namespace scalegen {
namespace {

constexpr std::int64_t kMost = 2'147'483'647;

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

Diagnostic unknown_parameter(const Workload& workload, const Placed<std::string>& name) {
  return error_at(name.mark, fmt::format("workload '{}' has no parameter '{}'", workload.name, name.value),
                  name.value == "data" ? "write 'data:' beside 'parameters:'"
                                       : did_you_mean(name.value, names_of(workload)));
}

std::string expectation(const Parameter& parameter) {
  switch (parameter.kind) {
    case Parameter::Kind::whole_number:
      return fmt::format("a whole number from 1 to {}", kMost);
    case Parameter::Kind::positive_number:
      return "a number above 0";
    case Parameter::Kind::word:
      return fmt::format("one of {}", fmt::join(parameter.words, ", "));
    case Parameter::Kind::yes_or_no:
      return "yes or no";
  }
  return "";
}

std::string advice(const Parameter& parameter, const Placed<Value>& value) {
  const bool wants_number =
      parameter.kind == Parameter::Kind::whole_number || parameter.kind == Parameter::Kind::positive_number;
  const auto* const text = std::get_if<std::string>(&value.value);
  const bool is_quoted_number =
      text != nullptr && !text->empty() && text->find_first_not_of("0123456789.") == std::string::npos;
  return wants_number && is_quoted_number ? "remove the quotes" : "";
}

/// The value as the parameter's kind has it, or nothing.
std::optional<Value> as_kind(const Parameter& parameter, const Value& value) {
  const auto* const whole = std::get_if<std::int64_t>(&value);
  const auto* const real = std::get_if<double>(&value);
  const auto* const text = std::get_if<std::string>(&value);
  switch (parameter.kind) {
    case Parameter::Kind::whole_number:
      if (real != nullptr && *real == std::floor(*real) && *real >= 1 && *real <= kMost)
        return static_cast<std::int64_t>(*real);  // 1e3
      return whole != nullptr && *whole >= 1 && *whole <= kMost ? std::optional(value) : std::nullopt;
    case Parameter::Kind::positive_number:
      if (whole != nullptr && *whole > 0) return static_cast<double>(*whole);
      return real != nullptr && *real > 0 ? std::optional(value) : std::nullopt;
    case Parameter::Kind::word: {
      const auto& words = parameter.words;
      const bool known = text != nullptr && std::find(words.begin(), words.end(), *text) != words.end();
      return known ? std::optional(value) : std::nullopt;
    }
    case Parameter::Kind::yes_or_no:
      if (text == nullptr) return std::nullopt;
      if (*text == "yes" || *text == "true") return "yes";
      if (*text == "no" || *text == "false") return "no";
      return std::nullopt;
  }
  return std::nullopt;
}

/// Reads what the file says of each parameter.
class Chooser {
 public:
  Chooser(const Workload& workload, Diagnostics& errors) : workload_(workload), errors_(errors) {}

  void take(const ParameterValues& given, bool swept) {
    const auto* const parameter = find_parameter(workload_, given.name.value);
    if (parameter == nullptr) {
      errors_.push_back(unknown_parameter(workload_, given.name));
      return;
    }
    if (find(choices_, parameter->name) != nullptr) {
      errors_.push_back(error_at(given.name.mark,
                                 fmt::format("'{}' is both fixed and swept", parameter->name),
                                 "keep it under 'parameters:' or under 'sweep:'"));
      return;
    }
    choices_.push_back({parameter, checked(*parameter, given.values), swept});
  }

  /// Of two that exclude each other only one may be given.
  void exclude(std::string_view kept, std::string_view refused, const std::string& why,
               const std::string& hint) {
    if (const auto* const choice = find(choices_, refused);
        choice != nullptr && (kept.empty() || find(choices_, kept) != nullptr))
      errors_.push_back(error_at(choice->values.empty() ? Mark{} : choice->values.front().mark, why, hint));
  }

  [[nodiscard]] bool has(std::string_view name) const { return find(choices_, name) != nullptr; }

  void fill_in(std::string_view name) {
    const auto* const parameter = find_parameter(workload_, name);
    if (parameter != nullptr && parameter->standard && !has(name))
      choices_.push_back({parameter, {{*parameter->standard, {}}}, false});
  }

  std::vector<Choice> in_order() {
    std::sort(choices_.begin(), choices_.end(),
              [](const Choice& a, const Choice& b) { return a.parameter < b.parameter; });
    return std::move(choices_);
  }

 private:
  std::vector<Placed<Value>> checked(const Parameter& parameter, const std::vector<Placed<Value>>& given) {
    std::vector<Placed<Value>> values;
    for (const auto& value : given) {
      auto fit = as_kind(parameter, value.value);
      if (!fit)
        errors_.push_back(error_at(value.mark,
                                   fmt::format("'{}' must be {}, not '{}'", parameter.name,
                                               expectation(parameter), to_text(value.value)),
                                   advice(parameter, value)));
      else
        values.push_back({std::move(*fit), value.mark});
    }
    refuse_repeated(parameter, values);
    return values;
  }

  void refuse_repeated(const Parameter& parameter, const std::vector<Placed<Value>>& values) {
    std::vector<const Placed<Value>*> sorted;
    for (const auto& value : values) sorted.push_back(&value);
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const auto* a, const auto* b) { return a->value < b->value; });
    for (std::size_t i = 1; i < sorted.size(); ++i)
      if (sorted[i]->value == sorted[i - 1]->value)
        errors_.push_back(error_at(sorted[i]->mark, fmt::format("'{}' takes the value {} twice",
                                                                parameter.name, to_text(sorted[i]->value))));
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

const Choice* find(const std::vector<Choice>& choices, std::string_view parameter) {
  const auto found = std::find_if(choices.begin(), choices.end(),
                                  [&](const Choice& c) { return c.parameter->name == parameter; });
  return found == choices.end() ? nullptr : &*found;
}

std::vector<Choice> choose(const SweepFile& sweep, const Workload& workload, Diagnostics& errors) {
  Chooser chooser(workload, errors);
  for (const auto& parameter : sweep.parameters) chooser.take(parameter, false);
  for (const auto& axis : sweep.axes) chooser.take(axis, true);
  chooser.exclude("steps", "epochs", "'epochs' and 'steps' both say how long to train",
                  "keep one of the two");
  judge_batches(chooser, sweep.scaling);
  if (!chooser.has("epochs")) chooser.fill_in("steps");
  for (const auto* name : {"optimizer", "learning_rate", "precision", "evaluate"}) chooser.fill_in(name);
  return chooser.in_order();
}

}  // namespace scalegen
