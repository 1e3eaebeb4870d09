#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace scalegen::train {

struct Unpacked {
  std::vector<uint8_t> bytes;
  std::string trouble;  // " (why)" where reading stopped before the end of the file
};

/// A file as it is, or what is packed in it. Throws BadInput where it cannot be opened. Grows with what there
/// is, not with what a header claims.
///
/// Two sources have it: unpack_gzip.cpp where there is zlib, else unpack_plain.cpp, since a cluster's image
/// may lack zlib's headers.
Unpacked unpack(const std::filesystem::path& path);

}  // namespace scalegen::train
