#include "generator/script/template_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "core/files.hpp"
#include "core/sbatch_option.hpp"
#include "core/text.hpp"
#include "core/try.hpp"
#include "generator/embedded.hpp"
#include "generator/script/template.hpp"

namespace scalegen {

namespace {

namespace fs = std::filesystem;

std::vector<std::string> bundled_names() {
  std::vector<std::string> names;
  for (const auto& file : embedded_templates()) names.emplace_back(file.name);
  return names;
}

/// Reports the lines `#SBATCH` after which sbatch would not do what the tool expects of it.
void check_sbatch_options(const std::string& path, const std::string& text, Diagnostics& errors) {
  std::istringstream lines(text);
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (const auto found = sbatch_option_in_line(line))
      errors.push_back({.cited = CitedLine{path, number, static_cast<int>(found->offset) + 1, line},
                        .message = refusal_of(*found->option),
                        .hint = std::string(found->option->instead)});
  }
}

}  // namespace

Result<std::vector<OwnTemplate>> own_templates(const fs::path& folder) {
  std::vector<OwnTemplate> own;
  Diagnostics errors;
  const auto names = bundled_names();
  TRY_ASSIGN(const auto found, names_in(folder));
  for (const auto& name : found) {
    if (name.starts_with('.')) continue;
    const auto path = folder / name;
    if (std::ranges::find(names, name) == names.end()) {
      errors.push_back({.message = fmt::format("'{}' has the name of no template", path.string()),
                        .hint = did_you_mean(name, names)});
      continue;
    }
    auto text = read_file(path);
    if (!text) {
      errors.insert(errors.end(), text.error().begin(), text.error().end());
      continue;
    }
    check_sbatch_options(path.string(), *text, errors);
    own.push_back({name, path.string(), std::move(*text)});
  }
  if (!errors.empty()) return tl::make_unexpected(std::move(errors));
  std::ranges::sort(own, [](const auto& a, const auto& b) { return a.name < b.name; });
  return own;
}

std::vector<EmbeddedFile> templates_with(const std::vector<OwnTemplate>& own) {
  auto files = embedded_templates();
  for (auto& file : files)
    for (const auto& mine : own)
      if (mine.name == file.name) file.text = mine.text;
  return files;
}

Result<std::string> job_library(const std::vector<OwnTemplate>& own) {
  return join_template(templates_with(own), "job.bash").map([](const auto& joined) { return joined.text; });
}

Diagnostics with_own_paths(Diagnostics diagnostics, const std::vector<OwnTemplate>& own) {
  for (auto& diagnostic : diagnostics)
    for (const auto& mine : own)
      if (diagnostic.cited && diagnostic.cited->file == mine.name) diagnostic.cited->file = mine.path;
  return diagnostics;
}

}  // namespace scalegen
