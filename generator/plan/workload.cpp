#include "generator/plan/workload.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <sstream>

#include "core/secrets.hpp"
#include "generator/plan/cpu_program.hpp"
#include "generator/plan/rungs.hpp"
#include "generator/plan/threads.hpp"

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
    return without_secrets(joined, secrets_in({joined}));
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

/// True for a text of several lines, as a job script becomes: its first words say little.
bool has_lines(const OwnProgram& program) {
  const auto& text = program.words.front().value;
  return program.is_text && text.find('\n') < text.find_last_not_of(" \n");
}

bool is_parameter_name(const std::string& name) {
  return !name.empty() && (name[0] < '0' || name[0] > '9') && std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  });
}

/// Each rung sets these, the last three of them where ranks have threads.
bool is_set_by_rung(const std::string& name, bool has_threads) {
  return name == "run_dir" || name == "sweep_dir" ||
         (name != kThreads &&
          find(rung_variables({.threads = has_threads}, Scaling::strong), name) != nullptr);
}

std::optional<Diagnostic> name_error(const Located<std::string>& name, bool has_threads) {
  if (!is_parameter_name(name.value))
    return error_at(name.location, fmt::format("'{}' cannot be the name of a parameter", name.value),
                    "letters a to z, digits and '_', and no digit first");
  if (name.value == "data")
    return error_at(name.location, "'data' is not a parameter", "write 'data:' beside 'parameters:'");
  if (!is_set_by_rung(name.value, has_threads)) return std::nullopt;
  return error_at(name.location, fmt::format("'{}' follows from the rung and the run", name.value),
                  "choose another name for this parameter");
}

static_assert(static_cast<int>(Parameter::Kind::yes_or_no) == static_cast<int>(recipe::Kind::yes_or_no));

std::vector<Parameter> settings_of_scalegen_train() {
  std::vector<Parameter> parameters;
  for (const auto& setting : recipe::kSettings) {
    const auto words = setting.choices();
    parameters.push_back({.name = std::string(setting.name),
                          .kind = static_cast<Parameter::Kind>(setting.kind),
                          .flag = std::string(setting.flag),
                          .words = {words.begin(), words.end()}});
  }
  return parameters;
}

/// "yes, no or each_epoch"
std::string yes_no_or(const std::vector<std::string>& words) {
  if (words.empty()) return "yes or no";
  return fmt::format("yes, no or {}", fmt::join(words, " or "));
}

bool is_among(const std::vector<std::string>& words, const std::string* text) {
  return text != nullptr && std::ranges::find(words, *text) != words.end();
}

}  // namespace

std::string expectation(const Parameter& parameter) {
  using Kind = Parameter::Kind;
  const auto kind = parameter.kind;
  if (kind == Kind::whole_number) return fmt::format("a whole number from 1 to {}", kLargest);
  if (kind == Kind::number) return "a number from 0";
  if (kind == Kind::positive_number) return "a number above 0";
  if (kind == Kind::fraction) return "a number above 0, at most 1";
  if (kind == Kind::word) return fmt::format("one of {}", fmt::join(parameter.words, ", "));
  if (kind == Kind::yes_or_no) return yes_no_or(parameter.words);
  return kind == Kind::threads ? "a whole number from 1 to 1024, or 'all'" : "anything";
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
    case Parameter::Kind::number:
      if (whole != nullptr && *whole >= 0) return static_cast<double>(*whole);
      return real != nullptr && *real >= 0 ? std::optional(value) : std::nullopt;
    case Parameter::Kind::positive_number:
      if (whole != nullptr && *whole > 0) return static_cast<double>(*whole);
      return real != nullptr && *real > 0 ? std::optional(value) : std::nullopt;
    case Parameter::Kind::fraction:
      if (whole != nullptr && *whole == 1) return 1.0;
      return real != nullptr && *real > 0 && *real <= 1 ? std::optional(value) : std::nullopt;
    case Parameter::Kind::word:
      return is_among(parameter.words, text) ? std::optional(value) : std::nullopt;
    case Parameter::Kind::yes_or_no:
      if (text == nullptr) return std::nullopt;
      if (*text == "yes" || *text == "true") return "yes";
      if (*text == "no" || *text == "false") return "no";
      return is_among(parameter.words, text) ? std::optional(value) : std::nullopt;
    case Parameter::Kind::threads:
      if (text != nullptr) return *text == kAllThreads ? std::optional(value) : std::nullopt;
      return whole != nullptr && *whole >= 1 && *whole <= 1024 ? std::optional(value) : std::nullopt;
    case Parameter::Kind::anything:
      return value;
  }
  return std::nullopt;
}

const std::vector<Workload>& built_in_workloads() {
  static const auto workloads = [] {
    std::vector<Workload> all;
    for (const auto& recipe : recipe::kRecipes)
      all.push_back(
          {.name = std::string(recipe.name), .recipe = &recipe, .parameters = settings_of_scalegen_train()});
    return all;
  }();
  return workloads;
}

Workload own_workload(const OwnProgram& program, const SweepFile& sweep, Findings& findings) {
  Workload workload{.name = has_lines(program) ? sweep.name.value : title_of(program)};
  const bool has_threads = find_threads(sweep) != nullptr;
  const auto add = [&](const Located<std::string>& name) {
    if (auto error = name_error(name, has_threads)) findings.add_error(std::move(*error));
    const bool is_number = name.value == "cpus_per_task" || name.value == "global_batch" ||
                           name.value == "per_rank_batch" || name.value == "data_parallel" ||
                           name.value == "accumulate";
    const bool is_new =
        std::ranges::none_of(workload.parameters, [&](const Parameter& p) { return p.name == name.value; });
    const auto kind = has_threads && name.value == kThreads ? Parameter::Kind::threads
                      : is_number                           ? Parameter::Kind::whole_number
                                                            : Parameter::Kind::anything;
    if (is_new && !is_set_by_rung(name.value, has_threads))
      workload.parameters.push_back({.name = name.value, .kind = kind});
  };
  for (const auto& parameter : sweep.parameters) add(parameter.name);
  for (const auto& axis : sweep.axes)
    for (const auto& parameter : axis) add(parameter.name);
  if (sweep.scalings.value.size() > 1)
    for (const auto* batch : {"global_batch", "per_rank_batch"}) add({batch, {}});
  return workload;
}

}  // namespace scalegen::plan
