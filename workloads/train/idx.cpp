#include "workloads/train/idx.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <string>

#include "workloads/train/error.hpp"

namespace scalegen::train {
namespace {

/// What a file begins with: 00 00 08 (unsigned bytes) and the number of dimensions, then each as 32 bits,
/// high byte first.
struct Header {
  uint32_t magic = 0;
  std::vector<uint32_t> tail;  // the dimensions after the first, which counts the samples
  const char* content = "";
};

const Header kImages{0x803, {28, 28}, "28 x 28 images"};
const Header kLabels{0x801, {}, "labels"};

std::size_t header_bytes(const Header& header) { return 8 + 4 * header.tail.size(); }

struct Unpacked {
  std::vector<uint8_t> bytes;
  std::string trouble;  // why reading stopped before the end of the file; empty where it did not
};

/// zlib reads a plain file as it is and unpacks a gzipped one. Grows with what there is, not with what a
/// header claims.
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
  int code = Z_OK;
  const char* message = gzerror(file.get(), &code);
  if (code == Z_ERRNO)
    unpacked.trouble = std::strerror(errno);
  else if (code != Z_OK && code != Z_STREAM_END)
    unpacked.trouble = message;
  return unpacked;
}

uint32_t word_at(const std::vector<uint8_t>& bytes, std::size_t at) {
  uint32_t word = 0;
  for (std::size_t i = at; i < at + 4; ++i) word = word << 8U | bytes[i];
  return word;
}

void check_header(const std::filesystem::path& path, const Header& header,
                  const std::vector<uint8_t>& bytes) {
  if (bytes.size() < header_bytes(header))
    throw BadInput(fmt::format("'{}': expected an idx header of {} bytes, found {} bytes", path.string(),
                               header_bytes(header), bytes.size()));
  if (word_at(bytes, 0) != header.magic)
    throw BadInput(fmt::format("'{}': expected an idx file of {} (magic {:#010x}), found {:#010x}",
                               path.string(), header.content, header.magic, word_at(bytes, 0)));
  for (std::size_t i = 0; i < header.tail.size(); ++i)
    if (const uint32_t found = word_at(bytes, 8 + 4 * i); found != header.tail[i])
      throw BadInput(
          fmt::format("'{}': expected {}, found a side of {}", path.string(), header.content, found));
}

std::vector<uint8_t> read_idx(const std::filesystem::path& path, const Header& header) {
  auto [bytes, trouble] = unpack(path);
  if (trouble.empty() || bytes.size() >= header_bytes(header)) check_header(path, header, bytes);
  const uint64_t count = bytes.size() < 8 ? 0 : word_at(bytes, 4);
  uint64_t expected = header_bytes(header) + count;
  if (!header.tail.empty()) expected = header_bytes(header) + count * header.tail[0] * header.tail[1];
  if (!trouble.empty() || bytes.size() != expected)
    throw BadInput(fmt::format("'{}': expected {} bytes for {} {}, found {} bytes{}", path.string(), expected,
                               count, header.content, bytes.size(),
                               trouble.empty() ? "" : fmt::format(" ({})", trouble)));
  bytes.erase(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(header_bytes(header)));
  return std::move(bytes);
}

}  // namespace

std::vector<uint8_t> read_idx_images(const std::filesystem::path& path) { return read_idx(path, kImages); }

std::vector<uint8_t> read_idx_labels(const std::filesystem::path& path) {
  std::vector<uint8_t> labels = read_idx(path, kLabels);
  const auto wrong = std::ranges::find_if(labels, [](uint8_t label) { return label > 9; });
  if (wrong != labels.end())
    throw BadInput(fmt::format("'{}': expected labels from 0 to 9, found {} at sample {}", path.string(),
                               *wrong, wrong - labels.begin()));
  return labels;
}

}  // namespace scalegen::train
