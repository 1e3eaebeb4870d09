#include "generator/plan/parameter_grid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <ranges>
#include <set>
#include <utility>

#include "core/plan_file.hpp"
#include "core/text.hpp"
#include "core/units.hpp"
#include "generator/plan/baseline.hpp"
#include "generator/plan/checks.hpp"
#include "generator/plan/derived_parameters.hpp"
#include "generator/plan/ladder_parameters.hpp"
#include "generator/plan/threads.hpp"

namespace scalegen::plan {
namespace {

/// Goes through the cartesian product of all axes like nested loops: the last one varies fastest.
class GridIterator {
 public:
  explicit GridIterator(const ResolvedParameters& parameters) {
    for (const auto& [parameter, values, axis] : parameters) {
      if (!axis) continue;
      if (point_.size() <= *axis) point_.resize(*axis + 1);
      const auto loop = std::ranges::find(loops_, *axis, &Loop::axis);
      if (loop == loops_.end())
        loops_.push_back({*axis, values.size()});
      else
        loop->rows = std::min(loop->rows, values.size());  // they differ if one of the values was refused
    }
  }

  [[nodiscard]] const GridPoint& point() const { return point_; }

  /// Returns false after the last point, and starts again with the first.
  bool advance() {
    for (const auto& [axis, rows] : std::views::reverse(loops_)) {
      if (++point_[axis] < rows) return true;
      point_[axis] = 0;
    }
    return false;
  }

  /// The number of points, or nullopt if there are more than `most`.
  [[nodiscard]] std::optional<std::size_t> size(std::size_t most) const {
    std::size_t count = 1;
    for (const auto& [axis, rows] : loops_) {
      count *= rows;
      if (count > most) return std::nullopt;
    }
    return count;
  }

 private:
  struct Loop {
    std::size_t axis = 0;
    std::size_t rows = 0;
  };
  std::vector<Loop> loops_;  // the outermost first: in the order of the parameters, not of the file
  GridPoint point_;
};

/// The points of the grid that `where:` keeps.
struct FilteredGrid {
  std::vector<Combination> combinations{};
  std::size_t candidates = 0;           // the number of all points
  std::vector<std::size_t> left_out{};  // how many points each constraint does not hold for
};

constexpr std::size_t kLongestIdPart = 32;
constexpr std::size_t kLongestId = 150;  // file systems allow 255, and more is appended

bool is_safe_in_id(char c) {
  return is_letter(c) || is_digit(c) || std::string_view("_.+,-").find(c) != std::string_view::npos;
}

/// A swept value in a run's name, as in cpus_per_task=4. The name is a folder, stands in a line `#SBATCH` and
/// is read by people: a value that is long or has other characters is shortened, and gets its row in the axis
/// so that no two are the same: prompt=say_hello~2.
std::string id_part(const std::string& parameter, const Value& value, std::size_t row) {
  const auto text = to_text(value);
  auto part = text.substr(0, kLongestIdPart);
  std::ranges::replace_if(
      part, [](char c) { return !is_safe_in_id(c); }, '_');
  return part == text ? fmt::format("{}={}", parameter, part)
                      : fmt::format("{}={}~{}", parameter, part, row + 1);
}

/// Evaluates and filters every point of the grid of one ladder.
class GridExpansion {
 public:
  GridExpansion(const LadderParameters& ladder, const std::vector<Constraint>& where, Findings& findings)
      : ladder_(ladder), parameters_(ladder.written), where_(where), findings_(findings) {
    grid_.left_out.resize(where.size());
  }

  FilteredGrid expand(const std::vector<ResolvedRung>& rungs) {
    for (const auto& rung : rungs) {
      GridIterator iterator(parameters_);
      do add(rung, iterator.point());
      while (iterator.advance());
      ids_.clear();
    }
    return std::move(grid_);
  }

 private:
  void add(const ResolvedRung& rung, const GridPoint& point) {
    ++grid_.candidates;
    auto at = values_of(ladder_, rung, point);
    if (!is_wanted(rung, at)) return;
    if (auto error = undivided(rung, at.values))
      return findings_.add_error_once_per_location(std::move(*error));
    for (auto& mistake : at.mistakes) findings_.add_error_once_per_location(std::move(mistake));
    if (!at.unknown.empty()) return;
    const auto of_rung = rung_variables(with_threads(rung, at.values), ladder_.scaling);
    at.values.erase(at.values.begin(), at.values.begin() + std::ssize(of_rung));
    auto combination = combination_at(rung, point, std::move(at.values));
    if (is_new(combination)) grid_.combinations.push_back(std::move(combination));
  }

  /// Returns true if all constraints hold, as far as the parameters that they use have values.
  bool is_wanted(const ResolvedRung& rung, const PointValues& at) {
    bool wanted = true;
    for (std::size_t i = 0; i < where_.size(); ++i) {
      const auto value = where_[i].expression.evaluate(at.values);
      if (!value && uses_any(where_[i].expression, at.unknown)) continue;
      if (!value) return report(value.error().front(), rung);
      if (const auto* const word = std::get_if<std::string>(&*value))
        return report(error_at(where_[i].text.location,
                               fmt::format("'where' must be true or false, but this is the text '{}'", *word),
                               "compare it with another, as in rung == '2gpu'"),
                      rung);
      const bool holds = *value != Value(std::int64_t{0}) && *value != Value(0.0);
      if (!holds) ++grid_.left_out[i];
      wanted = wanted && holds;
    }
    return wanted;
  }

  Combination combination_at(const ResolvedRung& rung, const GridPoint& point, Settings settings) {
    const auto name = rung.name + (ladder_.is_named ? "-" + to_text(ladder_.scaling) : "");
    Combination combination{.rung = &rung, .settings = std::move(settings), .id = name, .point = point};
    for (const auto& [parameter, values, axis] : parameters_)
      if (axis)
        combination.id +=
            "-" + id_part(parameter->name, *find(combination.settings, parameter->name), point[*axis]);
    if (combination.id.size() > kLongestId)
      combination.id = fmt::format("{}-combination={}", name, grid_.candidates);
    return combination;
  }

  /// Values that come out the same on a rung would be measured twice, under one name.
  bool is_new(const Combination& combination) {
    const auto& point = combination.point;
    const auto [at, is_new] = ids_.emplace(combination.id, point);
    if (is_new) return true;
    const auto& same = at->second;
    const auto differs = std::ranges::find_if(parameters_, [&](const auto& parameter) {
      return parameter.axis && same[*parameter.axis] != point[*parameter.axis];
    });
    if (differs == parameters_.end()) return false;
    const auto& name = differs->parameter->name;
    return report(
        error_at(value_at(*differs, point).location, fmt::format("'{}' takes the value {} twice", name,
                                                                 to_text(*find(combination.settings, name)))),
        *combination.rung);
  }

  bool report(Diagnostic error, const Rung& rung) {
    findings_.add_error_once_per_location(on_rung(std::move(error), rung));
    return false;
  }

  const LadderParameters& ladder_;
  const ResolvedParameters& parameters_;
  const std::vector<Constraint>& where_;
  Findings& findings_;
  std::map<std::string, GridPoint> ids_;  // of this rung
  FilteredGrid grid_;
};

Diagnostic nothing_left(const std::vector<Constraint>& where, const FilteredGrid& grid) {
  std::vector<std::string> notes;
  for (std::size_t i = 0; i < where.size(); ++i)
    notes.push_back(fmt::format("'{}' is true for {} of {}", where[i].text.value,
                                grid.candidates - grid.left_out[i],
                                counted(static_cast<std::int64_t>(grid.candidates), "combination")));
  return error_at(where.front().text.location, "'where' matches no combination of rung and values", "",
                  notes);
}

Diagnostic left_out(const std::vector<Constraint>& where, std::size_t count, std::size_t candidates) {
  return error_at(where.front().text.location,
                  fmt::format("'where' leaves out {} of {}", count,
                              counted(static_cast<std::int64_t>(candidates), "combination")));
}

Diagnostic too_many(const std::string& what, std::string hint) {
  return {.message = fmt::format("this sweep has more than {}", what), .hint = std::move(hint)};
}

Diagnostic too_many_runs(std::size_t most) {
  return too_many(fmt::format("{} runs", most), "take values off an axis, or repeats");
}

bool has_at_most(std::size_t most, const ResolvedParameters& parameters,
                 const std::vector<ResolvedRung>& rungs) {
  const auto points = GridIterator(parameters).size(most);
  return points && *points * rungs.size() <= most;
}

FilteredGrid expand(const LadderParameters& ladder, const SweepFile& sweep,
                    const std::vector<ResolvedRung>& rungs, Findings& findings) {
  auto grid = GridExpansion(ladder, sweep.where, findings).expand(rungs);
  ParameterGrid checked{ladder.evaluated, std::move(grid.combinations)};
  check_batches(checked, ladder, sweep, findings);
  grid.combinations = std::move(checked.combinations);
  return grid;
}

/// In any order: each ladder derives another batch.
bool are_same(const Settings& one, const Settings& other) {
  return one.size() == other.size() && std::ranges::all_of(one, [&](const Setting& setting) {
           const auto* const value = find(other, setting.name);
           return value != nullptr && *value == setting.value;
         });
}

/// Both ladders in one grid. A point of both that has the same values stands there once, as a point of each.
FilteredGrid joined(FilteredGrid strong, FilteredGrid weak) {
  std::map<std::pair<const ResolvedRung*, GridPoint>, Combination*> points;
  for (auto& combination : strong.combinations) {
    combination.ladder = Scaling::strong;
    points.emplace(std::pair(combination.rung, combination.point), &combination);
  }
  for (auto& combination : weak.combinations) {
    combination.ladder = Scaling::weak;
    const auto same = points.find({combination.rung, combination.point});
    if (same == points.end() || !are_same(same->second->settings, combination.settings)) continue;
    same->second->ladder.reset();
    combination.ladder.reset();
  }
  std::erase_if(weak.combinations, [](const Combination& combination) { return !combination.ladder; });
  std::move(weak.combinations.begin(), weak.combinations.end(), std::back_inserter(strong.combinations));
  strong.candidates += weak.candidates;
  for (std::size_t i = 0; i < strong.left_out.size(); ++i) strong.left_out[i] += weak.left_out[i];
  return strong;
}

/// The ladder that keeps the batch as it is written gives the baseline, from which the other's batch follows.
FilteredGrid expand_ladders(const SweepFile& sweep, const Workload& workload,
                            const ResolvedParameters& parameters, const std::vector<std::size_t>& order,
                            const std::vector<ResolvedRung>& rungs, Findings& findings) {
  const auto& scalings = sweep.scalings.value;
  if (scalings.size() == 1)
    return expand(as_written(parameters, order, scalings.front()), sweep, rungs, findings);
  const bool strong_is_written = find(parameters, "global_batch") != nullptr;
  const auto before = findings.errors.size();
  auto written = expand(
      as_written(parameters, order, strong_is_written ? Scaling::strong : Scaling::weak, !strong_is_written),
      sweep, rungs, findings);
  const auto used = rungs_in_use(written.combinations, rungs);
  const auto* const baseline = baseline_of(sweep, used);
  const bool has_batch = strong_is_written || find(parameters, "per_rank_batch") != nullptr;
  if (baseline == nullptr || !has_batch || findings.errors.size() > before) return written;
  auto other =
      expand(with_batch_of(*baseline, parameters, order, workload, findings), sweep, rungs, findings);
  return strong_is_written ? joined(std::move(written), std::move(other))
                           : joined(std::move(other), std::move(written));
}

/// Drops parameters without values, which have been reported. Returns false if formulas, constraints or
/// batches may depend on them.
bool drop_without_values(ResolvedParameters& parameters, bool has_expressions) {
  const auto* const replicas = find(parameters, kDataParallel);
  if (replicas != nullptr && replicas->values.empty()) return false;
  const auto dropped =
      std::erase_if(parameters, [](const auto& parameter) { return parameter.values.empty(); });
  return dropped == 0 || !has_expressions;
}

}  // namespace

ParameterGrid expand_grid(const SweepFile& sweep, const Workload& workload,
                          const std::vector<ResolvedRung>& rungs, std::size_t most_runs, Findings& findings) {
  const bool with_gpus =
      std::ranges::any_of(rungs, [](const auto& rung) { return rung.device == DeviceKind::gpu; });
  auto parameters = resolve_parameters(sweep, workload, with_gpus, findings);
  const auto before = findings.errors.size();
  check_names(parameters, sweep.where, workload, findings);
  const auto order = topological_order(parameters, findings);
  const bool filtered = !sweep.where.empty();
  if (findings.errors.size() > before || !drop_without_values(parameters, filtered || !order.empty()))
    return {};

  const auto most = most_runs / static_cast<std::size_t>(sweep.repeats);
  if (!has_at_most(filtered ? most_runs : most, parameters, rungs)) {
    findings.add_error(filtered
                           ? too_many(fmt::format("{} combinations for 'where' to choose from", most_runs),
                                      "take values off an axis")
                           : too_many_runs(most_runs));
    return {};
  }
  auto all = expand_ladders(sweep, workload, parameters, order, rungs, findings);
  if (all.combinations.size() > most) findings.add_error(too_many_runs(most_runs));
  ParameterGrid grid{std::move(parameters), std::move(all.combinations)};
  if (!filtered || findings.errors.size() > before || grid.combinations.size() == all.candidates) return grid;
  if (grid.combinations.empty())
    findings.add_error(nothing_left(sweep.where, all));
  else
    findings.add_note(left_out(sweep.where, all.candidates - grid.combinations.size(), all.candidates));
  return grid;
}

Rung rung_of(const Combination& combination) { return with_threads(*combination.rung, combination.settings); }

std::int64_t cpus_per_task(const Combination& combination) {
  return std::get<std::int64_t>(*find(combination.settings, "cpus_per_task"));
}

SourceLocation location_of(std::string_view parameter, const Combination& combination,
                           const ResolvedParameters& parameters) {
  const auto* const resolved = find(parameters, parameter);
  return resolved == nullptr ? SourceLocation{} : value_at(*resolved, combination.point).location;
}

std::vector<std::string> held_settings(const std::vector<Combination>& combinations,
                                       const std::vector<std::string>& axes) {
  std::vector<std::string> held;
  if (combinations.empty()) return held;
  for (const auto& [name, value] : combinations.front().settings) {
    if (std::ranges::find(axes, name) != axes.end()) continue;
    const bool same = std::ranges::all_of(combinations, [&](const Combination& c) {
      const auto* const other = find(c.settings, name);
      return other != nullptr && *other == value;
    });
    if (same) held.push_back(name);
  }
  return held;
}

std::vector<ResolvedRung> rungs_of_all_ladders(const std::vector<Combination>& combinations,
                                               const std::vector<ResolvedRung>& rungs) {
  std::set<const ResolvedRung*> shared;
  for (const auto& combination : combinations)
    if (!combination.ladder) shared.insert(combination.rung);
  if (shared.empty()) return rungs_in_use(combinations, rungs);
  std::vector<ResolvedRung> kept;
  for (const auto& rung : rungs)
    if (shared.contains(&rung)) kept.push_back(rung);
  return kept;
}

std::vector<ResolvedRung> rungs_in_use(const std::vector<Combination>& combinations,
                                       const std::vector<ResolvedRung>& rungs) {
  if (combinations.empty()) return rungs;
  std::set<const ResolvedRung*> used;
  for (const auto& combination : combinations) used.insert(combination.rung);
  std::vector<ResolvedRung> kept;
  for (const auto& rung : rungs)
    if (used.contains(&rung)) kept.push_back(rung);
  return kept;
}

}  // namespace scalegen::plan
