#include "core/secrets.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "core/bash_command.hpp"
#include "core/plan.hpp"
#include "core/regex.hpp"
#include "core/shell_quote.hpp"

namespace scalegen {
namespace {

constexpr auto kLeftOut = "(left out)";
// templates/job/evidence.bash knows the same.
constexpr auto kName =
    "(?:[a-z0-9_][a-z0-9_-]*)?(?:token|secret|passw(?:or)?d|passphrase|jwt|apikey|[a-z0-9][_-]key)"
    "(?:[_-]id)?";

// NAME=VALUE, NAME: VALUE, "NAME": "VALUE", ["NAME","VALUE"] and --name VALUE, of any text. Tokens have eight
// characters at least, and those of a tokenizer fewer.
const Regex& secret_values() {
  static const Regex kValues(fmt::format(
      "(?i)((?:^|[^\\w$-])-{{0,2}}({0})(?:\\\\?[\"']?[ \\t]*[:=][ \\t]*|\\\\?[\"'],[ \\t]*)\\\\?[\"']?|"
      "[ \\t]--({0})[ \\t]+[\"']?)"
      "[^\\s\"'\\\\${{}}<,~\\[\\]()-][^\\s\"'\\\\,;&|{{}}\\[\\]()]{{7,}}",
      kName));
  return kValues;
}

using Found = std::map<std::string, std::string>;  // from value to name

// As bash reads it. What begins with { is a placeholder, and <|endoftext|> a tokenizer's.
void add_secrets(Found& found, const std::string& bash) {
  static const Regex kGiven(fmt::format("(?is)-*({})=([^{{].{{6,}}[^>])", kName));
  for (const auto& command : read_bash(bash).commands) {
    auto words = command.assignments;
    words.insert(words.end(), command.words.begin(), command.words.end());
    std::string option, name, value;
    for (const auto& [begin, end, text, is_bare, is_literal] : words) {
      const bool is_option = text.starts_with("--");
      for (const auto& given : {text, (is_option ? "" : option) + "=" + text})
        if (is_literal && full_match(given, kGiven, &name, &value) && value != kLeftOut)
          found.emplace(value, name);
      option = is_option ? text : "";
    }
  }
}

// With other blanks where lines are folded, and quotes doubled or behind backslashes.
std::string pattern_of(const std::string& value) {
  auto pattern = quote_meta(value);
  static const Regex kEscapedQuotes(R"((?:\\['"\\])+)");
  static const Regex kEscapedBlanks(R"((?:\\\s)+)");
  replace_matches(pattern, kEscapedQuotes, R"(['"\\\\]+)");
  replace_matches(pattern, kEscapedBlanks, R"((?:\\\\[nt]|[\\\\\\s])+)");
  return pattern;
}

}  // namespace

std::string given_secret(const std::string& text) {
  std::string before, name, option;
  if (partial_match(text, secret_values(), &before, &name, &option)) return name.empty() ? option : name;
  return secrets_in({text}).name;
}

Secrets secrets_in(const std::set<std::string>& bash_texts) {
  Found found;
  for (const auto& text : bash_texts) add_secrets(found, text);
  if (found.empty()) return {};
  std::vector<std::string> patterns;
  for (const auto& [value, name] : found) patterns.push_back(pattern_of(value));
  std::ranges::reverse(patterns);  // one that begins as another comes before it
  return {found.begin()->second,
          std::make_shared<const Regex>(fmt::format("{}", fmt::join(patterns, "|")), Regex::Quiet)};
}

Secrets secrets_of(const Plan& plan) {
  std::set<std::string> texts;
  const auto add_lines = [&](const auto& lines) { texts.insert(fmt::format("{}", fmt::join(lines, "\n"))); };
  for (const auto* const lines : {&plan.head.launch.setup, &plan.head.launch.prepare.lines})
    add_lines(*lines);
  for (const auto& [name, value] : plan.head.launch.env) texts.insert(name + "=" + shell_quote(value));
  for (const auto& run : plan.runs) {
    const auto* const text = bash_text_of(run.command);
    texts.insert(text == nullptr ? shell_command(run.command) : *text);
    add_lines(*run.own.setup);
    for (const auto& [name, word] : *run.own.env) texts.insert(name + "=" + word);
    for (const auto& [name, value] : *run.settings) texts.insert(name + "=" + shell_quote(to_text(value)));
  }
  return secrets_in(texts);
}

std::string without_secrets(std::string text, const Secrets& known) {
  if (known.values && !known.values->ok()) return kLeftOut;  // too many to look for
  if (known.values) replace_matches(text, *known.values, kLeftOut);
  replace_matches(text, secret_values(), "\\1(left out)");
  return text;
}

}  // namespace scalegen
