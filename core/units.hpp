#pragma once
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/diagnostics.hpp"

namespace scalegen {

/// A time limit as Slurm writes it, [days-]hours:minutes:seconds.
std::string slurm_time(std::chrono::seconds time);

/// Reads the formats of sbatch: minutes, minutes:seconds, hours:minutes:seconds,
/// days-hours[:minutes[:seconds]]; and 90s, 10m, 2h, 1d. Returns nullopt for any other text.
std::optional<std::chrono::seconds> parse_time(std::string_view text);

/// Reads a time that a person wrote for `name`: 90s, 10m, 2h, 1d, hours:minutes:seconds and
/// days-hours[:minutes[:seconds]]. Refuses a number without a unit and two numbers: sbatch takes 30 for
/// minutes and 00:30 for seconds, which few people mean.
Result<std::chrono::seconds> read_time(std::string_view name, std::string_view text);

/// For people: "4 s", "3 min 20 s", "1 h 5 min", "2 d 3 h".
std::string duration_text(std::chrono::seconds time);

/// Reads 512M, 32G, 1T (powers of 1024) and plain numbers of MiB. Returns nullopt for any other text.
std::optional<std::int64_t> parse_memory_mib(std::string_view text);

/// Reads an amount of memory that a person wrote for `name`: 512M, 32G, 1T. Refuses a number without a unit.
Result<std::int64_t> read_memory_mib(std::string_view name, std::string_view text);

/// As sbatch reads it, in the largest unit that divides the amount: 512M, 440G, 1T.
std::string memory_text(std::int64_t mib);

/// For people, rounded: "50 MiB", "1.5 GiB".
std::string memory_in_words(std::int64_t mib);

/// For people, exact: "2900 MiB", "440 GiB".
std::string exact_memory_in_words(std::int64_t mib);

/// "1 node", "2 nodes".
std::string counted(std::int64_t number, std::string_view noun);

/// For people: "0.5", "250000", "6 million".
std::string amount_in_words(double amount);

/// A number with at most three significant digits, and without decimals from 100 on: 0, 0.382, 25.6, 1234.
std::string three_digits(double value);

}  // namespace scalegen
