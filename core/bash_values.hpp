#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/bash_text.hpp"

namespace scalegen {

/// A word of a command after bash has expanded what is known of it.
struct ExpandedWord {
  std::string text{};
  bool is_known = true;  // nothing that bash expands is left in it
  const BashWord* written = nullptr;
  bool operator==(const ExpandedWord&) const = default;
};

/// The variables of a text of bash that have one value wherever they have one: each is assigned once, or the
/// same each time, to what is known before it runs.
using BashValues = std::map<std::string, std::string, std::less<>>;

BashValues known_values(const BashText& text);

/// The words of a command, with known variables in place. What is not quoted becomes as many words as bash
/// makes of it: LAUNCH="torchrun --standalone"; $LAUNCH train.py has three.
std::vector<ExpandedWord> expanded_words(const BashCommand& command, const BashValues& values);

}  // namespace scalegen
