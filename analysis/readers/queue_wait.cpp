#include "analysis/readers/queue_wait.hpp"

#include <algorithm>
#include <string>

#include "core/evidence.hpp"
#include "core/files.hpp"
#include "core/text.hpp"

namespace scalegen {
namespace {

// Slurm prints 0, Unknown or N/A for a time that it does not know.
std::optional<std::int64_t> unix_seconds(const EvidenceLine& line, std::string_view key) {
  constexpr std::size_t kMostDigits = 11;
  const auto found = line.values.find(key);
  if (found == line.values.end() || !is_all_digits(found->second) || found->second.size() > kMostDigits)
    return std::nullopt;
  const std::int64_t seconds = std::stoll(found->second);
  return seconds > 0 ? std::optional(seconds) : std::nullopt;
}

std::optional<std::int64_t> wait_of(const EvidenceLine& line) {
  const auto submitted = unix_seconds(line, "submitted");
  const auto eligible = unix_seconds(line, "eligible");
  const auto started = unix_seconds(line, "started");
  const auto restarts = line.values.find("restarts");
  if (restarts == line.values.end() || restarts->second != "0") return std::nullopt;
  if (!submitted || !eligible || !started || *eligible < *submitted || *eligible > *started)
    return std::nullopt;
  return *started - *eligible;
}

}  // namespace

std::optional<std::int64_t> queue_seconds(const AttemptListing& files) {
  constexpr std::size_t kMostBytes = 4096;
  const auto file = files.folder / "queue.txt";
  if (!contains_file(files, file)) return std::nullopt;
  const auto lines = parse_evidence(read_beginning(file, kMostBytes).value_or(""));
  const auto line = std::ranges::find(lines, "queue", &EvidenceLine::word);
  return line == lines.end() ? std::nullopt : wait_of(*line);
}

}  // namespace scalegen
