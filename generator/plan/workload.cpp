#include "generator/plan/workload.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <sstream>

#include "generator/plan/rungs.hpp"

namespace scalegen::plan {
namespace {

constexpr std::int64_t kLargest = 2'147'483'647;

constexpr std::size_t kLongestTitle = 40;

/// The program without its arguments if they can be told apart, else its first words.
std::string title_of(const OwnProgram& program) {
  std::string title = program.kind == OwnProgram::Kind::command ? "" : to_text(program.kind);
  std::istringstream words([&] {
    std::string joined;
    for (const auto& word : program.words) joined += word.value + " ";
    return joined;
  }());
  const bool has_script = program.kind != OwnProgram::Kind::command;
  for (std::string word; words >> word;) {
    if (title.size() + word.size() > kLongestTitle)
      return title + (title.empty() ? word.substr(0, kLongestTitle) : "") + " ...";
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

/// Each rung sets these.
bool is_set_by_rung(const std::string& name) {
  return name == "run_dir" || name == "sweep_dir" ||
         find(rung_variables({}, Scaling::strong), name) != nullptr;
}

std::optional<Diagnostic> name_error(const Located<std::string>& name) {
  if (!is_parameter_name(name.value))
    return error_at(name.location, fmt::format("'{}' cannot be the name of a parameter", name.value),
                    "letters a to z, digits and '_', and no digit first");
  if (name.value == "data")
    return error_at(name.location, "'data' is not a parameter", "write 'data:' beside 'parameters:'");
  if (!is_set_by_rung(name.value)) return std::nullopt;
  return error_at(name.location, fmt::format("'{}' follows from the rung and the run", name.value),
                  "choose another name for this parameter");
}

}  // namespace

std::string expectation(const Parameter& parameter) {
  switch (parameter.kind) {
    case Parameter::Kind::whole_number:
      return fmt::format("a whole number from 1 to {}", kLargest);
    case Parameter::Kind::positive_number:
      return "a number above 0";
    case Parameter::Kind::word:
      return fmt::format("one of {}", fmt::join(parameter.words, ", "));
    case Parameter::Kind::yes_or_no:
      return "yes or no";
    case Parameter::Kind::anything:
      return "anything";
  }
  return "";
}

std::optional<Value> as_kind(const Parameter& parameter, const Value& value) {
  const auto* const whole = std::get_if<std::int64_t>(&value);
  const auto* const real = std::get_if<double>(&value);
  const auto* const text = std::get_if<std::string>(&value);
  switch (parameter.kind) {
    case Parameter::Kind::whole_number:
      if (real != nullptr && *real == std::floor(*real) && *real >= 1 && *real <= kLargest)
        return static_cast<std::int64_t>(*real);  // 1e3
      return whole != nullptr && *whole >= 1 && *whole <= kLargest ? std::optional(value) : std::nullopt;
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
    case Parameter::Kind::anything:
      return value;
  }
  return std::nullopt;
}

const std::vector<Workload>& built_in_workloads() {
  using Kind = Parameter::Kind;
  static const std::vector<Workload> workloads = {
      {"mnist_cnn",
       {
           {"steps", Kind::whole_number, "--steps", std::int64_t{40}, {}},
           {"epochs", Kind::whole_number, "--epochs", {}, {}},
           {"global_batch", Kind::whole_number, "--global-batch", std::int64_t{512}, {}},
           {"per_rank_batch", Kind::whole_number, "--per-rank-batch", std::int64_t{512}, {}},
           {"optimizer", Kind::word, "--optimizer", "adam", {"adam", "sgd"}},
           {"learning_rate", Kind::positive_number, "--learning-rate", 0.001, {}},
           {"precision", Kind::word, "--precision", "fp32", {"fp32", "bf16"}},
           {"evaluate", Kind::yes_or_no, "--evaluate", "yes", {}},
           {"cpus_per_task", Kind::whole_number, "--threads", {}, {}},
       }},
  };
  return workloads;
}

Workload own_workload(const OwnProgram& program, const SweepFile& sweep, Findings& findings) {
  Workload workload{.name = title_of(program)};
  const auto add = [&](const Located<std::string>& name) {
    if (auto error = name_error(name)) findings.add_error(std::move(*error));
    const bool is_number = name.value == "cpus_per_task" || name.value == "global_batch" ||
                           name.value == "per_rank_batch" || name.value == "data_parallel" ||
                           name.value == "accumulate";
    const bool is_new = std::none_of(workload.parameters.begin(), workload.parameters.end(),
                                     [&](const Parameter& p) { return p.name == name.value; });
    if (is_new && !is_set_by_rung(name.value))
      workload.parameters.push_back(
          {.name = name.value,
           .kind = is_number ? Parameter::Kind::whole_number : Parameter::Kind::anything});
  };
  for (const auto& parameter : sweep.parameters) add(parameter.name);
  for (const auto& axis : sweep.axes)
    for (const auto& parameter : axis) add(parameter.name);
  if (sweep.scalings.value.size() > 1)
    for (const auto* batch : {"global_batch", "per_rank_batch"}) add({batch, {}});
  return workload;
}

}  // namespace scalegen::plan
