#include "workloads/train/data/unpack.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#ifdef SCALEGEN_HAS_ZLIB
#include <zlib.h>

#include <memory>
#else
#include <fstream>
#include <iterator>
#endif

#include "workloads/train/error.hpp"

namespace scalegen::train {

// A cluster's image may lack zlib's headers.
#ifdef SCALEGEN_HAS_ZLIB
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
#else
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
#endif

std::filesystem::path find_file(const std::filesystem::path& folder, const std::string& name) {
  for (const char* ending : {"", ".gz"})
    if (std::filesystem::path path = folder / (name + ending); std::filesystem::is_regular_file(path))
      return path;
  return {};
}

}  // namespace scalegen::train
