#pragma once
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/bash_text.hpp"

namespace scalegen {

/// The index of a command's program among its words: the first behind prefixes such as `env A=1`, `nice -n 5`
/// and `timeout 60`. 0 if there is no other.
std::size_t index_of_program(const std::vector<std::string>& words);
std::size_t index_of_program(std::span<const BashWord> words);

/// Programs that start the ranks of another.
inline constexpr auto kRankLaunchers = std::to_array<std::string_view>(
    {"srun", "mpirun", "mpiexec", "prterun", "orterun", "mpiexec.hydra", "mpirun_rsh"});

bool is_launcher(std::string_view program);

/// True for a word that bash itself runs or reads, such as `cd`, `wait` or `for`.
bool is_bash_builtin(std::string_view word);

/// The command that runs a text: `bash -c TEXT`, with `-o pipefail` if there is a pipe in it, so that a part
/// that fails is seen.
std::vector<std::string> bash_command(std::string text);

/// The text of such a command; null if it is another one.
const std::string* bash_text_of(const std::vector<std::string>& command);

/// The words of a command, as bash reads them if it is a text of bash.
std::vector<std::string> words_of_command(const std::vector<std::string>& command);

}  // namespace scalegen
