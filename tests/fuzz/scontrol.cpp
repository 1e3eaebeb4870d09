#include <array>

#include "check.hpp"
#include "generator/detect/detected_cluster.hpp"
#include "generator/detect/profile_writer.hpp"
#include "generator/profile/profile_reader.hpp"

// Partitions, nodes, the configuration and QoS, each behind a line `--`.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace scalegen;
  std::array<std::string, 4> answers;
  auto text = fuzz::text_of(data, size);
  for (auto& answer : answers) {
    const auto end = std::min(text.find("--\n"), text.size());
    answer = text.substr(0, end);
    text.erase(0, end + 3);
  }
  const auto cluster = read_slurm(answers[0], answers[1], answers[2], answers[3]);
  const auto profile = write_profile(cluster, "2026-11-28", "~/.config/scalegen");
  if (!profile) {
    fuzz::check_refusal(profile.error());
    return 0;
  }
  const auto read = read_profile("detected.yaml", *profile);  // contradictions are left for a person to solve
  if (!read) fuzz::check_refusal(read.error());
  return 0;
}
