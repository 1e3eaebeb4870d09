#pragma once
#include <string>
#include <vector>

#include "core/text_table.hpp"
#include "generator/profile/profile.hpp"

namespace scalegen {

/// A row a profile: what a person chooses a cluster by.
TextTable profile_table(const std::vector<Profile>& profiles);

/// As Markdown, for docs/clusters.md: what differs between the sites.
std::string profile_markdown(const std::vector<Profile>& profiles);

}  // namespace scalegen
