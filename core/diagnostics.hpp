#pragma once
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "core/words.hpp"

namespace scalegen {

/// A line of an input, and the column that a message is about. Both count from 1; the column counts
/// characters, not bytes.
struct CitedLine {
  std::string file{};
  int line = 0;
  int column = 0;
  std::string source_line{};
  bool operator==(const CitedLine&) const = default;
};

enum class Severity { error, warning, note };  // a note needs no action

constexpr std::array<Word<Severity>, 3> words_of(Severity) {
  return {{{Severity::error, "error"}, {Severity::warning, "warning"}, {Severity::note, "note"}}};
}

/// One problem: what is wrong and where, further facts (notes), and what to do about it (hint).
struct Diagnostic {
  Severity severity = Severity::error;
  std::optional<CitedLine> cited{};
  std::string message{};
  std::vector<std::string> notes{};
  std::string hint{};
  bool operator==(const Diagnostic&) const = default;
};

using Diagnostics = std::vector<Diagnostic>;

template <class T>
using Result = tl::expected<T, Diagnostics>;

/// An error without a location, to be returned from a function that returns a Result.
tl::unexpected<Diagnostics> failure(std::string message, std::string hint = {},
                                    std::vector<std::string> notes = {});

/// The text of all diagnostics: those without a location, then file by file, sorted by line and column. Each
/// shows file:line:column, the line, a caret, notes and hint. Of more than eight that differ only in figures
/// and quoted words, the first is shown, with their number.
std::string render(const Diagnostics& diagnostics);

}  // namespace scalegen
