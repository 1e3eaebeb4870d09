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

/// A file as it is, or what is gzipped in it. Grows with what there is, not with what a header claims. Throws
/// BadInput where it cannot be opened.
Unpacked unpack(const std::filesystem::path& path);

/// The path of the file, plain or as NAME.gz, or an empty one.
std::filesystem::path find_file(const std::filesystem::path& folder, const std::string& name);

}  // namespace scalegen::train
