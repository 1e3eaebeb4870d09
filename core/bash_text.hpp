#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace scalegen {

/// The way in which bash takes a byte of its text. Variables are expanded in double quotes and in
/// here-documents, unless the document's end is quoted.
enum class BashQuoting { none, single, doubled, here_document, literal_here_document, comment };

/// A word: `--out="$HOME"/x`.
struct BashWord {
  std::size_t begin = 0;  // in bytes of the text; with the quotes
  std::size_t end = 0;
  std::string text{};      // without quotes and backslashes; what bash expands stays as it is written
  bool is_bare = true;     // written without quotes and backslashes
  bool is_literal = true;  // bash expands nothing in it
};

/// The operator behind a command. `end` is a semicolon, a new line or the end of the text.
enum class BashOperator { end, pipe, background, and_then, or_else };

/// Branches in which nothing runs as a command of its own: conditions, which may fail, and patterns of a
/// case.
inline constexpr int kCondition = -1;
inline constexpr int kPattern = -2;

/// A simple command, or a group: `( )`, `{ }`, a loop, an if, a case. The commands of a group follow it, one
/// level deeper; a function's body is a group that is a level deeper itself, as it does not run there.
struct BashCommand {
  std::size_t begin = 0;
  std::vector<BashWord> assignments{};   // NAME=value before the words
  std::vector<BashWord> words{};         // of a group: none
  std::vector<BashWord> redirections{};  // the files and descriptors that they name
  BashOperator after = BashOperator::end;
  int depth = 0;
  bool is_group = false;
  bool is_loop = false;
  std::string function{};  // whose body it is
  int branch = 0;          // of an if or a case: one of them runs; negative: a condition, which may fail
};

struct BashStretch {
  std::size_t begin = 0;
  std::size_t end = 0;
  BashQuoting quoting = BashQuoting::none;
};

/// A text as bash reads it. Commands within `$( )` and backticks are parts of words.
struct BashText {
  std::vector<BashCommand> commands{};
  std::vector<BashStretch> stretches{};  // sorted; what lies between them is not quoted
};

/// Reads any text, in one pass: what bash would refuse is read as far as it can be.
BashText read_bash(std::string_view text);

BashQuoting quoting_at(const BashText& text, std::size_t offset);

}  // namespace scalegen
