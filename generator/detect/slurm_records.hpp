#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace scalegen {

/// One line of `scontrol --oneliner show`: Key=value Key=value ...
using SlurmRecord = std::map<std::string, std::string, std::less<>>;

/// Parses a record from each line that is not empty. A word without '=' continues the value before it, as in
/// `OS=Linux 6.1`. If a key occurs twice, the first value counts.
std::vector<SlurmRecord> parse_slurm_records(std::string_view text);

/// Parses `scontrol show config`, which prints 'Key = value' lines.
SlurmRecord parse_slurm_config(std::string_view text);

/// The value of a key. Returns an empty text for a missing key and for (null), N/A, NONE and UNLIMITED.
std::string text_of(const SlurmRecord& record, std::string_view key);

/// The value as a whole number. Returns 0 if it is not a number from 0 on.
int number_of(const SlurmRecord& record, std::string_view key);

/// The parts of a list separated by commas. Commas within brackets do not separate.
std::vector<std::string> split_list(std::string_view list);

}  // namespace scalegen
