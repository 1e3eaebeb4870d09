#pragma once
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "analysis/readers/csv.hpp"
#include "analysis/readers/metric.hpp"
#include "core/words.hpp"

namespace scalegen {

/// The items that a column of sizes counts.
enum class Counted { gpus, ranks, nodes, cores, threads };

constexpr std::array<Word<Counted>, 5> words_of(Counted) {
  return {{{Counted::gpus, "gpus"},
           {Counted::ranks, "ranks"},
           {Counted::nodes, "nodes"},
           {Counted::cores, "cores"},
           {Counted::threads, "threads"}}};
}

/// The scope of a count: a run, each node or each rank. `open`: the head does not say it (gpus beside nodes).
enum class CountedOf { run, node, rank, open };

struct SizeHead {
  Counted counted = Counted::gpus;
  CountedOf of = CountedOf::open;
  bool operator==(const SizeHead&) const = default;
};

/// The content of a column of figures: a time in s, a rate in images/s.
struct FigureHead {
  Quantity quantity = Quantity::time;
  std::string unit{};
  bool names_unit = true;  // false: "time", taken as seconds unless the cells say otherwise
  bool operator==(const FigureHead&) const = default;
};

/// The meaning of the head of a column, whatever its case, brackets, # or colon. Other columns are told by
/// their cells.
std::optional<SizeHead> size_head(std::string_view text);
std::optional<FigureHead> figure_head(std::string_view text);
bool is_total_head(std::string_view text);  // "total time"
bool is_rung_head(std::string_view text);
bool is_round_head(std::string_view text);

/// The condition that a column says, as conditions are called elsewhere: global_batch. Empty for any other.
/// "batch" alone may be that of a rank or of all.
std::string condition_of_head(std::string_view text);

/// True if a column holds a result of a run beside its speed: accuracy, memory, watts, a deviation; or one
/// that follows from the speed: speedup, efficiency.
bool is_measured_head(std::string_view text);

/// What a run was charged or allowed, which is not how long it took: core-hours, CPUTime, Timelimit.
bool is_consumption_head(std::string_view text);

/// A speedup, an efficiency, an ideal value: what its author computed from other columns.
bool is_derived_head(std::string_view text);

/// True if a column tells runs of one thing apart: a seed, a date, a host.
bool is_head_of_a_run(std::string_view text);

/// True if a column says how runs ended: a state, an exit code.
bool is_outcome_head(std::string_view text);

/// True if a column holds what the person set: machine, solver, problem size.
bool is_setting_head(std::string_view text);

/// The size of the problem, which grows in weak scaling: grid, atoms, global batch.
bool is_problem_head(std::string_view text);

/// What has a share of the problem: "/rank" of "cells per rank". Empty if a head says none.
std::string part_of_problem(std::string_view text);

/// True if a column may only name a row: config, test.
bool is_label_head(std::string_view text);

/// True if a line names columns: no field of it has a figure, and the first is no rung such as 2gpu.
bool is_header(const CsvLine& line);

/// True if a column of this line sizes rungs: the sign of a header among comments.
bool names_a_size(const CsvLine& line);

}  // namespace scalegen
