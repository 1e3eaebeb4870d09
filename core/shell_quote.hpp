#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace scalegen {

/// The text as one word of bash: unchanged if no character is special, else in single quotes.
std::string shell_quote(std::string_view text);

/// Like shell_quote, but `~/` at the start of a path becomes "$HOME"/, the home of the user who runs the
/// script.
std::string home_word(std::string_view text);

/// A command line of quoted arguments, separated by blanks.
std::string shell_command(const std::vector<std::string>& argv);

}  // namespace scalegen
