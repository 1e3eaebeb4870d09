#include "runner/max_in_flight.hpp"

#include <fmt/format.h>

#include <charconv>

#include "core/files.hpp"

namespace scalegen {

Result<void> write_max_in_flight(const RunDirectory& directory, int most) {
  return replace_file(directory.max_in_flight(), fmt::format("{}\n", most));
}

std::optional<int> read_max_in_flight(const RunDirectory& directory) {
  const auto text = read_file(directory.max_in_flight());
  if (!text) return std::nullopt;
  int most = 0;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), most);
  return error == std::errc() && most > 0 ? std::optional(most) : std::nullopt;
}

}  // namespace scalegen
