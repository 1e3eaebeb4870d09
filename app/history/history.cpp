#include "app/history/history.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <tuple>
#include <utility>

#include "app/history/store.hpp"
#include "app/sweep_list.hpp"
#include "app/user_settings.hpp"
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

void add(const fs::path& file, const fs::path& root, std::vector<std::string>& lines) {
  std::error_code error;
  const auto time = fs::last_write_time(file, error);
  if (error) return;
  const auto size = fs::file_size(file, error);  // of a folder there is none
  lines.push_back(fmt::format("{} {} {}", file.lexically_relative(root).string(), error ? 0 : size,
                              time.time_since_epoch().count()));
}

// A run's own folder may hold anything: its time of change is enough.
void add_below(const fs::path& folder, int levels, const fs::path& root, std::vector<std::string>& lines) {
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    add(entry->path(), root, lines);
    std::error_code none;
    if (levels > 0 && !entry->is_symlink(none) && entry->is_directory(none))
      add_below(entry->path(), levels - 1, root, lines);
  }
}

/// Tells whether the report of a run directory may have changed: a sum of the names, sizes and times of
/// change of its plan, its journal and the files of its runs, and the version of scalegen that judges them.
std::string fingerprint_of(const RunDirectory& directory) {
  std::vector<std::string> lines;
  for (const auto& file : {directory.plan_file(), directory.journal(), directory.script_sums()})
    add(file, directory.root, lines);
  add_below(directory.root / "runs", kLevels, directory.root, lines);
  std::ranges::sort(lines);
  Cksum sum;
  for (const auto& line : lines) sum.add(line + "\n");
  return fmt::format("{} {} {}", kVersion, lines.size(), sum.text());
}

// A sweep is shown even if the index cannot keep it; why it cannot is said once.
IndexedSweep read_anew(const std::string& folder, std::string fingerprint, Store& store, History& history) {
  auto sweep = read_sweep(folder, std::move(fingerprint));
  const auto kept = store.put(sweep);
  if (kept) return sweep;
  const auto& why = kept.error().front().message;
  if (std::ranges::find(history.notes, why) == history.notes.end()) history.notes.push_back(why);
  return sweep;
}

IndexedSweep sweep_in(const RunDirectory& directory, bool rebuild, Store& store, History& history) {
  const auto folder = directory.root.string();
  auto fingerprint = fingerprint_of(directory);
  const auto known = store.fingerprint(folder);
  if (!rebuild && known && *known == fingerprint)
    if (auto loaded = store.load(folder)) return *std::move(loaded);
  return read_anew(folder, std::move(fingerprint), store, history);
}

// Of a directory and its copies that with the most runs is shown, of equal ones the first by name: none is
// compared with itself.
void add_measured(IndexedSweep sweep, History& history) {
  for (auto& shown : history.sweeps) {
    const auto common = std::count_if(sweep.runs.begin(), sweep.runs.end(),
                                      [&](const auto& run) { return shown.runs.contains(run); });
    if (common == 0) continue;
    if (std::tuple(sweep.runs.size(), shown.folder) > std::tuple(shown.runs.size(), sweep.folder))
      std::swap(sweep, shown);
    return history.notes.push_back(
        fmt::format("'{}' is left out: it has {} in common with '{}', as a copy has", sweep.folder,
                    counted(common, "measured run"), shown.folder));
  }
  history.sweeps.push_back(std::move(sweep));
}

void add(IndexedSweep sweep, std::size_t& unmeasured, History& history) {
  if (sweep.problem.empty()) return add_measured(std::move(sweep), history);
  if (sweep.unit.empty())
    history.notes.push_back(fmt::format("'{}' is left out: {}", sweep.folder, sweep.problem));
  else
    ++unmeasured;
}

}  // namespace

fs::path history_file() {
  const auto folder = cache_folder();
  return folder.empty() ? fs::path() : fs::path(folder) / "history.sqlite";
}

Result<History> history_of(const fs::path& folder, const fs::path& file, bool rebuild, Clock& clock) {
  TRY_ASSIGN(const auto top, absolute_path(folder));
  std::vector<RunDirectory> directories;
  TRY_ASSIGN(const auto is_complete, find_run_directories(top, clock, [&](const RunDirectory& directory) {
               directories.push_back(directory);
             }));
  TRY_ASSIGN(auto opened, open_store(file));
  History history;
  if (!opened.note.empty()) history.notes.push_back(opened.note);
  std::size_t unmeasured = 0;
  for (const auto& directory : directories)
    add(sweep_in(directory, rebuild, opened.store, history), unmeasured, history);
  if (unmeasured > 0)
    history.notes.push_back(fmt::format("left out: {} without a figure",
                                        counted(static_cast<std::int64_t>(unmeasured), "sweep")));
  if (!is_complete)
    history.notes.emplace_back("there may be more: the search ended after 10 s; name a folder further down");
  else if (const auto forgotten = opened.store.forget_missing(top); !forgotten)
    history.notes.push_back(forgotten.error().front().message);
  return history;
}

}  // namespace scalegen::history
