#include "analysis/readers/gpu_log.hpp"

#include <charconv>
#include <cstdint>

namespace scalegen {
namespace {

// In the order of kSlowdowns: nvmlClocksEventReasons in nvml.h.
constexpr std::array<std::uint64_t, kSlowdowns.size()> kBits{0x04, 0x08, 0x20, 0x40, 0x80};

}  // namespace

std::optional<std::vector<Slowdown>> parse_clock_reasons(std::string_view text) {
  if (!text.starts_with("0x")) return std::nullopt;
  text.remove_prefix(2);
  std::uint64_t mask = 0;
  const auto* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, mask, 16);
  if (error != std::errc{} || stop != end) return std::nullopt;
  std::vector<Slowdown> slowdowns;
  for (std::size_t k = 0; k < kSlowdowns.size(); ++k)
    if ((mask & kBits.at(k)) != 0) slowdowns.push_back(kSlowdowns.at(k));
  return slowdowns;
}

}  // namespace scalegen
