#include "generator/plan/placeholders.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/bash_text.hpp"
#include "core/shell_quote.hpp"
#include "core/source_location.hpp"
#include "core/text.hpp"

namespace scalegen::plan {
namespace {

constexpr std::string_view kBlanks = " \t\n";

/// Returns true if a placeholder is a word, or what follows the '=' of one: {lr}, --lr={lr}.
bool is_word_or_value(std::string_view text, const Placeholder& placeholder) {
  const auto end = placeholder.offset + placeholder.name.size() + 2;
  const char before = placeholder.offset == 0 ? ' ' : text[placeholder.offset - 1];
  const char after = end == text.size() ? ' ' : text[end];
  return (before == '=' || kBlanks.find(before) != std::string_view::npos) &&
         kBlanks.find(after) != std::string_view::npos;
}

/// Programs that replace names in braces themselves.
bool has_own_templates(std::string_view text) {
  return text.find("xargs") != std::string_view::npos || text.find("parallel ") != std::string_view::npos;
}

constexpr std::string_view kNameCharacters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

/// Returns true if a value has no character that is special to bash, within quotes or without.
bool is_literal_in_bash(std::string_view value) {
  constexpr std::string_view kMarks = "./:=,+-";
  return !value.empty() && std::ranges::all_of(value, [&](char c) {
    return kNameCharacters.find(c) != std::string_view::npos || kMarks.find(c) != std::string_view::npos;
  });
}

/// The text between the last placeholder and this one, and the offset after this one.
struct Cut {
  std::string_view before{};
  std::size_t end = 0;
};

Cut cut_at(std::string_view text, std::size_t begin, const Placeholder& placeholder) {
  return {text.substr(begin, placeholder.offset - begin), placeholder.offset + placeholder.name.size() + 2};
}

tl::unexpected<Diagnostics> refuse(const Located<std::string>& text, const Placeholder& at,
                                   std::string message, std::string hint) {
  return tl::make_unexpected(
      Diagnostics{error_at(location_within(text, at.offset), std::move(message), std::move(hint))});
}

}  // namespace

std::string_view folder_variable(std::string_view placeholder) {
  if (placeholder == kRunDir) return "SCALEGEN_RUN_DIR";
  return placeholder == kSweepDir ? "SCALEGEN_SWEEP_DIR" : "";
}

std::vector<std::string> known_placeholders(const Settings& values) {
  std::vector<std::string> names = {std::string(kRunDir), std::string(kSweepDir)};
  for (const auto& setting : values) names.push_back(setting.name);
  return names;
}

bool uses_any(std::string_view text, const std::vector<std::string>& names) {
  const auto used = placeholders_in(text);
  return std::ranges::any_of(
      used, [&](const Placeholder& p) { return std::ranges::find(names, p.name) != names.end(); });
}

std::vector<Placeholder> placeholders_in(std::string_view text) {
  std::vector<Placeholder> found;
  for (auto open = text.find('{'); open != std::string_view::npos; open = text.find('{', open + 1)) {
    const auto close = std::min(text.find_first_not_of(kNameCharacters, open + 1), text.size());
    const bool is_name = close < text.size() && text[close] == '}' && close > open + 1;
    const bool is_bash_variable = open > 0 && text[open - 1] == '$';
    if (is_name && !is_bash_variable)
      found.push_back({open, std::string(text.substr(open + 1, close - open - 1))});
  }
  return found;
}

void check_unknown(const Located<std::string>& text, bool is_bash, const std::vector<std::string>& known,
                   Findings& findings) {
  const auto bash = is_bash ? read_bash(text.value) : BashText{};
  for (const auto& placeholder : placeholders_in(text.value)) {
    const auto& [offset, name] = placeholder;
    if (is_digit(name.front()) || std::ranges::find(known, name) != known.end()) continue;
    const auto meant = closest(name, known);
    const bool is_meant =
        is_word_or_value(text.value, placeholder) &&
        !(is_bash && (quoting_at(bash, offset) != BashQuoting::none || has_own_templates(text.value)));
    if (!is_meant && meant.empty()) continue;
    auto hint = !meant.empty() ? fmt::format("did you mean '{{{}}}'?", meant)
                               : fmt::format("add '{}:' under 'parameters:'", name);
    if (is_meant && is_bash)
      findings.add_error(error_at(location_within(text, offset),
                                  fmt::format("'{{{}}}' is not a placeholder of this sweep", name),
                                  std::move(hint), {"in single quotes it would stay as it is"}));
    else
      findings.add_warning(error_at(location_within(text, offset),
                                    fmt::format("'{{{}}}' is not a placeholder and stays as it is", name),
                                    std::move(hint)));
  }
}

std::string substitute(std::string_view text, const Settings& values) {
  std::string result;
  std::size_t begin = 0;
  for (const auto& placeholder : placeholders_in(text)) {
    const auto* const value = find(values, placeholder.name);
    if (value == nullptr) continue;
    const auto [before, end] = cut_at(text, begin, placeholder);
    result.append(before).append(to_text(*value));
    begin = end;
  }
  return result.append(text.substr(begin));
}

Result<std::string> substitute_in_bash(const Located<std::string>& text, const Settings& values) {
  const auto bash = read_bash(text.value);
  std::string result;
  std::size_t begin = 0;
  for (const auto& placeholder : placeholders_in(text.value)) {
    const auto* const value = find(values, placeholder.name);
    const auto folder = folder_variable(placeholder.name);
    if (value == nullptr && folder.empty()) continue;
    const auto [before, end] = cut_at(text.value, begin, placeholder);
    result += before;
    begin = end;
    if (folder.empty()) {
      const auto written = to_text(*value);
      if (!is_literal_in_bash(written))
        return refuse(text, placeholder,
                      fmt::format("bash text cannot hold the value '{}' of '{}'", written, placeholder.name),
                      "use the list form, where each word stands for itself");
      result += written;
      continue;
    }
    const auto quoting = quoting_at(bash, placeholder.offset);
    if (quoting == BashQuoting::single || quoting == BashQuoting::literal_here_document)
      return refuse(text, placeholder,
                    fmt::format("bash expands no variable within single quotes, and '{{{}}}' becomes one",
                                placeholder.name),
                    "use double quotes, or none");
    result += quoting == BashQuoting::none ? fmt::format("\"${}\"", folder) : fmt::format("${{{}}}", folder);
  }
  return result.append(text.value.substr(begin));
}

std::string quoted_bash_word(std::string_view word, const Settings& values) {
  std::string result;
  std::size_t begin = 0;
  const auto add = [&](std::string_view piece) {
    const auto text = substitute(piece, values);
    if (!text.empty()) result += result.empty() ? home_word(text) : shell_quote(text);
  };
  for (const auto& placeholder : placeholders_in(word)) {
    const auto folder = folder_variable(placeholder.name);
    if (folder.empty()) continue;
    const auto [before, end] = cut_at(word, begin, placeholder);
    add(before);
    result += fmt::format("\"${}\"", folder);
    begin = end;
  }
  add(word.substr(begin));
  return result.empty() ? "''" : result;
}

}  // namespace scalegen::plan
