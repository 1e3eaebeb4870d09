#include "generator/plan/dataset.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/files.hpp"
#include "core/text.hpp"
#include "workloads/recipe.hpp"

namespace scalegen::plan {
namespace {

namespace fs = std::filesystem;

const recipe::Model* model_of(const std::string& workload) {
  const auto* const row = recipe::find(recipe::kRecipes, &recipe::Recipe::name, workload);
  return row == nullptr ? nullptr : recipe::find(recipe::kModels, &recipe::Model::name, row->model);
}

bool is_text(const recipe::Model* model) { return model != nullptr && model->is_text(); }

std::string synthetic_name(const recipe::Model* model) {
  if (is_text(model)) return "synthetic text";
  return model == nullptr || recipe::has_digits(*model) ? "synthetic digits" : "synthetic images";
}

std::string describe(const recipe::Shape& image, std::int64_t classes) {
  return fmt::format("{} x {} x {} images of {} classes", image.channels, image.height, image.width, classes);
}

/// Why the set cannot be trained on, or nothing.
std::optional<Diagnostic> misfit(const recipe::DataSet& set, const recipe::Model* model,
                                 const Located<std::string>& data) {
  if (model == nullptr || recipe::fits(set, *model)) return std::nullopt;
  return error_at(data.location,
                  fmt::format("'{}' does not fit {}, which takes {}", data.value, model->name,
                              model->is_text() ? "tokens" : describe(model->input, model->classes)),
                  "write 'data: synthetic', or leave 'data:' out",
                  {fmt::format("{} has {}", set.title, describe(set.image, set.classes))});
}

std::vector<std::string> missing_files(const recipe::DataSet& set, const fs::path& folder) {
  std::vector<std::string> missing;
  std::error_code none;
  for (const auto name : set.file_names())
    if (const std::string file(name);
        !fs::exists(folder / file, none) && !fs::exists(folder / (file + ".gz"), none))
      missing.push_back(file);
  return missing;
}

/// The path stays relative if the working directory was deleted.
fs::path absolute_if_possible(const fs::path& path) { return absolute_path(path).value_or(path); }

/// The first folder that has all files; adds those without them to `searched`.
std::optional<Dataset> find_set(const recipe::DataSet& set, const std::vector<fs::path>& roots,
                                std::vector<std::string>& searched) {
  for (const auto& root : roots)
    for (const auto folder : set.folders) {
      const auto path = absolute_if_possible(root / folder);
      if (missing_files(set, path).empty()) return Dataset{std::string(set.title), path.string()};
      if (searched.empty() || searched.back() != path) searched.push_back(path.string());
    }
  return std::nullopt;
}

tl::unexpected<Diagnostics> refuse(Diagnostic error) {
  return tl::make_unexpected(Diagnostics{std::move(error)});
}

/// Text, of which val.bin is needed for an evaluation alone.
Result<Dataset> text_in_folder(const Located<std::string>& data) {
  const auto folder = absolute_if_possible(data.value);
  std::error_code none;
  if (fs::exists(folder / recipe::kTrainTokens, none)) return Dataset{folder.string(), folder.string()};
  return refuse(error_at(data.location,
                         fmt::format("'{}' has no file {}", folder.string(), recipe::kTrainTokens),
                         "a text is a folder with its tokens in train.bin and val.bin, two bytes each"));
}

/// A set whose files are all there and that fits the model; else what the first one that fits lacks.
Result<Dataset> in_folder(const Located<std::string>& data, const recipe::Model* model) {
  if (is_text(model)) return text_in_folder(data);
  const auto folder = absolute_if_possible(data.value);
  std::error_code none;
  if (!fs::is_directory(folder, none))
    return refuse(error_at(data.location, fmt::format("there is no folder '{}'", folder.string()),
                           fmt::format("known besides folders: {}", fmt::join(dataset_words(), ", "))));
  const recipe::DataSet* first = nullptr;
  std::optional<Diagnostic> unfit;
  for (const auto& set : recipe::kDataSets) {
    const bool is_whole = missing_files(set, folder).empty();
    auto error = misfit(set, model, data);
    if (is_whole && !error) return Dataset{folder.string(), folder.string()};
    if (!error && first == nullptr) first = &set;
    if (is_whole && !unfit) unfit = std::move(error);
  }
  if (unfit) return refuse(std::move(*unfit));
  if (first == nullptr) return refuse(fits_no_set(data, std::string(model->name)));
  const auto missing = fmt::format("{}", fmt::join(missing_files(*first, folder), ", "));
  return refuse(error_at(data.location, fmt::format("the folder '{}' lacks {}", folder.string(), missing),
                         "each may also exist as FILE.gz",
                         {fmt::format("{} is {}", first->title, first->source)}));
}

}  // namespace

std::vector<std::string> sets_that_fit(const std::string& workload) {
  const auto* const model = model_of(workload);
  if (is_text(model)) return {std::string(recipe::kTrainTokens)};
  std::vector<std::string> sets;
  for (const auto& set : recipe::kDataSets) {
    auto files = fmt::format("{}", fmt::join(set.file_names(), " "));
    const bool is_new = std::ranges::find(sets, files) == sets.end();
    if (is_new && (model == nullptr || recipe::fits(set, *model))) sets.push_back(std::move(files));
  }
  return sets;
}

Diagnostic fits_no_set(const Located<std::string>& data, const std::string& workload) {
  return error_at(data.location, fmt::format("{} can be trained on no set of files", workload),
                  "write 'data: synthetic'");
}

const std::vector<std::string>& dataset_words() {
  static const auto words = [] {
    std::vector<std::string> all = {"auto"};
    for (const auto& set : recipe::kDataSets) all.emplace_back(set.option);
    all.emplace_back("synthetic");
    return all;
  }();
  return words;
}

Result<Dataset> find_dataset(const Located<std::string>& data, const std::string& workload,
                             const std::vector<fs::path>& roots) {
  const auto* const model = model_of(workload);
  const Dataset synthetic{synthetic_name(model), "synthetic"};
  if (data.value == "synthetic") return synthetic;
  if (data.value.find('/') != std::string::npos) return in_folder(data, model);
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
  const auto& set = *recipe::find(recipe::kDataSets, &recipe::DataSet::option, data.value);
  return refuse(error_at(
      data.location, fmt::format("no folder has the files of '{}'", data.value),
      "name one with 'data: FOLDER', or write 'data: synthetic'",
      {fmt::format("looked into {}", fmt::join(searched, ", ")), fmt::format("it is {}", set.source)}));
}

}  // namespace scalegen::plan
