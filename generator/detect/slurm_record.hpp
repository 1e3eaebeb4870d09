#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace scalegen {

/// One line of `scontrol --oneliner show`: Key=value Key=value ...
using SlurmRecord = std::map<std::string, std::string, std::less<>>;

/// A record for each line that is not empty. A word without '=' goes on with the value before it, as in
/// `OS=Linux 6.1`; of a key that stands twice the first counts.
std::vector<SlurmRecord> parse_slurm_records(std::string_view text);

/// `scontrol show config`: a line 'Key = value' each.
SlurmRecord parse_slurm_config(std::string_view text);

/// The value, or an empty text for a key that is not there and for (null), N/A, NONE and UNLIMITED.
std::string said(const SlurmRecord& record, std::string_view key);

/// The value as a whole number, or 0.
int number(const SlurmRecord& record, std::string_view key);

/// The words between commas; those within brackets stay together.
std::vector<std::string> words_of(std::string_view list);

}  // namespace scalegen
