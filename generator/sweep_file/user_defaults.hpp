#pragma once
#include <string>

#include "core/diagnostics.hpp"

namespace scalegen {

/// Whom a site charges and where and when it lets jobs run. Empty: nothing is said.
struct SiteChoices {
  std::string account{};
  std::string partition{};
  std::string qos{};
  std::string reservation{};  // of nodes; a sweep file has it under 'sbatch:'
  bool operator==(const SiteChoices&) const = default;
};

/// What a user's settings say of a cluster. `text` is that of ~/.config/scalegen/settings.yaml: one map a
/// cluster, such as "lumi: {account: project_465000001}". Mistakes are reported for all clusters at once.
Result<SiteChoices> read_user_settings(std::string file, std::string_view text, const std::string& cluster);

/// Each choice of the first, and where it says nothing that of the second.
SiteChoices first_of(SiteChoices first, const SiteChoices& second);

}  // namespace scalegen
