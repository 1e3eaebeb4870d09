#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

#include "workloads/train/error.hpp"
#include "workloads/train/unpack.hpp"

namespace scalegen::train {
namespace {

std::string trouble_of(gzFile file, const std::filesystem::path& path) {
  int code = Z_OK;
  std::string why = gzerror(file, &code);
  if (code == Z_OK || code == Z_STREAM_END) return {};
  if (code == Z_ERRNO) why = std::strerror(errno);
  if (const std::string prefix = path.string() + ": "; why.starts_with(prefix)) why.erase(0, prefix.size());
  return fmt::format(" ({})", why);
}

}  // namespace

// zlib reads a plain file as it is.
Unpacked unpack(const std::filesystem::path& path) {
  errno = 0;
  const std::unique_ptr<gzFile_s, int (*)(gzFile)> file(gzopen(path.c_str(), "rb"), gzclose);
  if (!file) throw BadInput(fmt::format("cannot open '{}': {}", path.string(), std::strerror(errno)));
  constexpr unsigned kChunk = 1U << 20U;
  gzbuffer(file.get(), kChunk);
  Unpacked unpacked;
  int got = 0;
  do {
    const std::size_t size = unpacked.bytes.size();
    unpacked.bytes.resize(size + kChunk);
    got = gzread(file.get(), unpacked.bytes.data() + size, kChunk);
    unpacked.bytes.resize(size + static_cast<std::size_t>(std::max(got, 0)));
  } while (got > 0);
  unpacked.trouble = trouble_of(file.get(), path);
  return unpacked;
}

}  // namespace scalegen::train
