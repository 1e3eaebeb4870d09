#include "workloads/train/data/pack.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "workloads/recipe.hpp"
#include "workloads/train/error.hpp"

namespace scalegen::train {
namespace {

namespace fs = std::filesystem;

struct Picture {
  fs::path path;
  int label = 0;
};

const recipe::DataSet& tiny_imagenet() {
  return *recipe::find(recipe::kDataSets, &recipe::DataSet::option, std::string_view("tiny_imagenet"));
}

std::vector<fs::path> sorted_entries(const fs::path& folder) {
  std::error_code error;
  std::vector<fs::path> paths;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error))
    paths.push_back(entry.path());
  if (error) throw BadInput(fmt::format("cannot read '{}': {}", folder.string(), error.message()));
  std::ranges::sort(paths);
  return paths;
}

std::map<std::string, int> labels_of(const fs::path& folder) {
  std::map<std::string, int> labels;
  for (const fs::path& path : sorted_entries(folder / "train"))
    if (fs::is_directory(path)) labels.emplace(path.filename().string(), static_cast<int>(labels.size()));
  if (labels.empty() || static_cast<int64_t>(labels.size()) > tiny_imagenet().classes)
    throw BadInput(fmt::format("'{}' has {} folders of classes, expected up to {}",
                               (folder / "train").string(), labels.size(), tiny_imagenet().classes));
  return labels;
}

std::vector<Picture> training_pictures(const fs::path& folder, const std::map<std::string, int>& labels) {
  std::vector<Picture> pictures;
  for (const auto& [name, label] : labels)
    for (const fs::path& path : sorted_entries(folder / "train" / name / "images"))
      pictures.push_back({path, label});
  return pictures;
}

/// "val_0.JPEG  n03444034  0  32  44  62": an image, its class, and where in the image that is.
std::vector<Picture> validation_pictures(const fs::path& folder, const std::map<std::string, int>& labels) {
  const fs::path list = folder / "val" / "val_annotations.txt";
  std::ifstream file(list);
  if (!file) throw BadInput(fmt::format("cannot read '{}'", list.string()));
  std::vector<Picture> pictures;
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    std::istringstream words(line);
    std::string image;
    std::string name;
    words >> image >> name;
    const auto label = labels.find(name);
    if (label == labels.end())
      throw BadInput(fmt::format("'{}' line {}: expected an image and a class of 'train', found '{}'",
                                 list.string(), number, line.substr(0, 60)));
    pictures.push_back({folder / "val" / "images" / image, label->second});
  }
  return pictures;
}

/// In CIFAR's form, and under its name only when it is whole.
void pack(const std::vector<Picture>& pictures, const fs::path& path) {
  const recipe::Shape& shape = tiny_imagenet().image;
  const fs::path unfinished = path.string() + ".unfinished";
  std::ofstream file(unfinished, std::ios::binary);
  for (const Picture& picture : pictures) {
    const std::vector<uint8_t> image = decode_jpeg(picture.path, shape);
    file.put(static_cast<char>(picture.label));
    file.write(reinterpret_cast<const char*>(image.data()), static_cast<std::streamsize>(image.size()));
  }
  file.close();
  if (!file) throw std::runtime_error(fmt::format("cannot write '{}'", unfinished.string()));
  fs::rename(unfinished, path);
  fmt::print("{}: {} images\n", path.string(), pictures.size());
}

}  // namespace

void pack_tiny_imagenet(const fs::path& folder) {
  const auto labels = labels_of(folder);
  const auto files = tiny_imagenet().file_names();
  pack(training_pictures(folder, labels), folder / files.front());
  pack(validation_pictures(folder, labels), folder / files.back());
}

}  // namespace scalegen::train
