#pragma once
#include <string>

#include "core/diagnostics.hpp"

namespace scalegen {

/// The options that a job gives Slurm besides its size. Empty texts: not chosen.
struct SlurmChoices {
  std::string account{};
  std::string partition{};
  std::string qos{};
  std::string reservation{};
  bool operator==(const SlurmChoices&) const = default;
};

/// Reads the user's defaults for one cluster. `text` is the content of their settings.yaml: one map a
/// cluster, such as "lumi: {account: project_465000001}". Mistakes are reported for all clusters at once.
Result<SlurmChoices> read_user_settings(std::string file, std::string_view text, const std::string& cluster);

/// The choices of the first; those that are empty come from the second.
SlurmChoices with_fallbacks(SlurmChoices first, const SlurmChoices& second);

}  // namespace scalegen
