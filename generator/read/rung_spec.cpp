#include "generator/read/rung_spec.hpp"

#include <charconv>
#include <string>

namespace scalegen {
namespace {

constexpr int kMostNodes = 100'000;
constexpr int kMostRanksPerNode = 1024;

/// Takes a number of 1 to `most` from the front.
std::optional<int> take_number(std::string_view& text, int most) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool plain = error == std::errc{} && text.front() != '0';
  if (!plain || number < 1 || number > most) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

std::optional<RungSpec::Of> unit_of(std::string_view word) {
  if (word == "gpu") return RungSpec::Of::gpu_ranks;
  if (word == "cpu") return RungSpec::Of::cpu_ranks;
  if (word == "node" || word == "nodes") return RungSpec::Of::whole_nodes;
  return std::nullopt;
}

}  // namespace

std::optional<RungSpec> parse_rung(std::string_view text) {
  if (text == "cpu") return RungSpec{};
  int nodes = 1;
  auto count = take_number(text, kMostNodes);
  if (!count) return std::nullopt;
  const bool nodes_first = text.starts_with('x');
  if (nodes_first) {
    text.remove_prefix(1);
    nodes = *count;
    count = take_number(text, kMostRanksPerNode);
  }
  const auto unit = unit_of(text);
  if (!count || !unit) return std::nullopt;
  if (*unit == RungSpec::Of::whole_nodes)
    return nodes_first ? std::nullopt : std::optional(RungSpec{.of = *unit, .nodes = *count});
  if (*count > kMostRanksPerNode) return std::nullopt;
  return RungSpec{*unit, nodes, *count};
}

}  // namespace scalegen
