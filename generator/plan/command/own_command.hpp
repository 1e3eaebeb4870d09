#pragma once
#include <string>
#include <vector>

#include "core/plan.hpp"
#include "generator/read/sweep_file.hpp"

namespace scalegen {

/// How often it is started.
Start start_of(OwnProgram::By by);

/// argv of one run of a program of one's own, its placeholders replaced by `values`. A text is given to bash;
/// so is a list that wants the folder of its attempt, which is known only then. Reports values that a text of
/// bash cannot hold.
Result<std::vector<std::string>> own_command(const OwnProgram& program, const Rung& rung,
                                             const Settings& values);

}  // namespace scalegen
