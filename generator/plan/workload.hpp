#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/setting.hpp"
#include "generator/sweep_file/sweep_file.hpp"

namespace scalegen {

/// A choice that a workload offers, and the flag of scalegen-train that takes it.
struct Parameter {
  enum class Kind { whole_number, positive_number, word, yes_or_no, anything };
  std::string name{};
  Kind kind = Kind::whole_number;  // from 1
  std::string flag{};
  std::optional<Value> standard{};   // none: absent unless given, or derived
  std::vector<std::string> words{};  // of a word
};

struct Workload {
  std::string name{};
  std::vector<Parameter> parameters{};  // in the order in which they stand in tables and commands
};

/// The value as the parameter's kind has it, or nothing.
std::optional<Value> as_kind(const Parameter& parameter, const Value& value);

/// What a person shall write for it: "a whole number from 1 to 2147483647".
std::string expectation(const Parameter& parameter);

/// The workloads that scalegen-train has.
const std::vector<Workload>& built_in_workloads();

/// What a program of one's own is to people, and its parameters: those that the sweep file names, in its
/// order. `cpus_per_task`, `global_batch` and `per_rank_batch` are whole numbers, all else is free. Reports
/// names that no placeholder can have, and those that the rung has already: these are none of its parameters.
Workload own_workload(const OwnProgram& program, const SweepFile& sweep, Diagnostics& errors);

}  // namespace scalegen
