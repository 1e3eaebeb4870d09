#include "generator/read/sweep_file.hpp"

namespace scalegen {

const std::vector<std::pair<std::string, Launcher>>& launcher_words() {
  static const std::vector<std::pair<std::string, Launcher>> words = {
      {"srun", {Launcher::With::srun, false}},
      {"torchrun", {Launcher::With::torchrun, false}},
      {"container+srun", {Launcher::With::srun, true}},
      {"container+torchrun", {Launcher::With::torchrun, true}}};
  return words;
}

}  // namespace scalegen
