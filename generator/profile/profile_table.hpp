#pragma once
#include <string>
#include <vector>

#include "core/text_table.hpp"
#include "generator/profile/profile.hpp"

namespace scalegen {

/// The GPUs of a node, such as "4 x NVIDIA GH200, 96 GB HBM3"; empty without GPUs.
std::string gpus_text(const Partition& partition);

/// The table of `scalegen clusters list`, one row a profile.
TextTable profile_table(const std::vector<Profile>& profiles);

/// A Markdown list for docs/clusters.md, one item a profile.
std::string profile_markdown(const std::vector<Profile>& profiles);

}  // namespace scalegen
