#pragma once
#include <string_view>

namespace scalegen {

/// Without the blanks around it.
std::string_view trimmed(std::string_view text);

/// What a line of a script gives to sbatch: "--nodes=2" of "#SBATCH --nodes=2". Empty where it is another
/// line.
std::string_view directive_in(std::string_view line);

}  // namespace scalegen
