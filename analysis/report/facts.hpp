#pragma once
#include <optional>
#include <set>
#include <string>

#include "analysis/report/report.hpp"

namespace scalegen::report {

/// The batch script of a job, as it ran.
struct Script {
  std::string file{};
  std::string rung{};
  std::string text{};
};

/// What a document says of the files of runs beside their report.
struct RunFiles {
  std::optional<Script> script{};  // of a run of the largest rung
  std::set<std::string> cpus{};    // models that the runs' nodes have
};

// What a method paragraph says of a sweep: sentences that follow from what was recorded. A fact that was not
// recorded is never guessed: it is what the author has to find out.

/// The sentences of a fact; empty if it does not concern this sweep, or is not known.
std::string fact_of(const std::string& name, const Report& report, const RunFiles& files);

/// What the author has to add to a fact, or to write in its place: "the arithmetic precision (no run reports
/// it)". Empty if nothing is missing.
std::string to_add(const std::string& name, const Report& report, const RunFiles& files);

// Facts on the program, the data and the machine: setting_facts.cpp.

std::string program_fact(const Report& report);
std::string software_fact(const Report& report);
std::string machine_fact(const Report& report, const RunFiles& files);
std::string precision_fact(const Report& report);
std::string problem_fact(const Report& report);
std::string memory_fact(const Report& report);

/// What the command of a user's own program starts, "train.py" or "lmp"; empty if that cannot be told.
std::string started_program(const Report& report);

}  // namespace scalegen::report
