#pragma once
#include <string_view>
#include <vector>

namespace scalegen {

/// A file of the source tree that was compiled into the binary.
struct EmbeddedFile {
  std::string_view name{};  // without its folder, or below that of a tree
  std::string_view text{};
};

}  // namespace scalegen
