#include "app/history/history.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "app/history/kept_figures.hpp"
#include "app/sweep_list.hpp"
#include "core/cksum.hpp"
#include "core/files.hpp"
#include "core/run_directory.hpp"
#include "core/try.hpp"
#include "core/units.hpp"
#include "core/version.hpp"

namespace scalegen::history {
namespace {

namespace fs = std::filesystem;

constexpr int kLevels = 2;  // runs/<run>/<attempt>/<file>

void add_below(const std::string& name, int levels, const std::string& root, std::vector<std::string>& lines);

// A run's own folder may hold anything: its time of change is enough.
void add(const std::string& name, int levels, const std::string& root, std::vector<std::string>& lines) {
  const auto path = root + "/" + name;
  struct stat file {};
  if (::lstat(path.c_str(), &file) != 0) return;
  const bool is_link = S_ISLNK(file.st_mode);
  if (is_link && ::stat(path.c_str(), &file) != 0) return;
  const bool is_folder = S_ISDIR(file.st_mode);
  lines.push_back(fmt::format("{} {} {}.{:09}\n", name, is_folder ? 0 : file.st_size, file.st_mtim.tv_sec,
                              file.st_mtim.tv_nsec));
  if (is_folder && !is_link && levels > 0) add_below(name, levels - 1, root, lines);
}

void add_below(const std::string& name, int levels, const std::string& root,
               std::vector<std::string>& lines) {
  for (const auto& inner : names_in(root + "/" + name).value_or(std::vector<std::string>()))
    add(name + "/" + inner, levels, root, lines);
}

/// Tells whether the report of a run directory may have changed: a sum of the names, sizes and times of
/// change of its plan, its journal and the files of its runs, and the version of scalegen that judges them.
std::string fingerprint_of(const RunDirectory& directory) {
  std::vector<std::string> lines;
  for (const auto& file : {directory.plan_file(), directory.journal(), directory.script_sums()})
    add(file.filename().string(), 0, directory.root.string(), lines);
  add_below("runs", kLevels, directory.root.string(), lines);
  std::ranges::sort(lines);
  Cksum sum;
  for (const auto& line : lines) sum.add(line);
  return fmt::format("{} {} {}", kVersion, lines.size(), sum.text());
}

// Nothing is kept of a directory that cannot be read: it may be none, and the reason may change by tomorrow.
IndexedSweep sweep_in(const RunDirectory& directory, bool rebuild) {
  auto fingerprint = fingerprint_of(directory);
  if (!rebuild)
    if (auto kept = kept_figures(directory, fingerprint)) return *std::move(kept);
  auto sweep = read_sweep(directory.root.string(), std::move(fingerprint));
  if (!sweep.unit.empty()) keep_figures(directory, sweep);
  return sweep;
}

using Places = std::unordered_map<std::string, std::size_t>;  // of the runs of sweeps that are shown

// The place of the first sweep that has a run of this one; the end if none has.
std::size_t place_for(const IndexedSweep& sweep, const Places& places, std::size_t end) {
  for (const auto& run : sweep.runs)
    if (const auto found = places.find(run); found != places.end()) end = std::min(end, found->second);
  return end;
}

// Shows, of a directory and its copies, the one with the most runs, of equal ones the first by name: none is
// compared with itself.
void choose(IndexedSweep sweep, std::size_t place, Places& places, History& history) {
  auto& shown = history.sweeps[place];
  const auto common =
      std::ranges::count_if(sweep.runs, [&](const auto& run) { return shown.runs.contains(run); });
  if (std::tuple(sweep.runs.size(), shown.folder) > std::tuple(shown.runs.size(), sweep.folder)) {
    std::swap(sweep, shown);
    std::erase_if(places, [&](const auto& one) { return one.second == place; });
  }
  history.notes.push_back(fmt::format("'{}' is left out: it has {} in common with '{}', as a copy has",
                                      sweep.folder, counted(common, "measured run"), shown.folder));
}

void add_measured(IndexedSweep sweep, Places& places, History& history) {
  const auto place = place_for(sweep, places, history.sweeps.size());
  if (place == history.sweeps.size())
    history.sweeps.push_back(std::move(sweep));
  else
    choose(std::move(sweep), place, places, history);
  for (const auto& run : history.sweeps[place].runs) places.emplace(run, place);
}

void add(IndexedSweep sweep, Places& places, History& history) {
  if (sweep.problem.empty()) return add_measured(std::move(sweep), places, history);
  if (sweep.unit.empty())
    history.notes.push_back(fmt::format("'{}' is left out: {}", sweep.folder, sweep.problem));
  else
    history.unmeasured.push_back(std::move(sweep));
}

}  // namespace

Result<History> history_of(const fs::path& folder, bool rebuild, Clock& clock) {
  TRY_ASSIGN(const auto top, absolute_path(folder));
  std::vector<RunDirectory> directories;  // to read them may take longer than a search may
  TRY_ASSIGN(const auto is_complete, find_run_directories(top, clock, [&](const RunDirectory& directory) {
               directories.push_back(directory);
             }));
  History history;
  Places places;
  for (const auto& directory : directories) add(sweep_in(directory, rebuild), places, history);
  if (const auto count = std::ssize(history.unmeasured); count > 0)
    history.notes.push_back(fmt::format("left out: {} without a figure", counted(count, "sweep")));
  if (!is_complete)
    history.notes.emplace_back("there may be more: the search ended after 10 s; name a folder further down");
  return history;
}

}  // namespace scalegen::history
