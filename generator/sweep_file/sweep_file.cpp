#include "generator/sweep_file/sweep_file.hpp"

namespace scalegen {

const std::vector<std::pair<std::string, Launcher>>& launcher_words() {
  static const std::vector<std::pair<std::string, Launcher>> words = {
      {"srun", {Launcher::Starter::srun, false}},
      {"torchrun", {Launcher::Starter::torchrun, false}},
      {"container+srun", {Launcher::Starter::srun, true}},
      {"container+torchrun", {Launcher::Starter::torchrun, true}}};
  return words;
}

}  // namespace scalegen
