#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scalegen {

/// An option of a launcher as it is written: --ntasks=4, --ntasks 4, -n 4, -n4.
struct LauncherOption {
  std::string_view name{};     // with its dashes
  std::string_view value{};    // which ends its word; empty if it has none
  std::size_t word = 0;        // the option's index among the words
  std::size_t value_word = 0;  // that of its value
};

/// The options of a launcher, and the index of the program behind them; the number of words if there is none.
struct LauncherWords {
  std::vector<LauncherOption> options{};
  std::size_t program = 0;
};

/// Reads the words of a command from its srun, mpirun or torchrun on. The result refers to them.
LauncherWords read_launcher(std::span<const std::string> words);

}  // namespace scalegen
