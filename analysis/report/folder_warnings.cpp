#include "analysis/report/folder_warnings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "core/text.hpp"
#include "core/units.hpp"

namespace scalegen::report {
namespace {

using Texts = std::vector<std::string>;

/// A file that a run created or changed, and a later one found.
struct LeftFile {
  std::string name{};
  std::string made_by{};
  std::string found_by{};
};

std::vector<const Measurement*> runs_by_begin(const Report& report, const std::string& folder) {
  std::vector<const Measurement*> runs;
  for_each_point(report, [&](const auto&, const auto& point) {
    for (const auto& run : point.runs)
      if (run.folder.folder == folder) runs.push_back(&run);
  });
  std::stable_sort(runs.begin(), runs.end(),
                   [](const auto* a, const auto* b) { return a->folder.begun < b->folder.begun; });
  return runs;
}

Texts folders_of(const Report& report) {
  Texts folders;
  for_each_point(report, [&](const auto&, const auto& point) {
    for (const auto& run : point.runs) {
      const auto& folder = run.folder.folder;
      if (!folder.empty() && std::find(folders.begin(), folders.end(), folder) == folders.end())
        folders.push_back(folder);
    }
  });
  return folders;
}

/// The name with `#` for each number and each `2x4`: out-1.pt and out-2x4.pt are of one family, and each run
/// has its own.
std::string family_of(const std::string& name) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  std::string family;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const bool joins = name[i] == 'x' && i + 1 < name.size() && is_digit(name[i + 1]);
    const bool after_number = !family.empty() && family.back() == '#';
    if (after_number && (is_digit(name[i]) || joins)) continue;
    family += is_digit(name[i]) ? '#' : name[i];
  }
  return family;
}

/// True if the run left such a file alone, and wrote one of the same family.
bool has_its_own(const FolderRecord& run, const std::string& name) {
  const auto& made = run.made;
  if (std::find(made.begin(), made.end(), name) != made.end()) return false;
  return std::any_of(made.begin(), made.end(),
                     [&](const auto& other) { return family_of(other) == family_of(name); });
}

std::vector<LeftFile> left_files(const std::vector<const Measurement*>& runs) {
  std::map<std::string, std::string> makers;  // the first run that made each
  std::map<std::string, LeftFile> left;
  for (const auto* run : runs) {
    for (const auto& name : run->folder.there)
      if (const auto maker = makers.find(name); maker != makers.end() && !has_its_own(run->folder, name))
        left.emplace(name, LeftFile{name, maker->second, run->run});
    for (const auto& name : run->folder.made) makers.emplace(name, run->run);
  }
  std::vector<LeftFile> files;
  for (auto& [name, file] : left) files.push_back(std::move(file));
  const auto depth = [](const LeftFile& file) { return std::count(file.name.begin(), file.name.end(), '/'); };
  std::stable_sort(files.begin(), files.end(),
                   [&](const auto& a, const auto& b) { return depth(a) < depth(b); });
  return files;
}

std::string others_text(const std::vector<LeftFile>& files) {
  constexpr std::size_t kNamed = 3;
  std::string text;
  for (std::size_t i = 1; i < std::min(files.size(), kNamed); ++i)
    text += fmt::format("{}'{}'",
                        i > 1               ? ", "
                        : files.size() == 2 ? " (so was "
                                            : " (so were ",
                        files[i].name);
  if (files.size() > kNamed)
    text += fmt::format(" and {}",
                        counted(std::ssize(files) - static_cast<std::ptrdiff_t>(kNamed), "other file"));
  return text.empty() ? "" : text + ")";
}

}  // namespace

Texts shared_folder_warnings(const Report& report) {
  Texts warnings;
  for (const auto& folder : folders_of(report)) {
    const auto files = left_files(runs_by_begin(report, folder));
    if (files.empty()) continue;
    const auto& first = files.front();
    warnings.push_back(
        fmt::format("runs share the folder {}: '{}' was created or changed while {} ran, and was there when "
                    "{} began{}: a "
                    "run that reads what another left, such as a checkpoint, does other work; write workdir: "
                    "\"{{run_dir}}\", or let the program write to a path in {{run_dir}}",
                    folder, first.name, first.made_by, first.found_by, others_text(files)));
  }
  return warnings;
}

Texts going_on_warnings(const Report& report) {
  Texts warnings;
  for_each_point(report, [&](const auto& table, const auto& point) {
    const auto found = std::find_if(point.runs.begin(), point.runs.end(),
                                    [](const auto& run) { return run.value && !run.went_on.empty(); });
    if (found == point.runs.end()) return;
    warnings.push_back(fmt::format(
        "{}: when the command of {} had returned, '{}' went on and was ended: its figure may not be of the "
        "whole work; start it in the foreground",
        point_name(table, point.rung), found->run, found->went_on.front()));
  });
  return warnings;
}

}  // namespace scalegen::report
