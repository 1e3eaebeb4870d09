#include "workloads/train/data/cifar.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <vector>

#include "workloads/train/data/unpack.hpp"
#include "workloads/train/error.hpp"

namespace scalegen::train {
namespace {

constexpr std::size_t kImageBytes = 3 * 32 * 32;  // red, green, blue, each row by row

/// A record of a file is its labels, the last of which counts, and an image.
struct Format {
  std::vector<std::string> train;
  std::vector<std::string> test;
  std::size_t labels;
  int classes;

  std::size_t record() const { return labels + kImageBytes; }
};

const Format& format_of(std::string_view set) {
  static const Format cifar10 = {
      {"data_batch_1.bin", "data_batch_2.bin", "data_batch_3.bin", "data_batch_4.bin", "data_batch_5.bin"},
      {"test_batch.bin"},
      1,
      10};
  static const Format cifar100 = {{"train.bin"}, {"test.bin"}, 2, 100};
  return set == "cifar10" ? cifar10 : cifar100;
}

void add_record(const std::filesystem::path& path, const Format& format, const uint8_t* record,
                Samples& samples) {
  const uint8_t label = record[format.labels - 1];
  if (label >= format.classes)
    throw BadInput(fmt::format("'{}': expected labels from 0 to {}, found {} at sample {}", path.string(),
                               format.classes - 1, label, samples.size()));
  samples.labels.push_back(label);
  const uint8_t* const image = record + format.labels;
  samples.images.insert(samples.images.end(), image, image + kImageBytes);
}

void add_file(const std::filesystem::path& path, const Format& format, Samples& samples) {
  const Unpacked file = unpack(path);
  const std::size_t size = file.bytes.size();
  if (size == 0 || size % format.record() != 0 || !file.trouble.empty())
    throw BadInput(
        fmt::format("'{}': expected records of {} bytes, found {} bytes, {} of them after the last{}",
                    path.string(), format.record(), size, size % format.record(), file.trouble));
  samples.images.reserve(samples.images.size() + size);
  for (std::size_t at = 0; at < size; at += format.record())
    add_record(path, format, file.bytes.data() + at, samples);
}

}  // namespace

std::optional<TrainAndTest> read_cifar_set(std::string_view set, const std::filesystem::path& folder) {
  const Format& format = format_of(set);
  std::vector<std::string> missing;
  std::size_t found = 0;
  for (const auto* names : {&format.train, &format.test})
    for (const std::string& name : *names)
      find_file(folder, name).empty() ? missing.push_back(name) : void(++found);
  if (found == 0) return std::nullopt;
  if (!missing.empty())
    throw BadInput(fmt::format("'{}' has {} of the {} files of a set; missing, plain or as .gz: '{}'",
                               folder.string(), found, found + missing.size(), fmt::join(missing, "', '")));
  TrainAndTest samples;
  for (const std::string& name : format.train) add_file(find_file(folder, name), format, samples.train);
  for (const std::string& name : format.test) add_file(find_file(folder, name), format, samples.test);
  return samples;
}

}  // namespace scalegen::train
