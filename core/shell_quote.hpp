#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace scalegen {

/// One word of bash that stands for exactly this text: as it is where no character is special, else in single
/// quotes.
std::string shell_quote(std::string_view text);

/// A command line: each argument quoted, separated by blanks.
std::string shell_command(const std::vector<std::string>& argv);

}  // namespace scalegen
