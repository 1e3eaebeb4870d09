#pragma once
#include <optional>
#include <string_view>
#include <vector>

namespace scalegen {

/// Reads the kernel's list of CPUs, "0-5,12": each once, in ascending order. Nothing where the text is no
/// such list.
std::optional<std::vector<int>> parse_core_list(std::string_view text);

}  // namespace scalegen
