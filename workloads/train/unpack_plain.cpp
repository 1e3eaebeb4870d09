#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

#include "workloads/train/error.hpp"
#include "workloads/train/unpack.hpp"

namespace scalegen::train {

Unpacked unpack(const std::filesystem::path& path) {
  if (path.extension() == ".gz")
    throw BadInput(fmt::format("'{}' is gzipped, and this build of scalegen-train has no zlib: gunzip it",
                               path.string()));
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) throw BadInput(fmt::format("cannot open '{}': {}", path.string(), std::strerror(errno)));
  Unpacked unpacked;
  unpacked.bytes.assign(std::istreambuf_iterator<char>(file), {});
  if (file.bad()) unpacked.trouble = fmt::format(" ({})", std::strerror(errno));
  return unpacked;
}

}  // namespace scalegen::train
