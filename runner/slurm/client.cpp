#include "runner/slurm/client.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace scalegen {
namespace {

constexpr std::array<std::string_view, 8> kOptions{"SBATCH_", "SLURM_", "SALLOC_",  "SRUN_",
                                                   "SQUEUE_", "SACCT_", "SCANCEL_", "SINFO_"};
// The configuration, the cluster that a site or a person has chosen for all clients, and a token.
constexpr std::array<std::string_view, 3> kAddresses{"SLURM_CONF=", "SLURM_CLUSTERS=", "SLURM_JWT="};

bool begins_with_one_of(std::string_view text, const auto& beginnings) {
  return std::any_of(beginnings.begin(), beginnings.end(),
                     [&](std::string_view beginning) { return text.starts_with(beginning); });
}

}  // namespace

std::vector<std::string> without_options_of_slurm(std::vector<std::string> environment) {
  std::erase_if(environment, [](const std::string& variable) {
    return begins_with_one_of(variable, kOptions) && !begins_with_one_of(variable, kAddresses);
  });
  return environment;
}

Result<ProgramResult> run_client(const std::vector<std::string>& argv) {
  auto result = run_program(argv, without_options_of_slurm(this_environment()));
  if (result) return result;
  return failure(fmt::format("there is no {} here", argv[0]), "run this on a login node of the cluster",
                 {result.error().front().message});
}

Result<ProgramResult> run_client(std::vector<std::string> argv, const std::string& cluster) {
  if (!cluster.empty()) argv.insert(argv.begin() + 1, "--clusters=" + cluster);
  return run_client(argv);
}

}  // namespace scalegen
