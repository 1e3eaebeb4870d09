#include "workloads/train/data/dataset.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "workloads/train/data/samples.hpp"
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

/// The training and the test samples of a folder with the four idx files of the MNIST database (28 x 28
/// images of ten classes), plain or gzipped, or nothing if it has none of them. Throws BadInput that names
/// the file, what was expected and what was found; some of the four files are a mistake, too: a broken
/// download must not change what is trained on.
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

/// Its files, as messages name them: "'train-images-idx3-ubyte', ...".
std::string idx_file_names() { return fmt::format("'{}'", fmt::join(kFiles, "', '")); }

namespace fs = std::filesystem;

std::vector<fs::path> roots(const Options& options) {
  std::vector<fs::path> roots = {"data"};
  if (const char* named = std::getenv("SCALEGEN_DATA"); named && *named) roots.emplace_back(named);
  roots.insert(roots.end(), options.data_roots.begin(), options.data_roots.end());
  return roots;
}

/// The folders where a set may lie: as unpacked by hand, and as torchvision lays it out.
std::vector<fs::path> folders_of(const recipe::DataSet& set, const Options& options) {
  std::vector<fs::path> folders;
  if (set.option == "fashion_mnist") folders.emplace_back("/usr/share/datasets/fashion-mnist");
  for (const fs::path& root : roots(options)) {
    if (set.option == "mnist") folders.push_back(root);
    for (const std::string_view folder : set.folders)
      if (folders.empty() || folders.back() != root / folder) folders.push_back(root / folder);
  }
  return folders;
}

bool is_there(const recipe::DataSet& set, const fs::path& folder) {
  return std::ranges::any_of(
      set.file_names(), [&](std::string_view name) { return !find_file(folder, std::string(name)).empty(); });
}

/// A folder that bears the name of a known set is taken for that set; torchvision's files lie in its `raw`.
std::string name_of(const fs::path& folder) {
  const fs::path named = folder.filename() == "raw" ? folder.parent_path() : folder;
  const std::string name = named.filename().string();
  if (name == "fashion-mnist" || name == "FashionMNIST") return "Fashion-MNIST";
  return name == "mnist" ? "MNIST" : name;
}

std::string known_words() {
  std::vector<std::string_view> words = {"auto"};
  for (const recipe::DataSet& set : recipe::kDataSets) words.push_back(set.option);
  words.emplace_back("synthetic");
  return fmt::format("{}", fmt::join(words, ", "));
}

void check_fits(const recipe::DataSet& set, const std::string& name, const recipe::Model& model) {
  const auto words = [](const recipe::Shape& shape, int64_t classes) {
    return fmt::format("{} x {} x {} images of {} classes", shape.channels, shape.height, shape.width,
                       classes);
  };
  if (!recipe::fits(set, model))
    throw BadInput(fmt::format("{} takes {}; {} has {}", model.name, words(model.input, model.classes), name,
                               words(set.image, set.classes)));
}

/// Reads the set from a folder that has it.
Dataset read_set(const recipe::DataSet& set, std::string name, const fs::path& folder,
                 const Options& options) {
  check_fits(set, name, *options.model);
  if (options.samples)
    throw BadInput(fmt::format("--samples is of the synthetic set, and the data are {}", name));
  std::optional<TrainAndTest> samples =
      set.image.channels == 1 ? read_idx_set(folder) : read_record_set(set, folder);
  return {std::move(name), set.image, set.classes, set.mean, set.deviation, std::move(samples).value()};
}

Dataset load_folder(const Options& options) {
  if (!fs::is_directory(options.data))
    throw BadInput(fmt::format("--data: expected {} or a folder, found '{}'", known_words(), options.data));
  for (const recipe::DataSet& set : recipe::kDataSets)
    if (is_there(set, options.data))
      return read_set(set,
                      set.image.channels == 1 ? name_of(fs::canonical(options.data)) : std::string(set.title),
                      options.data, options);
  throw BadInput(
      fmt::format("'{0}' has none of the files {1}, plain or as .gz, nor those of CIFAR-10, CIFAR-100 or "
                  "Tiny-ImageNet, which 'python3 examples/pack_images.py {0}' makes of images",
                  options.data, idx_file_names()));
}

Dataset find_dataset(const Options& options) {
  const bool any = options.data == "auto";
  std::vector<std::string> looked_in;
  for (const recipe::DataSet& set : recipe::kDataSets) {
    if (any ? !recipe::fits(set, *options.model) : set.option != options.data) continue;
    for (const fs::path& folder : folders_of(set, options)) {
      if (is_there(set, folder)) return read_set(set, std::string(set.title), folder, options);
      looked_in.push_back(folder.string());
    }
  }
  if (any || options.data == "synthetic") return synthetic_set(*options.model, options.samples);
  if (looked_in.empty()) return load_folder(options);
  const auto& set = *recipe::find(recipe::kDataSets, &recipe::DataSet::option, options.data);
  throw BadInput(
      fmt::format("--data {}: not found in '{}'; put {} there, or name another place with --data-root",
                  options.data, fmt::join(looked_in, "', '"), set.source));
}

}  // namespace

Dataset load_dataset(const Options& options) try {
  return options.model->is_text() ? load_text(options) : find_dataset(options);
} catch (const std::bad_alloc&) {
  throw BadInput(fmt::format("--data {}: there is no memory for its samples", options.data));
}

}  // namespace scalegen::train
