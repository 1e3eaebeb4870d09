#pragma once
#include <string>

#include "core/diagnostics.hpp"

namespace scalegen {

/// The scalegen-train beside this program, where ./scalegen puts it; empty: there is none.
std::string program_beside_this();

/// The absolute path of scalegen-train on this machine: `given`, else the one beside this program, else the
/// one that `scalegen build` has made.
Result<std::string> train_program(const std::string& given);

/// How many GPUs that program can use here. Asks it only where the machine has a driver for one: it takes a
/// while.
Result<int> usable_gpus(const std::string& program);

}  // namespace scalegen
