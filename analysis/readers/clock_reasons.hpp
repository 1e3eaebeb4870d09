#pragma once
#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "core/words.hpp"

namespace scalegen {

/// Why a GPU runs below the clocks it was asked to run at, against its will. Low clocks of an idle GPU are no
/// slowdown, nor are clocks that a program or an administrator set.
enum class Slowdown { power_cap, hardware, thermal, hardware_thermal, power_brake };

inline constexpr std::array kSlowdowns{Slowdown::power_cap, Slowdown::hardware, Slowdown::thermal,
                                       Slowdown::hardware_thermal, Slowdown::power_brake};

constexpr std::array<Word<Slowdown>, 5> words_of(Slowdown) {
  return {{{Slowdown::power_cap, "power cap"},
           {Slowdown::hardware, "hardware slowdown"},
           {Slowdown::thermal, "thermal slowdown"},
           {Slowdown::hardware_thermal, "hardware thermal slowdown"},
           {Slowdown::power_brake, "power brake"}}};
}

/// The slowdowns in the bit mask that nvidia-smi prints: 0x0000000000000004. Returns nullopt for any other
/// text.
std::optional<std::vector<Slowdown>> parse_clock_reasons(std::string_view text);

}  // namespace scalegen
