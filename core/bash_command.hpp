#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace scalegen {

/// True for a word that bash itself runs or reads, such as `cd`, `wait` or `for`.
bool is_bash_builtin(std::string_view word);

/// The command that runs a text: `bash -c TEXT`, with `-o pipefail` if there is a pipe in it, so that a part
/// that fails is seen.
std::vector<std::string> bash_command(std::string text);

/// The text of such a command; null if it is another one.
const std::string* bash_text_of(const std::vector<std::string>& command);

}  // namespace scalegen
