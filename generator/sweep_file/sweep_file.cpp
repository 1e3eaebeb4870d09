#include "generator/sweep_file/sweep_file.hpp"

namespace scalegen {

const std::vector<std::pair<std::string, Launcher>>& launcher_words() {
  static const std::vector<std::pair<std::string, Launcher>> words = {
      {"srun", {Launcher::With::srun, false}},
      {"torchrun", {Launcher::With::torchrun, false}},
      {"container+srun", {Launcher::With::srun, true}},
      {"container+torchrun", {Launcher::With::torchrun, true}}};
  return words;
}

std::string to_text(OwnProgram::By by) {
  switch (by) {
    case OwnProgram::By::command:
      return "command";
    case OwnProgram::By::torchrun:
      return "torchrun";
    case OwnProgram::By::python:
      return "python";
  }
  return "";
}

}  // namespace scalegen
