#include "analysis/readers/rung_shape.hpp"

#include <cctype>
#include <charconv>
#include <string>

namespace scalegen {
namespace {

std::string without_blanks_and_case(std::string_view name) {
  std::string text;
  for (const char c : name)
    if (c != ' ' && c != '-' && c != '_')
      text += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

bool take(std::string_view& text, std::string_view word) {
  if (text.substr(0, word.size()) != word) return false;
  text.remove_prefix(word.size());
  return true;
}

std::optional<int> take_count(std::string_view& text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || number < 1 || number > 1'000'000) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

std::optional<DeviceKind> take_device(std::string_view& text) {
  std::optional<DeviceKind> device;
  if (take(text, "gpu")) device = DeviceKind::gpu;
  if (!device && take(text, "cpu")) device = DeviceKind::cpu;
  if (device) take(text, "s");
  return device;
}

// "cpu", "gpu only"
RungShape single(std::string_view text) {
  const auto device = take_device(text);
  take(text, "only");
  return device && text.empty() ? RungShape{device, 1, 1} : RungShape{};
}

// What stands behind "2x": "4gpus"
RungShape on_nodes(int nodes, std::string_view text) {
  const auto ranks = take_count(text);
  const auto device = take_device(text);
  return ranks && device && text.empty() ? RungShape{device, nodes, nodes * *ranks} : RungShape{};
}

}  // namespace

RungShape rung_shape(std::string_view name) {
  const auto plain = without_blanks_and_case(name);
  std::string_view text = plain;
  const auto count = take_count(text);
  if (!count) return single(text);
  if (text == "node" || text == "nodes") return {.nodes = count};
  if (take(text, "x")) return on_nodes(*count, text);
  const auto device = take_device(text);
  return device && text.empty() ? RungShape{device, 1, count} : RungShape{};
}

}  // namespace scalegen
