#pragma once
#include <string>
#include <vector>

#include "runner/run_status.hpp"

namespace scalegen {

/// "4 runs: 1 completed, 3 waiting"
std::string counts_text(const std::vector<Standing>& all);

/// That, and a row for each run that is neither completed nor not yet submitted.
std::string standing_text(const std::vector<Standing>& all);

/// Whether one has failed and nothing tries it again.
bool some_have_failed(const std::vector<Standing>& all);

}  // namespace scalegen
