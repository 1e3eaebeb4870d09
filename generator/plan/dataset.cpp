#include "generator/plan/dataset.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/files.hpp"
#include "core/text.hpp"
#include "workloads/recipe.hpp"

namespace scalegen::plan {
namespace {

namespace fs = std::filesystem;

/// The folders of a set below a root; the second is torchvision's.
std::vector<std::string> folders_of(const recipe::DataSet& set) {
  if (set.option == "mnist") return {"mnist", "MNIST/raw"};
  return {"fashion-mnist", "FashionMNIST/raw"};
}

const recipe::Model* model_of(const std::string& workload) {
  const auto* const row = recipe::find(recipe::kRecipes, &recipe::Recipe::name, workload);
  return row == nullptr ? nullptr : recipe::find(recipe::kModels, &recipe::Model::name, row->model);
}

std::string describe(const recipe::Shape& image, std::int64_t classes) {
  return fmt::format("{} x {} x {} images of {} classes", image.channels, image.height, image.width, classes);
}

/// Why the set cannot be trained on, or nothing.
std::optional<Diagnostic> misfit(const recipe::DataSet& set, const recipe::Model* model,
                                 const Located<std::string>& data) {
  if (model == nullptr || recipe::fits(set.image, set.classes, *model)) return std::nullopt;
  return error_at(data.location,
                  fmt::format("'{}' does not fit {}, which takes {}", data.value, model->name,
                              describe(model->input, model->classes)),
                  "write 'data: synthetic', or leave 'data:' out",
                  {fmt::format("{} has {}", set.title, describe(set.image, set.classes))});
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
std::optional<Dataset> find_set(const recipe::DataSet& set, const std::vector<fs::path>& roots,
                                std::vector<std::string>& searched) {
  for (const auto& root : roots)
    for (const auto& folder : folders_of(set)) {
      const auto path = absolute_if_possible(root / folder);
      if (missing_files(path).empty()) return Dataset{std::string(set.title), path.string()};
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
  static const auto words = [] {
    std::vector<std::string> all = {"auto"};
    for (const auto& set : recipe::kDataSets) all.emplace_back(set.option);
    all.emplace_back("synthetic");
    return all;
  }();
  return words;
}

const std::vector<std::string>& dataset_files() {
  static const std::vector<std::string> files = {"train-images-idx3-ubyte", "train-labels-idx1-ubyte",
                                                 "t10k-images-idx3-ubyte", "t10k-labels-idx1-ubyte"};
  return files;
}

Result<Dataset> find_dataset(const Located<std::string>& data, const std::string& workload,
                             const std::vector<fs::path>& roots) {
  const auto* const model = model_of(workload);
  const bool has_digits = model == nullptr || recipe::has_digits(*model);
  const Dataset synthetic{has_digits ? "synthetic digits" : "synthetic images", "synthetic"};
  if (data.value == "synthetic") return synthetic;
  if (data.value.find('/') != std::string::npos) {
    if (auto error = misfit(recipe::kDataSets.front(), model, data)) return refuse(std::move(*error));
    return in_folder(data);
  }
  std::vector<std::string> searched;
  bool known = data.value == "auto";
  for (const auto& set : recipe::kDataSets) {
    if (data.value != "auto" && data.value != set.option) continue;
    auto error = misfit(set, model, data);
    if (error && data.value == "auto") continue;
    if (error) return refuse(std::move(*error));
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
