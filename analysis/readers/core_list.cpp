#include "analysis/readers/core_list.hpp"

#include <set>

#include "analysis/readers/number.hpp"

namespace scalegen {
namespace {

constexpr int kMostCores = 1 << 16;  // no kernel has more

std::optional<int> core_number(std::string_view text) {
  const auto number = parse_ordinal(text);
  return number && *number < kMostCores ? number : std::nullopt;
}

}  // namespace

std::optional<std::vector<int>> parse_core_list(std::string_view text) {
  std::set<int> cores;
  while (true) {
    const auto comma = text.find(',');
    const auto range = text.substr(0, comma);
    const auto dash = range.find('-');
    const auto first = core_number(range.substr(0, dash));
    const auto last = dash == std::string_view::npos ? first : core_number(range.substr(dash + 1));
    if (!first || !last || *last < *first) return std::nullopt;
    for (int core = *first; core <= *last; ++core) cores.insert(core);
    if (comma == std::string_view::npos) return std::vector<int>(cores.begin(), cores.end());
    text.remove_prefix(comma + 1);
  }
}

}  // namespace scalegen
