#pragma once
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace scalegen {

/// A value of an enum, and the word for it in files and messages.
template <class T>
struct Word {
  T value;
  std::string_view word;
};

/// An enum beside which stands `constexpr std::array<Word<T>, N> words_of(T)`, with each of its values once.
template <class T>
concept Worded = std::is_enum_v<T> && requires(T value) {
  words_of(value).size();
};

template <Worded T>
std::string to_text(T value) {
  for (const auto& known : words_of(value))
    if (known.value == value) return std::string(known.word);
  return "";
}

template <Worded T>
std::optional<T> value_of_word(std::string_view word) {
  for (const auto& known : words_of(T{}))
    if (known.word == word) return known.value;
  return std::nullopt;
}

}  // namespace scalegen
