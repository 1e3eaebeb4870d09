#include "runner/max_in_flight.hpp"

#include <fmt/format.h>

#include <charconv>

#include "core/files.hpp"

namespace scalegen {

Result<void> limit_jobs_at_a_time(const RunDirectory& directory, int most) {
  return replace_file(directory.jobs_at_a_time(), fmt::format("{}\n", most));
}

std::optional<int> limit_of_jobs_at_a_time(const RunDirectory& directory) {
  const auto text = read_file(directory.jobs_at_a_time());
  if (!text) return std::nullopt;
  int most = 0;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), most);
  return error == std::errc() && most > 0 ? std::optional(most) : std::nullopt;
}

}  // namespace scalegen
