#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "core/diagnostics.hpp"

namespace scalegen {

/// When and where Slurm would start a job that it was only asked about.
struct ExpectedStart {
  std::string time{};  // as Slurm says it: 2026-11-21T15:04:05, in the cluster's time
  std::string nodes{};
  std::string partition{};
  bool operator==(const ExpectedStart&) const = default;
};

/// Asks the Slurm of this machine by `sbatch --test-only`, which submits nothing. An error where there is
/// none, and with Slurm's own words where it refuses the job.
Result<ExpectedStart> expected_start(const std::filesystem::path& script);

/// Reads what `sbatch --test-only` says; nothing where it is no expected start.
std::optional<ExpectedStart> parse_expected_start(std::string_view text);

}  // namespace scalegen
