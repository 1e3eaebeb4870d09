#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

namespace scalegen {

/// Where in an input something stands. Line and column count from 1; the column counts characters, not bytes.
struct CitedLine {
  std::string file{};
  int line = 0;
  int column = 0;
  std::string source_line{};
  bool operator==(const CitedLine&) const = default;
};

enum class Severity { error, warning, note };  // a note asks for nothing

/// One thing that is wrong: what and where, what is known besides, and what to do about it.
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

/// An error without a place in a file, ready to be returned from a function that gives a Result.
tl::unexpected<Diagnostics> failure(std::string message, std::string hint = {},
                                    std::vector<std::string> notes = {});

bool has_errors(const Diagnostics& diagnostics);

/// All of them as text, in the order of their places: file:line:column, the line, a caret, notes and hint.
std::string render(const Diagnostics& diagnostics);

}  // namespace scalegen
