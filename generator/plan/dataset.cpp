#include "generator/plan/dataset.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/files.hpp"
#include "core/text.hpp"

namespace scalegen::plan {
namespace {

namespace fs = std::filesystem;

struct KnownSet {
  std::string word;
  std::string name;
  std::vector<std::string> folders;  // below a root; the second is torchvision's
};

const std::vector<KnownSet>& known_sets() {
  static const std::vector<KnownSet> sets = {
      {"mnist", "MNIST", {"mnist", "MNIST/raw"}},
      {"fashion_mnist", "Fashion-MNIST", {"fashion-mnist", "FashionMNIST/raw"}},
  };
  return sets;
}

std::vector<std::string> missing_files(const fs::path& folder) {
  std::vector<std::string> missing;
  std::error_code none;
  for (const auto& file : dataset_files())
    if (!fs::exists(folder / file, none) && !fs::exists(folder / (file + ".gz"), none))
      missing.push_back(file);
  return missing;
}

/// The path stays relative if the working directory was deleted.
fs::path absolute_if_possible(const fs::path& path) { return absolute_path(path).value_or(path); }

/// The first folder that has all files; adds those without them to `searched`.
std::optional<Dataset> find_set(const KnownSet& set, const std::vector<fs::path>& roots,
                                std::vector<std::string>& searched) {
  for (const auto& root : roots)
    for (const auto& folder : set.folders) {
      const auto path = absolute_if_possible(root / folder);
      if (missing_files(path).empty()) return Dataset{set.name, path.string()};
      searched.push_back(path.string());
    }
  return std::nullopt;
}

tl::unexpected<Diagnostics> refuse(Diagnostic error) {
  return tl::make_unexpected(Diagnostics{std::move(error)});
}

Result<Dataset> in_folder(const Located<std::string>& data) {
  const auto folder = absolute_if_possible(data.value);
  std::error_code none;
  if (!fs::is_directory(folder, none))
    return refuse(error_at(data.location, fmt::format("there is no folder '{}'", folder.string()),
                           fmt::format("known besides folders: {}", fmt::join(dataset_words(), ", "))));
  if (const auto missing = missing_files(folder); !missing.empty())
    return refuse(error_at(data.location,
                           fmt::format("the folder '{}' lacks {}", folder.string(), fmt::join(missing, ", ")),
                           "each may also exist as FILE.gz"));
  return Dataset{folder.string(), folder.string()};
}

}  // namespace

const std::vector<std::string>& dataset_words() {
  static const std::vector<std::string> words = {"auto", "mnist", "fashion_mnist", "synthetic"};
  return words;
}

const std::vector<std::string>& dataset_files() {
  static const std::vector<std::string> files = {"train-images-idx3-ubyte", "train-labels-idx1-ubyte",
                                                 "t10k-images-idx3-ubyte", "t10k-labels-idx1-ubyte"};
  return files;
}

Result<Dataset> find_dataset(const Located<std::string>& data, const std::vector<fs::path>& roots) {
  Dataset synthetic{"synthetic digits", "synthetic"};
  if (data.value == "synthetic") return synthetic;
  if (data.value.find('/') != std::string::npos) return in_folder(data);
  std::vector<std::string> searched;
  bool known = data.value == "auto";
  for (const auto& set : known_sets()) {
    if (data.value != "auto" && data.value != set.word) continue;
    known = true;
    if (auto found = find_set(set, roots, searched)) return *found;
  }
  if (!known)
    return refuse(error_at(data.location, fmt::format("unknown data '{}'", data.value),
                           did_you_mean(data.value, dataset_words()),
                           {"a folder is written with a '/', as in ./images"}));
  if (data.value == "auto") return synthetic;
  return refuse(error_at(data.location, fmt::format("no folder has the files of '{}'", data.value),
                         "name one with 'data: FOLDER', or write 'data: synthetic'",
                         {fmt::format("looked into {}", fmt::join(searched, ", "))}));
}

}  // namespace scalegen::plan
