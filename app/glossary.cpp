#include "app/glossary.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

#include "core/embedded_file.hpp"
#include "core/text.hpp"
#include "runner/slurm/squeue.hpp"

namespace scalegen {

const std::vector<EmbeddedFile>& embedded_glossary();   // glossary.md, alone
const std::vector<EmbeddedFile>& embedded_reference();  // the pages of docs/reference

namespace {

constexpr std::string_view kSection = "## ";
constexpr std::string_view kAlso = "Also: ";
constexpr std::string_view kSee = "See: ";
constexpr std::string_view kMore = "More: ";
constexpr std::size_t kLongest = 100;  // of a word that is quoted, in bytes

std::string_view take_line(std::string_view& text) {
  const auto end = std::min(text.find('\n'), text.size());
  const auto line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

// The text after a word such as 'See: ', without the full stop.
std::string_view behind(std::string_view word, std::string_view line) {
  line.remove_prefix(word.size());
  if (line.ends_with('.')) line.remove_suffix(1);
  return line;
}

std::vector<std::string> list_of(std::string_view text) {
  std::vector<std::string> words;
  while (!text.empty()) {
    const auto end = std::min(text.find(", "), text.size());
    words.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 2, text.size()));
  }
  return words;
}

void add_line(GlossaryEntry& entry, std::string_view line) {
  if (line.starts_with(kAlso))
    entry.aliases = list_of(behind(kAlso, line));
  else if (line.starts_with(kSee))
    entry.see = list_of(behind(kSee, line));
  else if (line.starts_with(kMore))
    entry.more = behind(kMore, line);
  else if (!line.empty())
    entry.paragraph.append(line).append("\n");
}

// "Speed-Up" and "speed_up" are "speed up".
std::string plain(std::string_view term) {
  std::string text;
  for (const char c : term) {
    const bool is_gap = c == '-' || c == '_' || std::isspace(static_cast<unsigned char>(c)) != 0;
    if (!is_gap)
      text += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    else if (!text.empty() && text.back() != ' ')
      text += ' ';
  }
  if (text.ends_with(' ')) text.pop_back();
  return text;
}

// Two spellings of one word: one may be the plural.
bool are_alike(const std::string& a, const std::string& b) {
  const auto is_plural = [](const std::string& one, const std::string& many) {
    return many == one + "s" || many == one + "es" ||
           (one.ends_with('y') && many == one.substr(0, one.size() - 1) + "ies");
  };
  return a == b || is_plural(a, b) || is_plural(b, a);
}

bool is_named(const GlossaryEntry& entry, const std::string& word) {
  if (are_alike(plain(entry.term), word)) return true;
  return std::ranges::any_of(entry.aliases, [&](const auto& alias) { return are_alike(plain(alias), word); });
}

// A term is found before another term's alias: an alias may have the same plural.
const GlossaryEntry* entry_of(const std::string& word) {
  const auto& entries = glossary();
  const auto named =
      std::ranges::find_if(entries, [&](const auto& entry) { return plain(entry.term) == word; });
  if (named != entries.end()) return &*named;
  const auto known = std::ranges::find_if(entries, [&](const auto& entry) { return is_named(entry, word); });
  return known == entries.end() ? nullptr : &*known;
}

std::string text_of(const GlossaryEntry& entry) {
  auto text = entry.term;
  if (!entry.aliases.empty()) text += fmt::format("  (also: {})", fmt::join(entry.aliases, ", "));
  text += "\n\n" + entry.paragraph;
  if (!entry.see.empty() || !entry.more.empty()) text += "\n";
  if (!entry.see.empty()) text += fmt::format("see: {}\n", fmt::join(entry.see, ", "));
  if (!entry.more.empty()) text += fmt::format("more: {}\n", entry.more);
  return text;
}

std::string text_of_reason(const std::string& reason, const std::string& advice) {
  return fmt::format("{}  (Slurm's reason why a job waits)\n\n{}\n\nsee: Slurm's reasons\nmore: {}\n", reason,
                     advice, "docs/runner.md, \"A job that waits\"");
}

const std::vector<GlossaryEntry>& keys() {
  static const auto kKeys = [] {
    std::vector<GlossaryEntry> all;
    for (const auto& page : embedded_reference())
      for (auto& entry : read_glossary(page.text)) all.push_back(std::move(entry));
    return all;
  }();
  return kKeys;
}

// "profile.name" is the name of the profile, and of no map in it.
std::string last_part(const std::string& key) { return key.substr(key.rfind('.') + 1); }

// The reference's text on a key: on each path that is the word or ends with it. Empty: nothing.
std::string text_of_keys(const std::string& word) {
  std::string text;
  for (const auto& key : keys())
    if (plain(key.term) == word || plain(last_part(key.term)) == word)
      text += (text.empty() ? "" : "\n") + text_of(key);
  return text;
}

// The term, alias or reason that was probably meant; empty: none is close.
std::string meant_by(const std::string& word) {
  if (word.size() > kLongest) return "";
  std::vector<std::string> names;
  for (const auto& entry : glossary()) {
    names.push_back(plain(entry.term));
    for (const auto& alias : entry.aliases) names.push_back(plain(alias));
  }
  for (const auto& key : keys()) {
    names.push_back(plain(key.term));
    names.push_back(plain(last_part(key.term)));
  }
  for (const auto& reason : slurm::known_reasons()) names.push_back(plain(reason));
  auto best = closest(word, names);
  for (const auto& reason : slurm::known_reasons())
    if (plain(reason) == best) return reason;
  return best;
}

}  // namespace

std::vector<GlossaryEntry> read_glossary(std::string_view page) {
  std::vector<GlossaryEntry> entries;
  while (!page.empty()) {
    const auto line = take_line(page);
    if (line.starts_with(kSection))
      entries.push_back({.term = std::string(line.substr(kSection.size()))});
    else if (!entries.empty())
      add_line(entries.back(), line);
  }
  return entries;
}

const std::vector<GlossaryEntry>& glossary() {
  static const auto kEntries = read_glossary(embedded_glossary().front().text);
  return kEntries;
}

Result<std::string> explain(std::string_view term) {
  const auto word = plain(term);
  std::string text;
  if (const auto* entry = entry_of(word))
    text = text_of(*entry);
  else if (const auto advice = slurm::advice_for(term, {.number = "JOB"}); !advice.empty())
    text = text_of_reason(without_control_characters(at_most(term, kLongest)), advice);
  const auto of_keys = text_of_keys(word);
  if (!text.empty() && !of_keys.empty()) text += "\n";
  text += of_keys;
  if (!text.empty()) return text;
  const auto best = meant_by(word);
  return failure(fmt::format("'{}' is not explained", without_control_characters(at_most(term, kLongest))),
                 best.empty() ? "'scalegen explain' lists what is" : fmt::format("did you mean '{}'?", best));
}

KnownTerms known_terms() {
  KnownTerms known{.reasons = slurm::known_reasons()};
  for (const auto& entry : glossary()) known.terms.push_back(entry.term);
  std::ranges::sort(known.terms, {}, plain);
  std::ranges::sort(known.reasons, {}, plain);
  return known;
}

}  // namespace scalegen
