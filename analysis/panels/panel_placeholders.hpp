#pragma once
#include <optional>
#include <string>
#include <vector>

#include "analysis/panels/panel.hpp"
#include "analysis/report/report.hpp"

namespace scalegen::panels {

// Headings and captions of a panel may hold placeholders: "Speedup over {baseline}".

std::vector<std::string> placeholder_names();

/// The first placeholder in a text that is none of these. Nullopt if all are.
std::optional<std::string> unknown_placeholder(const std::string& words);

/// The words with values of the sweep in place of placeholders. `table` is the ladder that they speak of;
/// without one, that of the first table.
std::string filled(const std::string& words, const report::Report& report,
                   const ScalingTable* table = nullptr);

/// "mnist_cnn"; of a user's own program what its command starts, "train.py" or "lmp", or if that cannot be
/// told what the sweep is called.
std::string program_of(const report::Report& report);

/// What the command of a user's own program starts; empty if that cannot be told.
std::string started_program(const report::Report& report);

/// The cluster; without a scheduler the node, if all runs were on one.
std::string machine_of(const report::Report& report);

}  // namespace scalegen::panels
