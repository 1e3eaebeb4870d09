#include "workloads/train/dataset.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdlib>

#include "workloads/train/error.hpp"
#include "workloads/train/idx.hpp"
#include "workloads/train/synthetic.hpp"

namespace scalegen::train {
namespace {

namespace fs = std::filesystem;

const std::vector<std::string> kFiles = {"train-images-idx3-ubyte", "train-labels-idx1-ubyte",
                                         "t10k-images-idx3-ubyte", "t10k-labels-idx1-ubyte"};

/// The file, plain or gzipped, or an empty path.
fs::path find_file(const fs::path& folder, const std::string& name) {
  for (const char* ending : {"", ".gz"})
    if (fs::path path = folder / (name + ending); fs::is_regular_file(path)) return path;
  return {};
}

/// The four files in a folder, or none. Some of them is a mistake.
std::vector<fs::path> find_files(const fs::path& folder) {
  std::vector<fs::path> found;
  std::vector<std::string> missing;
  for (const std::string& name : kFiles) {
    if (const fs::path path = find_file(folder, name); !path.empty())
      found.push_back(path);
    else
      missing.push_back(name);
  }
  if (!found.empty() && !missing.empty())
    throw BadInput(fmt::format("'{}' has {} of the 4 files of a set; missing, plain or as .gz: '{}'",
                               folder.string(), found.size(), fmt::join(missing, "', '")));
  return found;
}

Samples read_samples(const fs::path& images, const fs::path& labels) {
  Samples samples{read_idx_images(images), read_idx_labels(labels)};
  const int64_t count = static_cast<int64_t>(samples.images.size()) / kImagePixels;
  if (count != samples.size())
    throw BadInput(fmt::format("'{}' has {} images, '{}' has {} labels: expected as many", images.string(),
                               count, labels.string(), samples.size()));
  if (count == 0) throw BadInput(fmt::format("'{}' has no images", images.string()));
  return samples;
}

Dataset read_dataset(const std::string& name, const std::vector<fs::path>& files) {
  return {name, read_samples(files[0], files[1]), read_samples(files[2], files[3])};
}

std::vector<fs::path> roots(const Options& options) {
  std::vector<fs::path> roots = {"data"};
  if (const char* named = std::getenv("SCALEGEN_DATA"); named && *named) roots.emplace_back(named);
  roots.insert(roots.end(), options.data_roots.begin(), options.data_roots.end());
  return roots;
}

struct Set {
  std::string option;
  std::string name;
  std::vector<fs::path> folders;
};

/// Where the named sets may lie: as unpacked by hand, and as torchvision lays them out.
std::vector<Set> known_sets(const Options& options) {
  Set mnist{"mnist", "MNIST", {}};
  Set fashion{"fashion_mnist", "Fashion-MNIST", {"/usr/share/datasets/fashion-mnist"}};
  for (const fs::path& root : roots(options)) {
    mnist.folders.insert(mnist.folders.end(), {root, root / "mnist", root / "MNIST/raw"});
    fashion.folders.insert(fashion.folders.end(), {root / "fashion-mnist", root / "FashionMNIST/raw"});
  }
  return {mnist, fashion};
}

/// A folder that bears the name of a known set is taken for that set; torchvision's files lie in its `raw`.
std::string name_of(const fs::path& folder) {
  const fs::path named = folder.filename() == "raw" ? folder.parent_path() : folder;
  const std::string name = named.filename().string();
  if (name == "fashion-mnist" || name == "FashionMNIST") return "Fashion-MNIST";
  return name == "mnist" ? "MNIST" : name;
}

Dataset load_folder(const Options& options) {
  if (!fs::is_directory(options.data))
    throw BadInput(fmt::format(
        "--data: expected auto, mnist, fashion_mnist, synthetic or a folder, found '{}'", options.data));
  const std::vector<fs::path> files = find_files(options.data);
  if (files.empty())
    throw BadInput(fmt::format("'{}' has none of the files '{}', plain or as .gz", options.data,
                               fmt::join(kFiles, "', '")));
  return read_dataset(name_of(fs::canonical(options.data)), files);
}

}  // namespace

Dataset load_dataset(const Options& options) {
  const std::vector<Set> sets = known_sets(options);
  const bool any = options.data == "auto";
  std::vector<std::string> looked_in;
  for (const Set& set : sets) {
    if (!any && set.option != options.data) continue;
    for (const fs::path& folder : set.folders) {
      if (const auto files = find_files(folder); !files.empty()) return read_dataset(set.name, files);
      looked_in.push_back(folder.string());
    }
  }
  if (any || options.data == "synthetic") return synthetic_digits(options.samples);
  if (looked_in.empty()) return load_folder(options);
  throw BadInput(fmt::format("--data {}: not found in '{}'; --data-root adds a place", options.data,
                             fmt::join(looked_in, "', '")));
}

}  // namespace scalegen::train
