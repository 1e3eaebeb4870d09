#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/setting.hpp"
#include "generator/plan/findings.hpp"
#include "generator/sweep_file/sweep_file.hpp"
#include "workloads/recipe.hpp"

namespace scalegen::plan {

/// A parameter of a workload, and the flag of scalegen-train that sets it.
struct Parameter {
  // Those of recipe::Kind come first, in their order.
  enum class Kind { whole_number, number, positive_number, fraction, word, yes_or_no, threads, anything };
  std::string name{};
  Kind kind = Kind::whole_number;  // with the ranges of recipe::Kind
  std::string flag{};
  std::vector<std::string> words{};  // the values that a word may have, or that there are besides yes and no
};

/// `recipe` is a row of the recipes that scalegen-train has, or null for a program of one's own.
struct Workload {
  std::string name{};
  const recipe::Recipe* recipe = nullptr;
  std::vector<Parameter> parameters{};  // in the order in which they stand in tables and commands
};

/// The value converted to the parameter's kind, or nullopt if it has another type or is out of range.
std::optional<Value> as_kind(const Parameter& parameter, const Value& value);

/// The values that are allowed: "a whole number from 1 to 2147483647".
std::string expectation(const Parameter& parameter);

/// The recipes that scalegen-train has.
const std::vector<Workload>& built_in_workloads();

/// A program of one's own as a workload: a title, and the parameters that the sweep file names, in its order.
/// `cpus_per_task`, `global_batch`, `per_rank_batch`, `data_parallel` and `accumulate` are whole numbers,
/// and so is `threads` of a command, or `all`; others may have any value. Reports and leaves out names that
/// no placeholder can have, and names that the rung sets.
Workload own_workload(const OwnProgram& program, const SweepFile& sweep, Findings& findings);

}  // namespace scalegen::plan
