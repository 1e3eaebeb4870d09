#include "generator/plan/parameter_grid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

#include "core/units.hpp"
#include "generator/plan/derived_parameters.hpp"
#include "generator/plan/rungs.hpp"

namespace scalegen {

namespace {

constexpr std::size_t kMostCharactersOfAPart = 32;

bool fits(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' ||
         c == '+' || c == ',' || c == '-';
}

}  // namespace

std::string id_part(const std::string& parameter, const Value& value, std::size_t row) {
  const auto text = to_text(value);
  auto part = text.substr(0, kMostCharactersOfAPart);
  std::replace_if(
      part.begin(), part.end(), [](char c) { return !fits(c); }, '_');
  return part == text ? fmt::format("{}={}", parameter, part)
                      : fmt::format("{}={}~{}", parameter, part, row + 1);
}

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
        return report(error_at(where_[i].text.location,
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

  Located<std::int64_t> placed(std::string_view name, const Odometer& odometer, const Settings& settings) {
    Located<std::int64_t> number{std::get<std::int64_t>(*find(settings, name)), {}};
    for (std::size_t i = 0; i < choices_.size(); ++i)
      if (choices_[i].parameter->name == name) number.location = value_at(choices_, i, odometer).location;
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
      report(error_at(given.location, fmt::format("'{}' takes the value {} twice", parameter->name,
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

namespace {

std::int64_t ranks_of(const Combination& combination) { return world_size(combination.step->rung); }

/// The least batch that every rung divides, or nothing where it is beyond all use.
std::optional<std::int64_t> common_batch(const std::vector<Combination>& combinations) {
  std::int64_t common = 1;
  for (const auto& combination : combinations) {
    common = std::lcm(common, ranks_of(combination));
    if (common > 1'000'000'000) return std::nullopt;
  }
  return common;
}

std::string advice(const std::vector<Combination>& combinations, std::int64_t batch, Scaling scaling) {
  const auto common = common_batch(combinations);
  if (!common) return "choose rungs whose ranks divide one batch";
  const auto next = (batch + *common - 1) / *common * *common;
  return fmt::format("{}use a multiple of {}, such as {}",
                     scaling == Scaling::strong ? "strong scaling keeps the global batch: " : "", *common,
                     next);
}

/// One line of the file, or one default.
auto origin_of(const SourceLocation& location) { return std::tuple(location.line, location.column); }

void check_division(const std::vector<Combination>& combinations, Scaling scaling, Diagnostics& errors) {
  std::set<std::tuple<int, int>> reported;
  for (const auto& combination : combinations) {
    if (!combination.global_batch) continue;
    const auto& [batch, location] = *combination.global_batch;
    if (batch % ranks_of(combination) == 0 || !reported.insert(origin_of(location)).second) continue;
    const auto& rung = combination.step->rung;
    errors.push_back(error_at(location.file ? location : combination.step->location,
                              fmt::format("global_batch {} does not divide by the {} ranks of rung '{}'",
                                          batch, world_size(rung), rung.name),
                              advice(combinations, batch, scaling)));
  }
}

/// The batch that the kind of scaling keeps, where it was chosen.
const std::optional<Located<std::int64_t>>& kept_batch(const Combination& combination, Scaling scaling) {
  return scaling == Scaling::strong ? combination.global_batch : combination.per_rank_batch;
}

void check_kept(const std::vector<Combination>& combinations, Scaling scaling, Diagnostics& errors) {
  std::map<std::vector<std::size_t>, const Combination*> first;  // by the values of the axes
  std::set<std::tuple<int, int>> reported;
  for (const auto& combination : combinations) {
    const auto& batch = kept_batch(combination, scaling);
    if (!batch) continue;
    const auto* const other = first.emplace(combination.rows, &combination).first->second;
    const auto& before = kept_batch(*other, scaling);
    if (before->value == batch->value || !reported.insert(origin_of(batch->location)).second) continue;
    const bool strong = scaling == Scaling::strong;
    errors.push_back(error_at(
        batch->location,
        fmt::format("{} scaling keeps {}, and here it is {} on rung '{}' and {} on rung '{}'",
                    strong ? "strong" : "weak", strong ? "the global batch" : "the batch of each rank",
                    before->value, other->step->rung.name, batch->value, combination.step->rung.name),
        strong ? "write 'scaling: weak' and 'per_rank_batch', or 'scaling: throughput'"
               : "write one number, or 'scaling: throughput'"));
  }
}

}  // namespace

void check_batches(const std::vector<Combination>& combinations, Scaling scaling, Diagnostics& errors) {
  check_division(combinations, scaling, errors);
  if (scaling != Scaling::throughput) check_kept(combinations, scaling, errors);
}

namespace {

Diagnostic nothing_left(const std::vector<Constraint>& where, const Combinations& all) {
  std::vector<std::string> notes;
  for (std::size_t i = 0; i < where.size(); ++i)
    notes.push_back(fmt::format("'{}' holds for {} of {}", where[i].text.value,
                                all.candidates - all.refused[i],
                                counted(static_cast<std::int64_t>(all.candidates), "combination")));
  return error_at(where.front().text.location, "'where' leaves no combination of rung and values", "", notes);
}

Diagnostic left_out(const std::vector<Constraint>& where, const Combinations& all) {
  auto note = error_at(where.front().text.location,
                       fmt::format("'where' leaves out {} of {}", all.candidates - all.kept.size(),
                                   counted(static_cast<std::int64_t>(all.candidates), "combination")));
  note.severity = Severity::note;
  return note;
}

Diagnostic too_many(const std::string& what, std::string hint) {
  return {.message = fmt::format("this sweep has more than {}", what), .hint = std::move(hint)};
}

/// Whether all values can be reckoned. What lacks some has been reported, and is left out where nothing
/// follows from it.
bool can_combine(std::vector<Choice>& choices, const std::vector<std::size_t>& formulas,
                 const std::vector<Constraint>& where) {
  const auto lacking = std::erase_if(choices, [](const Choice& choice) { return choice.values.empty(); });
  return lacking == 0 || (formulas.empty() && where.empty());
}

}  // namespace

std::vector<Combination> choose_combinations(const SweepFile& sweep, const Workload& workload,
                                             const std::vector<Step>& steps, std::size_t most_runs,
                                             Diagnostics& errors, Diagnostics& notices) {
  auto choices = choose(sweep, workload, errors);
  const auto before = errors.size();
  check_names(choices, sweep.where, workload, errors);
  const auto formulas = formula_order(choices, errors);
  if (errors.size() > before || !can_combine(choices, formulas, sweep.where)) return {};

  const auto most = most_runs / static_cast<std::size_t>(sweep.repeats);
  const bool filtered = !sweep.where.empty();
  if (!count_candidates(steps, choices, filtered ? most_runs : most)) {
    errors.push_back(
        filtered ? too_many(fmt::format("{} combinations, of which 'where' is to keep some", most_runs),
                            "take values off an axis")
                 : too_many(fmt::format("{} runs", most_runs), "take values off an axis, or repeats"));
    return {};
  }
  auto all = combine(steps, choices, formulas, sweep.where, errors);
  if (all.kept.size() > most)
    errors.push_back(too_many(fmt::format("{} runs", most_runs), "take values off an axis, or repeats"));
  check_batches(all.kept, sweep.scaling, errors);
  if (!filtered || errors.size() > before || all.kept.size() == all.candidates) return std::move(all.kept);
  if (all.kept.empty())
    errors.push_back(nothing_left(sweep.where, all));
  else
    notices.push_back(left_out(sweep.where, all));
  return std::move(all.kept);
}

std::vector<Step> steps_of(const std::vector<Combination>& combinations, const std::vector<Step>& steps) {
  if (combinations.empty()) return steps;
  std::set<const Step*> used;
  for (const auto& combination : combinations) used.insert(combination.step);
  std::vector<Step> kept;
  for (const auto& step : steps)
    if (used.contains(&step)) kept.push_back(step);
  return kept;
}

}  // namespace scalegen
