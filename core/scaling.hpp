#pragma once
#include <array>
#include <string>
#include <vector>

#include "core/words.hpp"

namespace scalegen {

/// The work that rungs have in common: the whole work, the work of each rank, or nothing.
enum class Scaling { strong, weak, throughput };

constexpr std::array<Word<Scaling>, 3> words_of(Scaling) {
  return {{{Scaling::strong, "strong"}, {Scaling::weak, "weak"}, {Scaling::throughput, "throughput"}}};
}

/// For people: "strong", "strong and weak".
inline std::string to_text(const std::vector<Scaling>& scalings) {
  std::string text;
  for (const auto scaling : scalings) text += (text.empty() ? "" : " and ") + to_text(scaling);
  return text;
}

}  // namespace scalegen
