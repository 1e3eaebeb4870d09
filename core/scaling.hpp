#pragma once
#include <string>

namespace scalegen {

/// What rungs share: the whole work, the work of each rank, or nothing.
enum class Scaling { strong, weak, throughput };

/// "strong", "weak", "throughput"
std::string to_text(Scaling scaling);

}  // namespace scalegen
