#include "core/map_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <iterator>

#include "core/text.hpp"
#include "core/units.hpp"

namespace scalegen {

namespace {

template <class T>
std::optional<T> number(std::string_view text) {
  T value{};
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && stop == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

std::string_view describe(YamlNode::Kind kind) {
  constexpr std::array kInOrder = {"nothing", "a single value", "a list", "a map"};
  return kInOrder[static_cast<std::size_t>(kind)];
}

/// The keys that lead from a map to a map inside it, each with a dot behind it: "hardware.partitions.". Empty
/// if it is not inside.
std::string path_to(const YamlNode& inner, const YamlNode& map) {
  for (const auto& [key, value] : map.entries) {
    if (&value == &inner) return key.text + ".";
    for (const auto& item : value.items)
      if (&item == &inner) return key.text + ".";
    if (auto path = path_to(inner, value); !path.empty()) return key.text + "." + path;
  }
  return "";
}

}  // namespace

Value value_of(const YamlNode& scalar) {
  if (scalar.quoted) return scalar.text;
  if (const auto whole = number<std::int64_t>(scalar.text)) return *whole;
  if (const auto real = number<double>(scalar.text); real && std::isfinite(*real)) return *real;
  return scalar.text;
}

MapReader::MapReader(SharedYaml file, const YamlNode& map, Diagnostics& errors, KeyForms* forms)
    : file_(std::move(file)), map_(map), errors_(errors), forms_(forms) {}

MapReader MapReader::within(const YamlNode& inner) const {
  MapReader reader(file_, inner, errors_, forms_);
  if (forms_ != nullptr) reader.path_ = path_ + path_to(inner, map_);
  return reader;
}

SourceLocation MapReader::location_of(const YamlNode& node) const {
  return {node.file ? node.file : file_, node.line, node.column};
}

void MapReader::report(const YamlNode& node, std::string message, std::string hint) {
  report_at(location_of(node), std::move(message), std::move(hint));
}

void MapReader::report_at(const SourceLocation& location, std::string message, std::string hint,
                          std::vector<std::string> notes) {
  errors_.push_back(error_at(location, std::move(message), std::move(hint), std::move(notes)));
}

void MapReader::report(Diagnostics mistakes) {
  errors_.insert(errors_.end(), std::make_move_iterator(mistakes.begin()),
                 std::make_move_iterator(mistakes.end()));
}

const YamlNode* MapReader::asked(std::string_view key, std::string form) {
  known_.emplace_back(key);
  if (forms_ != nullptr) (*forms_)[path_ + std::string(key)].insert(std::move(form));
  return find(map_, key);
}

const YamlNode* MapReader::node(std::string_view key) { return asked(key, ""); }

const YamlNode* MapReader::of_kind(const YamlNode* found, std::string_view key, YamlNode::Kind kind,
                                   std::string_view expected) {
  if (found == nullptr || found->kind == kind) return found;
  const bool is_brace = found->kind == YamlNode::Kind::map && kind == YamlNode::Kind::scalar;
  report(*found, fmt::format("'{}' must be {}, not {}", key, expected, describe(found->kind)),
         is_brace ? "put a text that begins with a brace in single quotes" : "");
  return nullptr;
}

const YamlNode* MapReader::map(std::string_view key) {
  return of_kind(asked(key, "a map"), key, YamlNode::Kind::map, "a map");
}

const YamlNode* MapReader::list(std::string_view key) {
  return of_kind(asked(key, "a list"), key, YamlNode::Kind::sequence, "a list");
}

std::optional<Located<std::string>> MapReader::text_of(const YamlNode* found, std::string_view key) {
  const auto* const scalar = of_kind(found, key, YamlNode::Kind::scalar, "a single value");
  if (scalar == nullptr) return std::nullopt;
  if (has_control_characters(scalar->text)) {
    report(*scalar, fmt::format("'{}' holds a control character", key));
    return std::nullopt;
  }
  return Located<std::string>{scalar->text, location_of(*scalar)};
}

std::optional<Located<std::string>> MapReader::text(std::string_view key) {
  return text_of(asked(key, "a text"), key);
}

std::optional<Located<std::string>> MapReader::one_of(std::string_view key,
                                                      const std::vector<std::string>& words) {
  const auto word = text_of(asked(key, fmt::format("one of {}", fmt::join(words, ", "))), key);
  if (!word || std::ranges::find(words, word->value) != words.end()) return word;
  report_at(word->location, fmt::format("'{}' cannot be '{}'", key, word->value),
            did_you_mean(word->value, words));
  return std::nullopt;
}

std::optional<Located<int>> MapReader::integer(std::string_view key, int least, int most) {
  const auto* const found = of_kind(asked(key, fmt::format("a whole number from {} to {}", least, most)), key,
                                    YamlNode::Kind::scalar, "a whole number");
  if (found == nullptr) return std::nullopt;
  const auto value = found->quoted ? std::nullopt : number<int>(found->text);
  if (value && *value >= least && *value <= most) return Located<int>{*value, location_of(*found)};
  report(*found,
         fmt::format("'{}' must be a whole number from {} to {}, not '{}'", key, least, most, found->text),
         found->quoted && number<int>(found->text) ? "remove the quotes" : "");
  return std::nullopt;
}

std::optional<Located<std::chrono::seconds>> MapReader::time(std::string_view key) {
  const auto found = text_of(asked(key, "a time: 90s, 10m, 2h, 1d or hours:minutes:seconds"), key);
  if (!found) return std::nullopt;
  const auto value = read_time(key, found->value);
  if (value) return Located<std::chrono::seconds>{*value, found->location};
  report_at(found->location, value.error().front().message, value.error().front().hint);
  return std::nullopt;
}

std::optional<Located<std::int64_t>> MapReader::memory_mib(std::string_view key) {
  const auto found = text_of(asked(key, "an amount of memory: 512M, 32G, 1T"), key);
  if (!found) return std::nullopt;
  const auto value = read_memory_mib(key, found->value);
  if (value) return Located<std::int64_t>{*value, found->location};
  report_at(found->location, value.error().front().message, value.error().front().hint);
  return std::nullopt;
}

std::vector<Located<std::string>> MapReader::texts(std::string_view key) {
  const auto* const found = asked(key, "a text or a list of texts");
  if (found == nullptr) return {};
  if (found->kind == YamlNode::Kind::scalar) {
    const auto one = text_of(found, key);
    return one ? std::vector{*one} : std::vector<Located<std::string>>{};
  }
  const auto* const items = of_kind(found, key, YamlNode::Kind::sequence, "a list");
  if (items == nullptr) return {};
  std::vector<Located<std::string>> texts;
  for (const auto& item : items->items) {
    if (item.kind != YamlNode::Kind::scalar || has_control_characters(item.text))
      report(item, fmt::format("'{}' must be a list of texts", key));
    else
      texts.push_back({item.text, location_of(item)});
  }
  return texts;
}

std::vector<std::pair<Located<std::string>, Located<std::string>>> MapReader::text_map(std::string_view key) {
  const auto* const found = of_kind(asked(key, "a map of texts"), key, YamlNode::Kind::map, "a map");
  if (found == nullptr) return {};
  std::vector<std::pair<Located<std::string>, Located<std::string>>> texts;
  for (const auto& [name, value] : found->entries) {
    if (value.kind != YamlNode::Kind::scalar || has_control_characters(value.text))
      report(value, fmt::format("'{}' in '{}' must be a text", name.text, key));
    else
      texts.push_back({{name.text, location_of(name)}, {value.text, location_of(value)}});
  }
  return texts;
}

void MapReader::require(std::string_view key, std::string hint) {
  if (find(map_, key) == nullptr) report(map_, fmt::format("missing key '{}'", key), std::move(hint));
}

void MapReader::refuse_unknown_keys() {
  for (const auto& entry : map_.entries)
    if (std::ranges::find(known_, entry.key.text) == known_.end())
      report(entry.key, fmt::format("unknown key '{}'", entry.key.text),
             did_you_mean(entry.key.text, known_));
}

}  // namespace scalegen
