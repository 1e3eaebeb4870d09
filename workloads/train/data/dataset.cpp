#include "workloads/train/data/dataset.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>

#include "workloads/train/data/idx.hpp"
#include "workloads/train/data/unpack.hpp"
#include "workloads/train/error.hpp"

namespace scalegen::train {
namespace {

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
  if (fs::exists(fs::path(options.data) / "val" / "val_annotations.txt"))
    throw BadInput(
        fmt::format("'{0}' has Tiny-ImageNet's JPEGs, of which two files are made once: "
                    "scalegen-train --pack {0}",
                    options.data));
  throw BadInput(
      fmt::format("'{}' has none of the files {}, plain or as .gz, nor those of CIFAR-10, CIFAR-100 or "
                  "Tiny-ImageNet",
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
