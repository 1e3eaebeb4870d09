#include "workloads/train/data/dataset.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <vector>

#include "workloads/train/data/unpack.hpp"
#include "workloads/train/error.hpp"

namespace scalegen::train {
namespace {

std::size_t labels_of(const recipe::DataSet& set) { return set.option == "cifar100" ? 2 : 1; }

std::size_t record_bytes(const recipe::DataSet& set) {
  return labels_of(set) + static_cast<std::size_t>(set.image.size());
}

void add_label(const std::filesystem::path& path, const recipe::DataSet& set, uint8_t label,
               Samples& samples) {
  if (label >= set.classes)
    throw BadInput(fmt::format("'{}': expected labels from 0 to {}, found {} at sample {}", path.string(),
                               set.classes - 1, label, samples.size()));
  samples.labels.push_back(label);
}

/// Images move together where the labels were, since a large set has no room in memory twice.
void add_file(const std::filesystem::path& path, const recipe::DataSet& set, Samples& samples) {
  Unpacked file = unpack(path);
  const std::size_t size = file.bytes.size();
  const std::size_t record = record_bytes(set);
  if (size == 0 || size % record != 0 || !file.trouble.empty())
    throw BadInput(
        fmt::format("'{}': expected records of {} bytes, found {} bytes, {} of them after the last{}",
                    path.string(), record, size, size % record, file.trouble));
  auto end = file.bytes.begin();
  for (std::size_t at = 0; at < size; at += record) {
    const auto image = file.bytes.begin() + static_cast<std::ptrdiff_t>(at + labels_of(set));
    add_label(path, set, *(image - 1), samples);
    end = std::copy(image, image + set.image.size(), end);
  }
  file.bytes.erase(end, file.bytes.end());
  if (samples.images.empty())
    samples.images = std::move(file.bytes);
  else
    samples.images.insert(samples.images.end(), file.bytes.begin(), file.bytes.end());
}

}  // namespace

/// The last of a set's files is the test set.
std::optional<TrainAndTest> read_record_set(const recipe::DataSet& set, const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> paths;
  std::vector<std::string_view> missing;
  for (const std::string_view name : set.file_names()) {
    paths.push_back(find_file(folder, std::string(name)));
    if (paths.back().empty()) missing.push_back(name);
  }
  if (missing.size() == paths.size()) return std::nullopt;
  if (!missing.empty())
    throw BadInput(fmt::format("'{}' has {} of the {} files of a set; missing, plain or as .gz: '{}'",
                               folder.string(), paths.size() - missing.size(), paths.size(),
                               fmt::join(missing, "', '")));
  TrainAndTest samples;
  for (const std::filesystem::path& path : paths)
    add_file(path, set, &path == &paths.back() ? samples.test : samples.train);
  return samples;
}

}  // namespace scalegen::train
