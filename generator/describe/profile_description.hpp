#pragma once
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "generator/profile/profile.hpp"

namespace scalegen {

/// What is said of one thing: a name and a value, line by line. A value without a name goes on from the line
/// before.
using Rows = std::vector<std::pair<std::string, std::string>>;

/// The rows under their title, the values in one column. Empty without rows.
std::string render_rows(std::string_view title, const Rows& rows);

/// Adds the texts to the rows, the name before the first.
void add_lines(Rows& rows, std::string_view name, const std::vector<std::string>& texts);

/// Adds a row, unless there is nothing to say.
void add_text(Rows& rows, std::string_view name, const std::string& text);

/// What a person wants to know of a partition before asking for a job there.
Rows describe_partition(const Partition& partition);

/// "4 x NVIDIA GH200, 96 GB HBM3", of one node; empty without GPUs.
std::string gpus_text(const Partition& partition);

/// All that a profile says, for a terminal: group by group, each with the pages where it was read, and last
/// what no page says.
std::string describe(const Profile& profile);

/// How a job asks for N GPUs: --gpus-per-node=N.
std::string gpu_request_text(GpuRequest request);

/// The word for `launcher:`.
std::string launcher_text(const Launcher& launcher);

}  // namespace scalegen
