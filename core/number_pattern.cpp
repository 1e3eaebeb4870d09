#include "core/number_pattern.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/regex.hpp"
#include "core/text.hpp"

namespace scalegen {
namespace {

constexpr std::string_view kNumberRegex =
    "([0-9]+(?:(?:-[0-9]{2}:[0-9]{2}|(?::[0-9]{2})?):[0-9]{2}(?:\\.[0-9]+)?|"  // 1-02:00:00, 3:25.1
    "[dhm](?:[0-9]+[hm]){0,2}(?:[0-9]+[hm]|[0-9]+(?:\\.[0-9]+)?s))\\b|"        // 2h10m, 3m25.113s
    "[+-]?(?:(?:[0-9]+\\.[0-9]*|\\.[0-9]+)[eEdD][+-][0-9]+|"                   // 0.950D+03, 1.E+03
    "(?:(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:\\.[0-9]+)?|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?|"
    "(?:[nN][aA][nN]|[iI][nN][fF](?:[iI][nN][iI][tT][yY])?)\\b))";

std::string regex_of_pattern(std::string_view pattern) {
  std::string regex;
  while (!pattern.empty()) {
    const std::size_t escaped = pattern.front() == '\\' && pattern.size() > 1 ? 2 : 1;
    const bool is_number = pattern.starts_with(kNumberWord);
    regex += is_number ? kNumberRegex : pattern.substr(0, escaped);
    pattern.remove_prefix(is_number ? kNumberWord.size() : escaped);
  }
  return regex;
}

constexpr auto kHintForPatterns =
    "write {number} for the number, as in 'Throughput: {number}', and use (?: ) for other groups";

NumberPattern::Fault fault_of(std::string_view pattern, const Regex& regex) {
  const auto& part = regex.error_arg();
  const auto offset = pattern.find(part);
  const auto place = offset == std::string_view::npos ? 0 : offset;
  if (part.starts_with("(?=") || part.starts_with("(?!") || part.starts_with("(?<"))
    return {place, fmt::format("'{}' looks ahead or behind, which patterns cannot", part.substr(0, 3)),
            "name the text itself, and put {number} where the number stands in it"};
  if (part.size() == 2 && part[0] == '\\' && is_digit(part[1]))
    return {place, fmt::format("'{}' refers back to a group, which patterns cannot", part),
            "write again what the group matches"};
  const bool is_all = !part.empty() && (place != offset || part == pattern);  // {number} would be long, too
  const auto why = regex.error().substr(0, regex.error().size() - (is_all ? part.size() + 2 : 0));
  return {place, fmt::format("this is not a regular expression: {}", why), kHintForPatterns};
}

Regex::Options of_bytes() {
  Regex::Options options;
  options.set_encoding(Regex::Options::EncodingLatin1);
  options.set_log_errors(false);
  return options;
}

/// Where the first '|' stands that separates two whole patterns, not words of a group or a class: one of both
/// has no number. npos if there is none.
std::size_t bar_between_patterns(std::string_view pattern) {
  static const Regex kPart(R"(((?s)\\Q.*?\\E|\\.|\[\^?\]?(?:\[:\^?[a-z]+:\]|\\.|[^\]])*\]|.))", of_bytes());
  int groups = 0;
  std::string_view rest(pattern);
  for (std::string part; consume(rest, kPart, &part);) {
    if (part == "|" && groups == 0) return pattern.size() - rest.size() - 1;
    groups += part == "(" ? 1 : part == ")" ? -1 : 0;
  }
  return std::string_view::npos;
}

/// The text that a part of a pattern stands for; nullopt if it may stand for several.
std::optional<std::string> literal_of(std::string_view part) {
  std::string literal;
  for (; !part.empty(); part.remove_prefix(1)) {
    const bool is_escape = part.front() == '\\';
    if (is_escape) part.remove_prefix(1);
    if (part.empty() || (is_escape ? is_letter(part.front()) || is_digit(part.front())
                                   : std::string_view(".[](){}*+?^$|").find(part.front()) < part.npos))
      return std::nullopt;
    literal += part.front();
  }
  return literal;
}

// Behind a number's digits, what may be more of it: 1e3, 12:30, 2h, 1,024.
bool may_go_on(char c) {
  return is_digit(c) || std::string_view("+-.,:eEdDhHmMsS").find(c) != std::string_view::npos;
}

}  // namespace

std::size_t end_of_plain_number(std::string_view text, std::size_t begin) {
  auto end = begin;
  while (end < text.size() && is_digit(text[end])) ++end;
  if (end == begin || end + 1 >= text.size() || text[end] != '.' || !is_digit(text[end + 1])) return end;
  do ++end;
  while (end < text.size() && is_digit(text[end]));
  return end;
}

NumberPattern::NumberPattern(std::shared_ptr<const Regex> regex, std::string_view pattern)
    : regex_(std::move(regex)) {
  const auto at = pattern.find(kNumberWord);
  if (at == std::string_view::npos) return;
  auto before = literal_of(pattern.substr(0, at));
  auto after = literal_of(pattern.substr(at + kNumberWord.size()));
  if (before && after && !(before->empty() && after->empty()) &&
      (after->empty() || !may_go_on(after->front())))
    literals_ = {*std::move(before), *std::move(after)};
}

// Most lines of a log: no search by the regex is needed, whose leftmost match this is. An empty group if
// there is no match, nullopt where only the regex can tell.
std::optional<NumberPattern::Group> NumberPattern::plain_match(std::string_view line,
                                                               std::size_t from) const {
  const auto& [before, after] = *literals_;
  const auto at = line.find(before.empty() ? after : before, from);
  if (at == std::string_view::npos) return Group{};
  auto begin = at + before.size();
  while (before.empty() && begin > from && (is_digit(line[begin - 1]) || line[begin - 1] == '.')) --begin;
  const auto end = end_of_plain_number(line, begin);
  const bool is_after_gap =
      !before.empty() || begin == from || std::string_view(" \t=([").find(line[begin - 1]) != line.npos;
  const bool is_whole = before.empty() ? end == at : line.substr(end).starts_with(after);
  if (end == begin || !is_after_gap || !is_whole) return std::nullopt;
  if (after.empty() && end < line.size() && may_go_on(line[end])) return std::nullopt;
  return Group{begin, end - begin};
}

tl::expected<NumberPattern, NumberPattern::Fault> NumberPattern::compile(std::string_view pattern) {
  auto regex = std::make_shared<const Regex>(regex_of_pattern(pattern), of_bytes());
  if (!regex->ok()) return tl::make_unexpected(fault_of(pattern, *regex));
  if (const auto groups = regex->NumberOfCapturingGroups(); groups != 1)
    return tl::make_unexpected(
        Fault{0, fmt::format("a pattern needs exactly one group, not {}", groups), kHintForPatterns});
  if (const auto bar = bar_between_patterns(pattern); bar != std::string_view::npos)
    return tl::make_unexpected(Fault{bar, "'|' means 'or', and on one side of it there is no number",
                                     "write \\| for the character itself"});
  return NumberPattern(std::move(regex), pattern);
}

void NumberPattern::for_each_in(std::string_view line, const std::function<void(const Group&)>& visit) const {
  const auto offset = [&](std::string_view part) {
    return static_cast<std::size_t>(part.data() - line.data());
  };
  std::size_t from = 0;
  while (literals_) {
    const auto group = plain_match(line, from);
    if (!group) break;
    if (group->size == 0) return;
    visit(*group);
    from = group->begin + group->size + literals_->after.size();
  }
  std::array<std::string_view, 2> parts;
  while (from <= line.size()) {
    if (!find_match(line, from, *regex_, parts)) return;
    visit(parts[1].data() == nullptr ? Group{} : Group{offset(parts[1]), parts[1].size()});
    from = offset(parts[0]) + std::max<std::size_t>(parts[0].size(), 1);
  }
}

}  // namespace scalegen
