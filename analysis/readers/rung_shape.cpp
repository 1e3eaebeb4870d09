#include "analysis/readers/rung_shape.hpp"

#include <cctype>
#include <charconv>
#include <string>

namespace scalegen {
namespace {

constexpr int kMostRanks = 1'000'000;

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

// Whether what stands at `i` says nothing: a dash before a word ("cpu-only", "1-GPU"), a blank beside one. A
// dash before a number is a sign or a range, and what stands between two numbers makes no third of them.
bool says_nothing(std::string_view name, std::size_t i) {
  const bool before_letter = i + 1 < name.size() && is_letter(name[i + 1]);
  if (name[i] == '-' || name[i] == '_') return i > 0 && before_letter;
  const bool between_numbers = i > 0 && is_digit(name[i - 1]) && i + 1 < name.size() && is_digit(name[i + 1]);
  return name[i] == ' ' && !between_numbers;
}

std::string without_blanks_and_case(std::string_view name) {
  std::string text;
  for (std::size_t i = 0; i < name.size(); ++i)
    if (!says_nothing(name, i)) text += static_cast<char>(std::tolower(static_cast<unsigned char>(name[i])));
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
  if (error != std::errc{} || number < 1 || number > kMostRanks) return std::nullopt;
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
  if (!ranks || !device || !text.empty() || *ranks > kMostRanks / nodes) return {};
  return {device, nodes, nodes * *ranks};
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
