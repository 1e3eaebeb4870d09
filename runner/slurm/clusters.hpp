#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace scalegen {

/// The clusters to one of which sbatch may hand a script, as its line `#SBATCH --clusters=` names them; where
/// it has none, that of this machine alone, whose name is empty.
std::vector<std::string> clusters_of(std::string_view script);

}  // namespace scalegen
