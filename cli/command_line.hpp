#pragma once
#include <string>

namespace scalegen {

/// What the person typed, as a shell would take it again.
std::string command_line();

}  // namespace scalegen
