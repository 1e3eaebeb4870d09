#include "core/bash_values.hpp"

#include <array>
#include <optional>
#include <set>
#include <span>

#include "core/text.hpp"

namespace scalegen {
namespace {

/// `NAME` or `{NAME}` at the front of a text behind a `$`, and how many bytes it has; empty for anything
/// else.
struct Reference {
  std::string_view name{};
  std::size_t size = 0;
};

Reference reference_at(std::string_view text) {
  const bool has_braces = text.starts_with('{');
  const std::size_t begin = has_braces ? 1 : 0;
  auto end = begin;
  while (end < text.size() && (is_letter(text[end]) || is_digit(text[end]) || text[end] == '_')) ++end;
  const auto name = text.substr(begin, end - begin);
  if (!is_variable_name(name) || (has_braces && (end == text.size() || text[end] != '}'))) return {};
  return {name, end + begin};
}

// Values may double from line to line: B=$A$A; C=$B$B. What is longer is not known.
constexpr std::size_t kLongestValue = 4096;
constexpr std::size_t kLongestCommand = std::size_t{1} << 17U;

struct Expansion {
  std::string text{};
  bool is_known = true;
};

Expansion expand(const BashWord& word, const BashValues& values) {
  if (word.is_literal) return {word.text, true};
  Expansion result;
  const std::string_view text = word.text;
  for (std::size_t at = 0; at < text.size();) {
    if (result.text.size() > kLongestCommand) return {word.text, false};
    const auto [name, size] = text[at] == '$' ? reference_at(text.substr(at + 1)) : Reference{};
    const auto value = name.empty() ? values.end() : values.find(name);
    if (value != values.end()) {
      result.text += value->second;
      at += 1 + size;
      continue;
    }
    result.is_known = result.is_known && text[at] != '$' && text[at] != '`';
    result.text += text[at++];
  }
  return result;
}

/// Collects assignments; a name with two values, or one that is not known, has none.
class ValueCollector {
 public:
  void read(const BashText& text) {
    for (const auto& command : text.commands) {
      const bool stays = command.words.empty() || declares(command);
      if (!command.function.empty() || command.depth > 0) is_certain_ = false;
      if (command.depth == 0 && command.function.empty()) is_certain_ = true;
      for (const auto& word : command.assignments)
        if (stays) assign(word);
      if (declares(command))
        for (const auto& word : std::span(command.words).subspan(1)) assign(word);
      else
        forget_what_it_sets(command);
    }
  }

  BashValues take() {
    for (const auto& name : unknown_) values_.erase(name);
    return std::move(values_);
  }

 private:
  static bool declares(const BashCommand& command) {
    constexpr auto kWords =
        std::to_array<std::string_view>({"export", "declare", "typeset", "local", "readonly"});
    return !command.words.empty() && std::ranges::find(kWords, command.words.front().text) != kWords.end();
  }

  void assign(const BashWord& word) {
    const auto equals = word.text.find('=');
    if (equals == std::string::npos) return;
    const auto name = word.text.substr(0, equals);
    if (!is_variable_name(name)) return forget(name.substr(0, name.find_first_of("+[")));
    auto value = word;
    value.text.erase(0, equals + 1);
    const auto expansion = expand(value, values_);
    const bool is_array =
        !word.text.empty() && word.text.size() == equals + 1 && word.end - word.begin > equals + 3;
    const bool is_long = expansion.text.size() > kLongestValue;
    if (!expansion.is_known || is_array || is_long || !is_certain_) return forget(name);
    const auto [known, is_new] = values_.emplace(name, expansion.text);
    if (!is_new && known->second != expansion.text) forget(name);
  }

  void forget(const std::string& name) {
    values_.erase(name);
    unknown_.insert(name);
  }

  void forget_what_it_sets(const BashCommand& command) {
    if (command.words.empty()) return;
    const auto& name = command.words.front().text;
    if (name == "printf" && command.words.size() > 2 && command.words[1].text == "-v")
      forget(command.words[2].text);
    if (name != "read" && name != "for" && name != "unset" && name != "mapfile" && name != "select") return;
    for (const auto& word : std::span(command.words).subspan(1))
      if (is_variable_name(word.text)) forget(word.text);
  }

  BashValues values_{};
  std::set<std::string> unknown_{};
  bool is_certain_ = true;  // what is assigned now is assigned in every run
};

void add_words_of(const Expansion& expansion, const BashWord& word, std::vector<ExpandedWord>& words) {
  const bool splits = word.is_bare && !word.is_literal && expansion.text != word.text;
  if (!splits) return words.push_back({expansion.text, expansion.is_known, &word});
  constexpr std::string_view kBlanks = " \t\n";
  for (auto begin = expansion.text.find_first_not_of(kBlanks); begin != std::string::npos;) {
    const auto end = expansion.text.find_first_of(kBlanks, begin);
    words.push_back({expansion.text.substr(begin, end - begin), expansion.is_known, &word});
    begin = expansion.text.find_first_not_of(kBlanks, end);
  }
}

}  // namespace

BashValues known_values(const BashText& text) {
  ValueCollector collector;
  collector.read(text);
  return collector.take();
}

std::vector<ExpandedWord> expanded_words(const BashCommand& command, const BashValues& values) {
  std::vector<ExpandedWord> words;
  std::size_t size = 0;
  for (const auto& word : command.words) {
    const auto expansion =
        size > kLongestCommand ? Expansion{word.text, word.is_literal} : expand(word, values);
    if (!word.is_literal) size += expansion.text.size();
    add_words_of(expansion, word, words);
  }
  return words;
}

}  // namespace scalegen
