#pragma once
#include <optional>
#include <string_view>

namespace scalegen {

/// The seconds of a time as programs and people print it: H:MM:SS and M:SS, with a fraction or without,
/// Slurm's D-HH:MM:SS, and 3m25.113s, 2h10m, 1d2h. Returns nullopt for any other text, among them 90s and a
/// ratio such as 1:30000. A smaller unit is below its larger one, so that a day has 23 hours at most.
std::optional<double> parse_clock_time(std::string_view text);

}  // namespace scalegen
