#include "workloads/train/data/idx.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>

#include "workloads/train/data/unpack.hpp"
#include "workloads/train/error.hpp"

namespace scalegen::train {
namespace {

constexpr int64_t kImagePixels = recipe::Shape{}.size();

constexpr std::span kFiles = std::span(recipe::kIdxFiles).first<4>();

/// The beginning of a file: 00 00 08 (unsigned bytes) and the number of dimensions, then each as 32 bits,
/// high byte first.
struct Header {
  uint32_t magic = 0;
  std::span<const uint32_t> tail{};  // the dimensions after the first, which counts the samples
  const char* content = "";
};

constexpr std::array<uint32_t, 2> kSides = {28, 28};
constexpr Header kImages{0x803, kSides, "28 x 28 images"};
constexpr Header kLabels{0x801, {}, "labels"};

std::size_t header_bytes(const Header& header) { return 8 + 4 * header.tail.size(); }

uint32_t word_at(const std::vector<uint8_t>& bytes, std::size_t at) {
  uint32_t word = 0;
  for (std::size_t i = at; i < at + 4; ++i) word = word << 8U | bytes[i];
  return word;
}

void check_header(const std::filesystem::path& path, const Header& header, const Unpacked& file) {
  if (file.bytes.size() < header_bytes(header))
    throw BadInput(fmt::format("'{}': expected an idx header of {} bytes, found {} bytes{}", path.string(),
                               header_bytes(header), file.bytes.size(), file.trouble));
  if (word_at(file.bytes, 0) != header.magic)
    throw BadInput(fmt::format("'{}': expected an idx file of {} (magic {:#010x}), found {:#010x}",
                               path.string(), header.content, header.magic, word_at(file.bytes, 0)));
  for (std::size_t i = 0; i < header.tail.size(); ++i)
    if (const uint32_t found = word_at(file.bytes, 8 + 4 * i); found != header.tail[i])
      throw BadInput(
          fmt::format("'{}': expected {}, found a side of {}", path.string(), header.content, found));
}

void check_size(const std::filesystem::path& path, const Header& header, const Unpacked& file) {
  const uint64_t count = word_at(file.bytes, 4);
  uint64_t expected = count;
  for (const uint32_t side : header.tail) expected *= side;
  expected += header_bytes(header);
  if (file.bytes.size() != expected || !file.trouble.empty())
    throw BadInput(fmt::format("'{}': expected {} bytes for {} {}, found {} bytes{}", path.string(), expected,
                               count, header.content, file.bytes.size(), file.trouble));
}

std::vector<uint8_t> read_idx(const std::filesystem::path& path, const Header& header) {
  Unpacked file = unpack(path);
  check_header(path, header, file);
  check_size(path, header, file);
  file.bytes.erase(file.bytes.begin(),
                   file.bytes.begin() + static_cast<std::ptrdiff_t>(header_bytes(header)));
  return std::move(file.bytes);
}

std::vector<int16_t> read_labels(const std::filesystem::path& path) {
  const std::vector<uint8_t> labels = read_idx(path, kLabels);
  const auto wrong = std::ranges::find_if(labels, [](uint8_t label) { return label > 9; });
  if (wrong != labels.end())
    throw BadInput(fmt::format("'{}': expected labels from 0 to 9, found {} at sample {}", path.string(),
                               *wrong, wrong - labels.begin()));
  return {labels.begin(), labels.end()};
}

Samples read_samples(const std::filesystem::path& images, const std::filesystem::path& labels) {
  Samples samples{read_idx(images, kImages), read_labels(labels)};
  const auto count = static_cast<int64_t>(samples.images.size()) / kImagePixels;
  if (count != samples.size())
    throw BadInput(fmt::format("'{}' has {} images, '{}' has {} labels: expected as many", images.string(),
                               count, labels.string(), samples.size()));
  if (count == 0) throw BadInput(fmt::format("'{}' has no images", images.string()));
  return samples;
}

}  // namespace

std::optional<TrainAndTest> read_idx_set(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> found;
  std::vector<std::string> missing;
  for (const std::string_view name : kFiles) {
    if (const auto path = find_file(folder, std::string(name)); !path.empty())
      found.push_back(path);
    else
      missing.emplace_back(name);
  }
  if (found.empty()) return std::nullopt;
  if (!missing.empty())
    throw BadInput(fmt::format("'{}' has {} of the 4 files of a set; missing, plain or as .gz: '{}'",
                               folder.string(), found.size(), fmt::join(missing, "', '")));
  return TrainAndTest{read_samples(found[0], found[1]), read_samples(found[2], found[3])};
}

std::string idx_file_names() { return fmt::format("'{}'", fmt::join(kFiles, "', '")); }

}  // namespace scalegen::train
