#include "analysis/readers/gpu_log.hpp"

#include <charconv>
#include <cstdint>

namespace scalegen {
namespace {

// nvmlClocksEventReasons in nvml.h.
std::uint64_t bit_of(Slowdown slowdown) {
  switch (slowdown) {
    case Slowdown::power_cap:
      return 0x04;
    case Slowdown::hardware:
      return 0x08;
    case Slowdown::thermal:
      return 0x20;
    case Slowdown::hardware_thermal:
      return 0x40;
    case Slowdown::power_brake:
      return 0x80;
  }
  return 0;
}

}  // namespace

std::string to_text(Slowdown slowdown) {
  switch (slowdown) {
    case Slowdown::power_cap:
      return "power cap";
    case Slowdown::hardware:
      return "hardware slowdown";
    case Slowdown::thermal:
      return "thermal slowdown";
    case Slowdown::hardware_thermal:
      return "hardware thermal slowdown";
    case Slowdown::power_brake:
      return "power brake";
  }
  return "";
}

std::optional<std::vector<Slowdown>> parse_clock_reasons(std::string_view text) {
  if (!text.starts_with("0x")) return std::nullopt;
  text.remove_prefix(2);
  std::uint64_t mask = 0;
  const auto* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, mask, 16);
  if (error != std::errc{} || stop != end) return std::nullopt;
  std::vector<Slowdown> slowdowns;
  for (const auto slowdown : kSlowdowns)
    if ((mask & bit_of(slowdown)) != 0) slowdowns.push_back(slowdown);
  return slowdowns;
}

}  // namespace scalegen
