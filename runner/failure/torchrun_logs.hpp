#pragma once
#include <cstddef>
#include <filesystem>
#include <vector>

#include "core/plan.hpp"
#include "core/run_directory.hpp"

namespace scalegen {

/// The files in which torchrun kept what its ranks said on stderr, if the run's command tells it so with
/// --log-dir: those of this attempt, at most `most`.
std::vector<std::filesystem::path> rank_logs_of_torchrun(const Run& run, const AttemptFolder& attempt,
                                                         std::size_t most);

}  // namespace scalegen
