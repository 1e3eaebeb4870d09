#include "generator/plan/own_workload.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "generator/plan/rung_facts.hpp"

namespace scalegen {
namespace {

constexpr std::size_t kMostCharacters = 40;

/// The program without its arguments where that can be told, else as much as a title holds.
std::string title_of(const OwnProgram& program) {
  std::string title = program.by == OwnProgram::By::command ? "" : to_text(program.by);
  std::istringstream words([&] {
    std::string joined;
    for (const auto& word : program.words) joined += word.value + " ";
    return joined;
  }());
  const bool has_script = program.by != OwnProgram::By::command;
  for (std::string word; words >> word;) {
    if (title.size() + word.size() > kMostCharacters)
      return title + (title.empty() ? word.substr(0, kMostCharacters) : "") + " ...";
    title += (title.empty() ? "" : " ") + word;
    if (has_script && !word.starts_with('-')) return title;
  }
  return title;
}

bool is_parameter_name(const std::string& name) {
  return !name.empty() && (name[0] < '0' || name[0] > '9') &&
         std::all_of(name.begin(), name.end(),
                     [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; });
}

/// Of these there is a value on each rung, with which a choice would contradict.
bool is_given_by_the_rung(const std::string& name) {
  return name == "run_dir" || find(rung_facts({}), name) != nullptr;
}

std::optional<Diagnostic> judge_name(const Placed<std::string>& name) {
  if (!is_parameter_name(name.value))
    return error_at(name.mark, fmt::format("'{}' cannot be the name of a parameter", name.value),
                    "letters a to z, digits and '_', and no digit first");
  if (name.value == "data")
    return error_at(name.mark, "'data' is no parameter", "write 'data:' beside 'parameters:'");
  if (!is_given_by_the_rung(name.value)) return std::nullopt;
  return error_at(name.mark, fmt::format("'{}' follows from the rung and the run", name.value),
                  "choose another name for this parameter");
}

}  // namespace

Workload own_workload(const OwnProgram& program, const SweepFile& sweep, Diagnostics& errors) {
  Workload workload{.name = title_of(program)};
  const auto add = [&](const Placed<std::string>& name) {
    if (auto error = judge_name(name)) errors.push_back(std::move(*error));
    const bool is_number =
        name.value == "cpus_per_task" || name.value == "global_batch" || name.value == "per_rank_batch";
    const bool is_new = std::none_of(workload.parameters.begin(), workload.parameters.end(),
                                     [&](const Parameter& p) { return p.name == name.value; });
    if (is_new && !is_given_by_the_rung(name.value))
      workload.parameters.push_back(
          {.name = name.value,
           .kind = is_number ? Parameter::Kind::whole_number : Parameter::Kind::anything});
  };
  for (const auto& parameter : sweep.parameters) add(parameter.name);
  for (const auto& axis : sweep.axes)
    for (const auto& parameter : axis) add(parameter.name);
  return workload;
}

}  // namespace scalegen
