#pragma once
#include <string_view>
#include <vector>

namespace scalegen {

/// A file of the source tree that was compiled into the binary.
struct EmbeddedFile {
  std::string_view name{};  // the file name; in a tree the path below its root
  std::string_view text{};
};

}  // namespace scalegen
