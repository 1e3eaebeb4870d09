#include "core/fields.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace scalegen {
namespace {

bool is_within(const Json& json, int least, int most) {
  if (json.is_number_unsigned()) {
    const auto number = json.get<std::uint64_t>();
    return number <= static_cast<std::uint64_t>(most) && static_cast<std::int64_t>(number) >= least;
  }
  return json.is_number_integer() && json.get<std::int64_t>() >= least && json.get<std::int64_t>() <= most;
}

}  // namespace

int whole_number(const Json& json, std::string_view name, int least, int most) {
  if (is_within(json, least, most)) return json.get<int>();
  throw std::out_of_range(
      fmt::format("'{}' must be a whole number from {} to {}, not {}", name, least, most, json_line(json)));
}

std::int64_t any_whole_number(const Json& json, std::string_view name) {
  if (json.is_number_integer()) return json.get<std::int64_t>();
  throw std::out_of_range(fmt::format("'{}' must be a whole number, not {}", name, json_line(json)));
}

std::int64_t count_of_time(const Json& json, std::string_view name) {
  if (json.is_number_integer() && json.get<std::int64_t>() >= 0) return json.get<std::int64_t>();
  throw std::out_of_range(fmt::format("'{}' must be a whole number from 0, not {}", name, json_line(json)));
}

void check_list(const Json& json, std::string_view name) {
  if (!json.is_array())
    throw std::invalid_argument(fmt::format("'{}' must be a list, not {}", name, json_line(json)));
}

void throw_unknown_word(std::string_view name, const std::string& word) {
  throw std::invalid_argument(fmt::format("unknown {} '{}'", name, word));
}

}  // namespace scalegen
