#include "analysis/finders/finders.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "core/text.hpp"
#include "core/units.hpp"

namespace scalegen::finders {
namespace {

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

std::vector<SharedFolder> folders_with_left_files(const Measured& measured) {
  std::vector<const Measurement*> runs;
  for_each_point(measured.tables, [&](const auto&, const auto& point) {
    for (const auto& run : point.runs)
      if (!run.left_files.empty()) runs.push_back(&run);
  });
  std::ranges::stable_sort(runs, {}, [](const auto* run) { return run->folder.begun; });
  std::vector<SharedFolder> folders;
  for (const auto* run : runs) {
    auto folder = std::ranges::find(folders, run->folder.folder, &SharedFolder::path);
    if (folder == folders.end()) folder = folders.insert(folder, {.path = run->folder.folder});
    add_files_of(*run, *folder);
  }
  return folders;
}

std::string file_text(const Measurement& run) {
  const auto& file = run.resumption->file;
  if (file.name.empty()) return "a checkpoint that was there before";
  return fmt::format("'{}', which {} left in {}", file.name, file.made_by, run.folder.folder);
}

std::string evidence_text(const Resumption& found) {
  if (!found.line.empty()) return fmt::format("it printed '{}'", found.line);
  if (found.seconds_before <= 0) return "a run that counts no more took less than half as long with it";
  return fmt::format("it took {:.3g} s, and {} took {:.3g} s", found.seconds, found.file.made_by,
                     found.seconds_before);
}

std::string others_text(std::size_t others) {
  if (others == 0) return "";
  return fmt::format(" (so {} {})", others == 1 ? "does" : "do",
                     counted(static_cast<std::int64_t>(others), "other run"));
}

}  // namespace

// One for all rungs with such runs: of the first run the file, and what it printed or how long it took.
Findings resumptions(const Measured& measured) {
  Finding found{.kind = FindingKind::resumption};
  std::vector<const Measurement*> all;
  for_each_point(measured.tables, [&](const auto& table, const auto& point) {
    const auto resumed = runs_that(point, [](const auto& run) { return run.resumption.has_value(); });
    if (!resumed.empty()) found.rungs.push_back(point_name(table, point.rung));
    all.insert(all.end(), resumed.begin(), resumed.end());
  });
  if (all.empty()) return {};
  const auto shows_it = [](const auto* run) {
    return !run->resumption->line.empty() || run->resumption->seconds_before > 0;
  };
  std::ranges::stable_partition(all, shows_it);  // a run that shows it may count no more
  const auto& first = *all.front();
  found.facts = {{"run", first.run},
                 {"file", file_text(first)},
                 {"evidence", evidence_text(*first.resumption)},
                 {"others", others_text(all.size() - 1)}};
  return {std::move(found)};
}

// One for each folder in which a run found what an earlier one had left, and none seems to have read it.
Findings shared_folders(const Measured& measured) {
  Findings found;
  for (const auto& [path, files, has_resumption] : folders_with_left_files(measured)) {
    if (has_resumption) continue;
    const auto& [first, found_by] = files.front();
    const auto others = std::ssize(files) - 1;
    found.push_back({.kind = FindingKind::shared_folder,
                     .facts = {{"folder", path},
                               {"run", found_by},
                               {"file", first.name},
                               {"maker", first.made_by},
                               {"others", others == 0 ? "" : ", and " + counted(others, "other file")}}});
  }
  return found;
}

Findings edited_plans(const Measured& measured) {
  if (!measured.head.plan_is_edited) return {};
  Finding edited{.kind = FindingKind::edited_plan};
  for_each_point(measured.tables, [&](const auto& table, const auto& point) {
    edited.rungs.push_back(point_name(table, point.rung));
  });
  return {std::move(edited)};
}

Findings edited_scripts(const Measured& measured) {
  return for_rungs_with(
      measured, FindingKind::edited_script, [](const Measurement& run) { return run.is_edited; },
      [](const Measurement& first) {
        return Facts{{"script", fmt::format("runs/{}/{}/edited.sbatch", first.run, first.attempt)}};
      });
}

// One for each file, with the runs after its change.
Findings changed_programs(const Measured& measured) {
  std::map<std::string, std::pair<ChangedProgram, std::vector<std::string>>> changes;
  for_each_measured_run(measured.tables, [&](const auto&, const Measurement& run) {
    if (!run.changed_program) return;
    auto& [change, after] = changes[run.changed_program->file];
    change = *run.changed_program;
    if (run.run != change.during) after.push_back(run.run);
  });
  Findings found;
  for (const auto& [file, changed] : changes) {
    const auto& [change, after] = changed;
    const auto runs = join_truncated(after);
    auto when = change.during.empty() ? fmt::format("after {} and before {}", change.last_before, runs)
                                      : fmt::format("while {} was running", change.during);
    if (!change.during.empty() && !runs.empty()) when += fmt::format(", and {} found it so", runs);
    found.push_back({.kind = FindingKind::changed_program, .facts = {{"file", file}, {"when", when}}});
  }
  return found;
}

}  // namespace scalegen::finders
