#include "generator/plan/checks.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "generator/plan/derived_parameters.hpp"
#include "workloads/setting_dependencies.hpp"

namespace scalegen::plan {
namespace {

std::string text_of(std::string_view setting, const Combination& combination) {
  const auto* const value = find(combination.settings, setting);
  return value == nullptr ? "" : to_text(*value);
}

/// "'optimizer: sgd' or 'optimizer: rmsprop'"
std::string what_it_needs(const recipe::Dependency& one) {
  std::vector<std::string> ways;
  for (const auto word : one.choices()) ways.push_back(fmt::format("'{}: {}'", one.other, word));
  if (ways.empty()) ways.push_back(fmt::format("'{}'", one.other));
  if (!one.or_else.empty()) ways.push_back(fmt::format("'{}'", one.or_else));
  return fmt::format("{}", fmt::join(ways, " or "));
}

std::string hint_for(const recipe::Dependency& one, const ParameterGrid& grid) {
  const auto* const other = find(grid.parameters, one.other);
  if (other != nullptr && other->axis)
    return fmt::format("'{}' is swept: write the two together, under 'zip:'", one.other);
  return one.value.empty() ? fmt::format("leave '{}' out, or add what it needs", one.setting) : "";
}

void check_dependencies(const Combination& combination, const ParameterGrid& grid, Findings& findings) {
  const auto value_of = [&](std::string_view setting) { return text_of(setting, combination); };
  for (const auto& one : recipe::unmet_dependencies(value_of)) {
    const auto subject = one.value.empty() ? fmt::format("'{}'", one.setting)
                                           : fmt::format("'{}: {}'", one.setting, one.value);
    const auto found = value_of(one.other);
    findings.add_error_once_per_location(
        error_at(location_of(one.setting, combination, grid.parameters),
                 fmt::format("{} needs {}{}", subject, what_it_needs(one),
                             found.empty() ? "" : fmt::format(", and '{}' is {}", one.other, found)),
                 hint_for(one, grid)));
  }
}

/// GPUs of NVIDIA that came before compute capability 8.0, by the names that profiles and nvidia-smi give.
bool is_before_ampere(std::string_view gpu) {
  constexpr std::array<std::string_view, 6> kNames = {"K40", "K80", "P40", "P100", "V100", "T4"};
  const auto is_part_of_word = [](char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z'); };
  return std::ranges::any_of(kNames, [&](std::string_view name) {
    const auto at = gpu.find(name);
    if (at == std::string_view::npos) return false;
    const auto end = at + name.size();
    return (at == 0 || !is_part_of_word(gpu[at - 1])) && (end == gpu.size() || !is_part_of_word(gpu[end]));
  });
}

struct Refusal {
  std::string why;
  std::string hint;
};

/// Returns nullopt if the rung computes in this precision. A CPU's fp16 depends on its LibTorch.
std::optional<Refusal> refusal_of(const std::string& precision, const ResolvedRung& rung,
                                  const ComputesOnCpu& computes_on_cpu) {
  if (rung.device == DeviceKind::cpu) {
    constexpr auto kHint = "write fp32 or bf16, or leave the rung out";
    if (precision == "tf32") return Refusal{"tf32 is a GPU's", kHint};
    if (precision != "fp16" || computes_on_cpu(precision)) return std::nullopt;
    return Refusal{"the LibTorch of scalegen-train does not on a CPU; that of 2.3 does", kHint};
  }
  const std::string gpu = rung.partition == nullptr ? "" : rung.partition->gpu;
  if (precision == "tf32" && gpu.find("AMD") != std::string::npos)
    return Refusal{fmt::format("its GPUs are '{}', and tf32 is NVIDIA's", gpu), "write fp32, bf16 or fp16"};
  if ((precision == "tf32" || precision == "bf16") && is_before_ampere(gpu))
    return Refusal{fmt::format("its GPUs are '{}', older than compute capability 8.0", gpu),
                   "write fp32 or fp16"};
  return std::nullopt;
}

void check_model(const Combination& combination, const recipe::Model& model, const ParameterGrid& grid,
                 Findings& findings) {
  for (const auto& setting : recipe::kSettings)
    if (const auto why = recipe::misfit(model, setting.name, text_of(setting.name, combination));
        !why.empty())
      findings.add_error_once_per_location(
          error_at(location_of(setting.name, combination, grid.parameters),
                   fmt::format("'{}: {}': {}", setting.name, text_of(setting.name, combination), why)));
}

void check_precision(const Combination& combination, const ParameterGrid& grid,
                     const ComputesOnCpu& computes_on_cpu, Findings& findings) {
  const auto precision = text_of("precision", combination);
  const auto refusal = refusal_of(precision, *combination.rung, computes_on_cpu);
  if (!refusal) return;
  findings.add_error_once_per_location(error_at(
      location_of("precision", combination, grid.parameters),
      fmt::format("rung '{}' does not compute in {}: {}", combination.rung->name, precision, refusal->why),
      refusal->hint));
}

}  // namespace

void check_settings(const ParameterGrid& grid, const Workload& workload, const ComputesOnCpu& computes_on_cpu,
                    Findings& findings) {
  const auto& model = *recipe::find(recipe::kModels, &recipe::Model::name, workload.recipe->model);
  for (const auto& combination : grid.combinations) {
    check_dependencies(combination, grid, findings);
    check_model(combination, model, grid, findings);
    check_precision(combination, grid, computes_on_cpu, findings);
  }
}

}  // namespace scalegen::plan
