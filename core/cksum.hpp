#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace scalegen {

/// The output of POSIX's cksum for a text that comes in pieces.
class Cksum {
 public:
  void add(std::string_view piece);

  /// Checksum and bytes of all so far: "4294967295 0".
  [[nodiscard]] std::string text() const;

 private:
  std::uint32_t remainder_ = 0;
  std::size_t bytes_ = 0;
};

}  // namespace scalegen
