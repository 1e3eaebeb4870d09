#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/setting.hpp"
#include "generator/sweep_file/source_location.hpp"

namespace scalegen {

enum class BashQuotes { none, single, twofold };

/// In which quotes of bash the byte `offset` of a text stands. Knows quotes and backslashes; a here-document
/// is taken for what it looks like.
BashQuotes bash_quotes_at(std::string_view text, std::size_t offset);

/// `{name}` in a text.
struct Placeholder {
  std::size_t offset = 0;  // of the brace, in bytes
  std::string name{};
};

/// Those that bash does not mean itself: `${name}` is none.
std::vector<Placeholder> placeholders_in(std::string_view text);

/// Warns of names that are not known but close to one that is: they stay as they are.
void warn_of_misspelt(const Located<std::string>& text, const std::vector<std::string>& known,
                      Diagnostics& warnings);

/// The text with the values of all known placeholders in their places; what is unknown stays.
std::string with_values(std::string_view text, const Settings& values);

/// As with_values, for a text of bash, in which a value stands as it is: one with characters that mean
/// something to bash is refused. `{run_dir}` becomes the variable that holds it, quoted as its place demands.
Result<std::string> bash_with_values(const Located<std::string>& text, const Settings& values);

/// One word of bash for a word with placeholders: its values mean nothing to bash, `{run_dir}` becomes the
/// variable that holds it, and `~/` at its begin the home of whoever runs it.
std::string bash_word(std::string_view word, const Settings& values);

/// The name of the folder of a run's attempt, known only when it runs.
inline constexpr std::string_view kRunDir = "run_dir";

}  // namespace scalegen
