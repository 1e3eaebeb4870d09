#pragma once
#include <string>
#include <vector>

#include "core/run_directory.hpp"

namespace scalegen {

/// The first lines, at most 8, by which a program says that it goes on from a checkpoint or loads one:
/// "Resuming training from snapshot at Epoch 15". Looks at the first 5000 lines of `out` and `err`, and
/// takes one of those that differ in figures alone.
std::vector<std::string> read_checkpoint_lines(const AttemptFolder& attempt);

}  // namespace scalegen
