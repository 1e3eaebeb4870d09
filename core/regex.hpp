#pragma once

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

/// Regular expressions, by RE2. Debian 12's RE2 takes its own StringPiece as a text and Debian 13's takes
/// absl::string_view. Only this header knows both: the project's texts are std::string_view.
namespace scalegen {

/// No text turns into a regex by itself, because to compile one takes a hundred times as long as to use it:
/// most are `static const`.
class Regex : public re2::RE2 {
 public:
  explicit Regex(const std::string& pattern) : RE2(pattern) {}
  Regex(const std::string& pattern, const Options& options) : RE2(pattern, options) {}
};

/// What a group of a regex is read into. A string_view is a part of the text that was searched.
template <typename T>
re2::RE2::Arg group_into(T* group) {
  return re2::RE2::Arg(group);
}
inline re2::RE2::Arg group_into(std::string_view* group) {
  return {group, [](const char* begin, std::size_t size, void* to) {
            *static_cast<std::string_view*>(to) = {begin, size};
            return true;
          }};
}

/// True if the regex matches the whole text; each group is then read into its argument. False if an argument
/// cannot hold it.
template <typename... Groups>
bool full_match(std::string_view text, const Regex& regex, Groups*... groups) {
  return Regex::FullMatch({text.data(), text.size()}, regex, group_into(groups)...);
}

/// Like full_match, for as many groups as there are texts.
inline bool full_match(std::string_view text, const Regex& regex, std::vector<std::string>& groups) {
  std::vector<Regex::Arg> arguments;
  for (auto& group : groups) arguments.emplace_back(&group);
  std::vector<const Regex::Arg*> pointers;
  for (const auto& argument : arguments) pointers.push_back(&argument);
  return Regex::FullMatchN({text.data(), text.size()}, regex, pointers.data(),
                           static_cast<int>(groups.size()));
}

/// Like full_match, for the first match anywhere in the text.
template <typename... Groups>
bool partial_match(std::string_view text, const Regex& regex, Groups*... groups) {
  return Regex::PartialMatch({text.data(), text.size()}, regex, group_into(groups)...);
}

/// Like full_match, for a match at the beginning of the text, which is then taken off.
template <typename... Groups>
bool consume(std::string_view& text, const Regex& regex, Groups*... groups) {
  re2::StringPiece rest(text.data(), text.size());
  const bool found = Regex::Consume(&rest, regex, group_into(groups)...);
  text.remove_prefix(text.size() - rest.size());
  return found;
}

/// Like consume, for the first match anywhere in the text; what precedes it is taken off, too.
template <typename... Groups>
bool find_and_consume(std::string_view& text, const Regex& regex, Groups*... groups) {
  re2::StringPiece rest(text.data(), text.size());
  const bool found = Regex::FindAndConsume(&rest, regex, group_into(groups)...);
  text.remove_prefix(text.size() - rest.size());
  return found;
}

/// Finds the first match that begins at `from` or later: the match, then its groups. A group that took no
/// part has no data().
template <std::size_t kParts>
bool find_match(std::string_view text, std::size_t from, const Regex& regex,
                std::array<std::string_view, kParts>& parts) {
  std::array<re2::StringPiece, kParts> found;
  if (!regex.Match({text.data(), text.size()}, from, text.size(), Regex::UNANCHORED, found.data(), kParts))
    return false;
  std::ranges::transform(found, parts.begin(),
                         [](const auto& part) { return std::string_view(part.data(), part.size()); });
  return true;
}

/// Replaces each match in the text, where \1 is the first group, and returns how many there were.
inline int replace_matches(std::string& text, const Regex& regex, std::string_view by) {
  return Regex::GlobalReplace(&text, regex, {by.data(), by.size()});
}

/// The regex that matches this text and no other.
inline std::string quote_meta(std::string_view text) { return Regex::QuoteMeta({text.data(), text.size()}); }

}  // namespace scalegen
