#include "core/budget.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "core/leading_number.hpp"
#include "core/plan.hpp"
#include "core/text.hpp"

namespace scalegen {
namespace {

// "GPU hours" and "gpu_hours" are one unit.
std::string plain(std::string_view unit) {
  std::string plain;
  for (const char c : unit)
    if (std::string_view(" -_.").find(c) == std::string_view::npos)
      plain += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return plain;
}

// gpuh, gpuhour and gpuhrs are GPU-hours; sites say CPU-hours for core-hours.
std::string usual_unit(const std::string& unit) {
  const auto text = plain(unit);
  const auto hours = [&](std::string_view thing) {
    for (const auto* end : {"h", "hr", "hrs", "hour", "hours"})
      if (text == std::string(thing) + end) return true;
    return false;
  };
  if (hours("gpu")) return std::string(kGpuHours);
  if (hours("core") || hours("cpu") || hours("cpucore")) return std::string(kCoreHours);
  return hours("node") ? std::string(kNodeHours) : unit;
}

// The amount that "k core-hours" behind 80 makes of it, if the first letter is a factor.
std::optional<double> with_factor(const LeadingNumber& read) {
  constexpr std::array<std::pair<char, double>, 4> kFactors{{{'k', 1e3}, {'K', 1e3}, {'M', 1e6}, {'G', 1e9}}};
  const bool stands_alone = read.rest.size() == 1 || (read.rest.size() > 1 && read.rest[1] == ' ');
  for (const auto& [letter, factor] : kFactors)
    if (stands_alone && read.rest.front() == letter) return read.number * factor;
  return std::nullopt;
}

// The digits of 80,000 without their commas, and what follows.
std::string without_commas(std::string text) {
  std::size_t end = 0;
  while (end < text.size() && (std::isdigit(static_cast<unsigned char>(text[end])) != 0 || text[end] == ','))
    ++end;
  text.erase(std::remove(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(end), ','),
             text.begin() + static_cast<std::ptrdiff_t>(end));
  return text;
}

}  // namespace

Result<Budget> read_budget(const std::string& text) {
  const auto read = leading_number(text);
  if (!read || read->number <= 0 || read->number > kLargestAmount)
    return failure(fmt::format("'budget' is not an amount above 0: '{}'", text), "write 5000 GPU-hours");
  if (read->rest.empty() || has_control_characters(read->rest))
    return failure(
        fmt::format("'budget' has no unit: '{}'", text),
        fmt::format("write {} {}, {}, {}, or the site's own units", text, kGpuHours, kCoreHours, kNodeHours));
  if (const auto amount = with_factor(*read))
    return failure(fmt::format("'budget' has a letter for its thousands: '{}'", text),
                   fmt::format("write {:.15g}{}", *amount,
                               read->rest.size() > 1 ? read->rest.substr(1) : " and the unit"));
  if (read->rest.front() == ',')
    return failure(fmt::format("'budget' has a comma in its amount: '{}'", text),
                   fmt::format("write {}", without_commas(text)));
  return Budget{read->number, usual_unit(read->rest)};
}

std::vector<std::string> price_units(const Plan& plan) {
  std::vector<std::string> units{std::string(kNodeHours)};
  const auto add = [&](bool is_priced, std::string_view unit) {
    if (is_priced && std::ranges::find(units, unit) == units.end()) units.emplace_back(unit);
  };
  for (const auto& run : plan.runs) {
    add(run.rate.gpu_hours > 0, kGpuHours);
    add(run.rate.core_hours > 0, kCoreHours);
    add(run.rate.units > 0, run.rate.unit);
  }
  return units;
}

Result<void> settle_unit(Budget& budget, const std::vector<std::string>& known) {
  const auto found =
      std::ranges::find_if(known, [&](const auto& unit) { return plain(unit) == plain(budget.unit); });
  if (found != known.end()) {
    budget.unit = *found;
    return {};
  }
  return failure(fmt::format("the budget is in '{}', and no run has a price in it", budget.unit),
                 fmt::format("write one of {}", fmt::join(known, ", ")));
}

}  // namespace scalegen
