#include "runner/slurm/expected_start.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "runner/slurm/client.hpp"

namespace scalegen {
namespace {

/// What stands between two marks.
std::string between(std::string_view text, std::string_view before, std::string_view after) {
  const auto begin = text.find(before);
  if (begin == std::string_view::npos) return "";
  text.remove_prefix(begin + before.size());
  return std::string(text.substr(0, std::min(text.find(after), text.size())));
}

/// Slurm's reason, without the name of its program.
std::string reason_in(std::string text) {
  while (text.ends_with('\n')) text.pop_back();
  std::replace(text.begin(), text.end(), '\n', ' ');
  for (const std::string_view noise : {"sbatch: error: ", "allocation failure: "})
    for (auto at = text.find(noise); at != std::string::npos; at = text.find(noise))
      text.erase(at, noise.size());
  return text;
}

}  // namespace

// sbatch: Job 7 to start at 2026-11-21T15:04:05 using 4 processors on nodes n[1-2] in partition gpu
std::optional<ExpectedStart> parse_expected_start(std::string_view text) {
  ExpectedStart start{.time = between(text, " to start at ", " "),
                      .nodes = between(text, " on nodes ", " "),
                      .partition = between(text, " in partition ", "\n")};
  return start.time.empty() ? std::nullopt : std::optional(std::move(start));
}

Result<ExpectedStart> expected_start(const std::filesystem::path& script) {
  const auto answer = run_client({"sbatch", "--test-only", script.string()});
  if (!answer) return tl::make_unexpected(answer.error());
  if (auto start = parse_expected_start(answer->err); start && answer->exit_status == 0) return *start;
  return failure(fmt::format("Slurm refuses the job: {}", reason_in(answer->err)));
}

}  // namespace scalegen
