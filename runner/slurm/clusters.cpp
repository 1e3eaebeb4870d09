#include "runner/slurm/clusters.hpp"

#include <array>

#include "runner/slurm/directive.hpp"
#include "runner/slurm/table.hpp"

namespace scalegen {
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

}  // namespace scalegen
