#include "analysis/report/folder_warnings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/text.hpp"
#include "core/units.hpp"

namespace scalegen::report {
namespace {

using Texts = std::vector<std::string>;

/// The files that runs of one folder found and an earlier one left, each for the first that found it.
struct SharedFolder {
  std::string path{};
  std::vector<std::pair<LeftFile, std::string>> files{};  // with that run
  bool has_resumption = false;
};

void add_files_of(const Measurement& run, SharedFolder& folder) {
  for (const auto& file : run.left_files)
    if (std::ranges::none_of(folder.files, [&](const auto& known) { return known.first.name == file.name; }))
      folder.files.emplace_back(file, run.run);
  folder.has_resumption = folder.has_resumption || run.resumption.has_value();
}

std::vector<SharedFolder> shared_folders(const Report& report) {
  std::vector<const Measurement*> runs;
  for_each_point(report, [&](const auto&, const auto& point) {
    for (const auto& run : point.runs)
      if (!run.left_files.empty()) runs.push_back(&run);
  });
  std::ranges::stable_sort(runs, {}, [](const auto* run) { return run->folder.begun; });
  std::vector<SharedFolder> folders;
  for (const auto* run : runs) {
    auto folder =
        std::ranges::find_if(folders, [&](const auto& known) { return known.path == run->folder.folder; });
    if (folder == folders.end()) folder = folders.insert(folder, {.path = run->folder.folder});
    add_files_of(*run, *folder);
  }
  return folders;
}

constexpr auto kCure =
    "let the program write to a path in {run_dir}, or, if it opens no other file by a relative path, write "
    "workdir: \"{run_dir}\"; then measure again in a new run directory: -o NEW_FOLDER";

bool is_resumed(const Measurement& run) { return run.value && run.resumption; }

std::string file_text(const Measurement& run) {
  const auto& file = run.resumption->file;
  if (file.name.empty()) return "a checkpoint that was there before";
  return fmt::format("'{}', which {} left in {}", file.name, file.made_by, run.folder.folder);
}

std::string evidence_text(const Resumption& found) {
  if (!found.line.empty()) return fmt::format("it printed '{}'", found.line);
  return fmt::format("it took {:.3g} s, and {} took {:.3g} s", found.seconds, found.file.made_by,
                     found.seconds_before);
}

}  // namespace

bool has_resumed(const ScalingPoint& point) { return std::ranges::any_of(point.runs, is_resumed); }

Texts resumption_warnings(const Report& report) {
  Texts rungs;
  std::vector<const Measurement*> runs;
  for_each_point(report, [&](const auto& table, const auto& point) {
    if (has_resumed(point)) rungs.push_back(point_name(table, point.rung));
    for (const auto& run : point.runs)
      if (is_resumed(run)) runs.push_back(&run);
  });
  if (runs.empty()) return {};
  const auto& first = *runs.front();
  const auto others = runs.size() == 1 ? ""
                                       : fmt::format(" (so {} {})", runs.size() == 2 ? "does" : "do",
                                                     counted(std::ssize(runs) - 1, "other run"));
  return {fmt::format("{} *: {} seems to go on with {}: {}{}: such a figure is of other work; {}",
                      join_truncated(rungs), first.run, file_text(first), evidence_text(*first.resumption),
                      others, kCure)};
}

Texts shared_folder_warnings(const Report& report) {
  Texts warnings;
  for (const auto& [path, files, has_resumption] : shared_folders(report)) {
    if (has_resumption) continue;
    const auto& [first, found_by] = files.front();
    warnings.push_back(fmt::format(
        "runs share the folder {}: {} found '{}', which {} had left{}: see 'scalegen explain checkpoint'",
        path, found_by, first.name, first.made_by,
        files.size() == 1 ? "" : fmt::format(", and {}", counted(std::ssize(files) - 1, "other file"))));
  }
  return warnings;
}

Texts changed_program_warnings(const Report& report) {
  std::vector<std::pair<ChangedProgram, Texts>> changes;  // with the runs after each
  for_each_point(report, [&](const auto&, const auto& point) {
    for (const auto& run : point.runs) {
      if (!run.value || !run.changed_program) continue;
      auto known = std::ranges::find_if(
          changes, [&](const auto& change) { return change.first.file == run.changed_program->file; });
      if (known == changes.end()) known = changes.insert(known, {*run.changed_program, {}});
      known->second.push_back(run.run);
    }
  });
  Texts warnings;
  for (const auto& [change, after] : changes)
    warnings.push_back(fmt::format(
        "'{}' was changed after {} and before {}: if it does other work now, these do not compare; "
        "measure all with it in a new run directory: -o NEW_FOLDER",
        change.file, change.last_before, join_truncated(after)));
  return warnings;
}

}  // namespace scalegen::report
