#include "core/map_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
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
  switch (kind) {
    case YamlNode::Kind::empty:
      return "nothing";
    case YamlNode::Kind::scalar:
      return "a single value";
    case YamlNode::Kind::sequence:
      return "a list";
    case YamlNode::Kind::map:
      return "a map";
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

MapReader::MapReader(SharedYaml file, const YamlNode& map, Diagnostics& errors)
    : file_(std::move(file)), map_(map), errors_(errors) {}

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

const YamlNode* MapReader::node(std::string_view key) {
  known_.emplace_back(key);
  return find(map_, key);
}

const YamlNode* MapReader::of_kind(std::string_view key, YamlNode::Kind kind, std::string_view expected) {
  const auto* const found = node(key);
  if (found == nullptr || found->kind == kind) return found;
  report(*found, fmt::format("'{}' must be {}, not {}", key, expected, describe(found->kind)));
  return nullptr;
}

const YamlNode* MapReader::map(std::string_view key) { return of_kind(key, YamlNode::Kind::map, "a map"); }

const YamlNode* MapReader::list(std::string_view key) {
  return of_kind(key, YamlNode::Kind::sequence, "a list");
}

std::optional<Located<std::string>> MapReader::text(std::string_view key) {
  const auto* const found = of_kind(key, YamlNode::Kind::scalar, "a single value");
  if (found == nullptr) return std::nullopt;
  if (has_control_characters(found->text)) {
    report(*found, fmt::format("'{}' holds a control character", key));
    return std::nullopt;
  }
  return Located<std::string>{found->text, location_of(*found)};
}

std::optional<Located<int>> MapReader::integer(std::string_view key, int least, int most) {
  const auto* const found = of_kind(key, YamlNode::Kind::scalar, "a whole number");
  if (found == nullptr) return std::nullopt;
  const auto value = found->quoted ? std::nullopt : number<int>(found->text);
  if (value && *value >= least && *value <= most) return Located<int>{*value, location_of(*found)};
  report(*found,
         fmt::format("'{}' must be a whole number from {} to {}, not '{}'", key, least, most, found->text),
         found->quoted && number<int>(found->text) ? "remove the quotes" : "");
  return std::nullopt;
}

std::optional<Located<std::chrono::seconds>> MapReader::time(std::string_view key) {
  const auto found = text(key);
  if (!found) return std::nullopt;
  const auto value = read_time(key, found->value);
  if (value) return Located<std::chrono::seconds>{*value, found->location};
  report_at(found->location, value.error().front().message, value.error().front().hint);
  return std::nullopt;
}

std::optional<Located<std::int64_t>> MapReader::memory_mib(std::string_view key) {
  const auto found = text(key);
  if (!found) return std::nullopt;
  const auto value = read_memory_mib(key, found->value);
  if (value) return Located<std::int64_t>{*value, found->location};
  report_at(found->location, value.error().front().message, value.error().front().hint);
  return std::nullopt;
}

std::vector<Located<std::string>> MapReader::texts(std::string_view key) {
  const auto* const found = node(key);
  if (found == nullptr) return {};
  if (found->kind == YamlNode::Kind::scalar) {
    const auto one = text(key);
    return one ? std::vector{*one} : std::vector<Located<std::string>>{};
  }
  const auto* const items = list(key);
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
  const auto* const found = map(key);
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

void MapReader::refuse_word(std::string_view key, const Located<std::string>& word,
                            const std::vector<std::string>& known) {
  report_at(word.location, fmt::format("'{}' cannot be '{}'", key, word.value),
            did_you_mean(word.value, known));
}

void MapReader::require(std::string_view key, std::string hint) {
  if (find(map_, key) == nullptr) report(map_, fmt::format("missing key '{}'", key), std::move(hint));
}

void MapReader::refuse_unknown_keys() {
  for (const auto& entry : map_.entries)
    if (std::find(known_.begin(), known_.end(), entry.key.text) == known_.end())
      report(entry.key, fmt::format("unknown key '{}'", entry.key.text),
             did_you_mean(entry.key.text, known_));
}

}  // namespace scalegen
