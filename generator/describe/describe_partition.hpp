#pragma once
#include "generator/describe/rows.hpp"
#include "generator/read/profile.hpp"

namespace scalegen {

/// What a person wants to know of a partition before asking for a job there.
Rows describe_partition(const Partition& partition);

/// "4 x NVIDIA GH200, 96 GB HBM3", of one node; empty without GPUs.
std::string gpus_text(const Partition& partition);

}  // namespace scalegen
