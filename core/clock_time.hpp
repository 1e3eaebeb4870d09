#pragma once
#include <optional>
#include <string_view>

namespace scalegen {

/// The seconds of a time as programs and people print it: H:MM:SS and M:SS, with a fraction or without,
/// Slurm's D-HH:MM:SS, and 3m25.113s, 2h10m, "1 min 50.0 s". Returns nullopt for any other text, among them
/// 90s and a ratio such as 1:30000. A smaller unit is below its larger one, so that a day has 23 hours at
/// most.
std::optional<double> parse_clock_time(std::string_view text);

/// The time in several parts, each of a smaller unit than the one before, to which a piece of a line belongs,
/// also if it cannot be read: "1 min 50.0 s", "1.5 h 10 m", "1 day, 2:03:04". Empty if there is none.
std::string_view time_in_parts_around(std::string_view piece, std::string_view line);

}  // namespace scalegen
