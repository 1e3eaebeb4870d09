#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "workloads/train/arguments.hpp"
#include "workloads/train/options.hpp"

// The meaning of a flag's text: each function makes a Set for a target.
namespace scalegen::train {

template <typename Number>
bool read_number(const std::string& text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size();
}

inline constexpr int64_t kAnyLarge = std::numeric_limits<int64_t>::max();

template <typename Target>
Set whole_number(Target& target, int64_t least, int64_t most = kAnyLarge) {
  return [&target, least, most](const std::string& text) -> std::string {
    int64_t number = 0;
    if (!read_number(text, number) || number < least || number > most)
      return fmt::format("a whole number from {}", least) +
             (most == kAnyLarge ? "" : fmt::format(" to {}", most));
    target = number;
    return {};
  };
}

/// `fits` says which numbers are meant, `expected` the same in words.
template <typename Target, typename Fits>
Set number(Target& target, Fits fits, std::string expected) {
  return [&target, fits, expected = std::move(expected)](const std::string& text) -> std::string {
    double number = 0;
    if (!read_number(text, number) || !std::isfinite(number) || !fits(number)) return expected;
    target = number;
    return {};
  };
}

template <typename Target>
Set positive_number(Target& target) {
  return number(
      target, [](double number) { return number > 0; }, "a number above 0");
}

inline Set number_from_0(double& target) {
  return number(
      target, [](double number) { return number >= 0; }, "a number from 0");
}

inline Set fraction(std::optional<double>& target) {
  return number(
      target, [](double number) { return number > 0 && number <= 1; }, "a number above 0, at most 1");
}

/// "a, b or c"
std::string either(const auto& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i)
    text += fmt::format("{}{}", i == 0 ? "" : i + 1 < words.size() ? ", " : " or ", words[i]);
  return text;
}

inline Set one_of(std::string& target, std::vector<std::string> choices) {
  return [&target, choices = std::move(choices)](const std::string& text) -> std::string {
    if (std::ranges::find(choices, text) == choices.end()) return either(choices);
    target = text;
    return {};
  };
}

/// One of the words that the setting has in the recipes' table, as the enumerator of the same place.
template <typename Target>
Set choice(Target& target, std::string_view setting) {
  const auto words = recipe::find(recipe::kSettings, &recipe::Setting::name, setting)->choices();
  return [&target, words](const std::string& text) -> std::string {
    const auto found = std::ranges::find(words, text);
    if (found == words.end()) return either(words);
    if constexpr (requires { target.has_value(); })
      target = static_cast<typename Target::value_type>(found - words.begin());
    else
      target = static_cast<Target>(found - words.begin());
    return {};
  };
}

inline Set yes_or_no(bool& target) {
  return [&target](const std::string& text) -> std::string {
    if (text != "yes" && text != "no") return "yes or no";
    target = text == "yes";
    return {};
  };
}

inline Set when(When& target) {
  return [&target](const std::string& text) -> std::string {
    if (text != "yes" && text != "no" && text != "each_epoch") return "yes, no or each_epoch";
    target = text == "no" ? When::never : text == "yes" ? When::at_the_end : When::each_epoch;
    return {};
  };
}

template <typename Target>
Set any_text(Target& target) {
  return [&target](const std::string& text) -> std::string {
    if (text.empty()) return "a name";
    target = text;
    return {};
  };
}

template <typename Target, typename Value>
Set constant(Target& target, Value value) {
  return [&target, value](const std::string&) -> std::string {
    target = value;
    return {};
  };
}

}  // namespace scalegen::train
