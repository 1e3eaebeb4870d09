#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace scalegen {

/// One word of bash that stands for exactly this text: as it is where no character is special, else in single
/// quotes.
std::string shell_quote(std::string_view text);

/// As shell_quote, but a path that begins with `~/` lies in the home of whoever runs it: "$HOME"/data.
std::string home_word(std::string_view text);

/// A command line: each argument quoted, separated by blanks.
std::string shell_command(const std::vector<std::string>& argv);

}  // namespace scalegen
