#include "runner/slurm/slurm_client.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "core/try.hpp"
#include "runner/slurm/sbatch.hpp"
#include "runner/slurm/squeue.hpp"

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

namespace {

/// The value of a line `#SBATCH --clusters=a,b`; empty where it is another line.
std::string_view clusters_in(std::string_view line) {
  const auto option = directive_in(line);
  for (const auto name : std::to_array<std::string_view>({"--clusters=", "--clusters ", "--cluster=", "-M"}))
    if (option.starts_with(name)) return trimmed(option.substr(name.size()));
  return {};
}

std::vector<std::string> split_at_commas(std::string_view text) {
  std::vector<std::string> words;
  while (!text.empty()) {
    const auto comma = text.find(',');
    if (comma != 0) words.emplace_back(text.substr(0, comma));
    text.remove_prefix(comma == std::string_view::npos ? text.size() : comma + 1);
  }
  return words;
}

}  // namespace

// sbatch reads as far as the first command; of several lines the last counts.
std::vector<std::string> clusters_of(std::string_view script) {
  std::string_view named;
  const auto lines = lines_of(script);
  for (const auto& line : lines) {
    if (!line.starts_with('#')) break;
    if (const auto here = clusters_in(line); !here.empty()) named = here;
  }
  auto clusters = split_at_commas(named);
  return clusters.empty() ? std::vector<std::string>{""} : clusters;
}

namespace {

Result<std::string> show(const std::string& what) {
  TRY_ASSIGN(const auto result, run_client({"scontrol", "--oneliner", "show", what}));
  if (result.exit_status != 0)
    return failure(fmt::format("'scontrol show {}' ended with {}", what, result.exit_status), "",
                   lines_of(result.err));
  return result.out;
}

}  // namespace

Result<SlurmAnswers> ask_slurm() {
  SlurmAnswers answers;
  for (const auto& [what, answer] :
       {std::pair("partition", &answers.partitions), std::pair("node", &answers.nodes),
        std::pair("config", &answers.config)}) {
    TRY_ASSIGN(auto said, show(what));
    *answer = std::move(said);
  }
  return answers;
}

}  // namespace scalegen
