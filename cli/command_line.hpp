#pragma once
#include <string>

namespace scalegen {

/// What the person typed and in which folder, as a shell would take it again from anywhere.
std::string command_line();

}  // namespace scalegen
