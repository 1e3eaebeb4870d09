#include "app/sweep_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <system_error>

#include "app/open_run_directory.hpp"
#include "core/files.hpp"
#include "core/run_directory.hpp"
#include "core/try.hpp"
#include "runner/outcome_of_attempt.hpp"

namespace scalegen {

namespace {

namespace fs = std::filesystem;

constexpr int kLevels = 4;
constexpr std::chrono::seconds kMostTime{10};

/// A search under way.
struct Search {
  Clock* clock;
  std::chrono::system_clock::time_point deadline{};
  std::function<void(const RunDirectory&)> visit{};
  bool is_complete = true;
};

std::chrono::seconds age_of(const RunDirectory& directory) {
  auto last = fs::file_time_type::min();
  for (const auto& path : {directory.plan_file(), directory.journal(), directory.root / "runs"}) {
    std::error_code error;
    if (const auto time = fs::last_write_time(path, error); !error) last = std::max(last, time);
  }
  const auto age = std::chrono::duration_cast<std::chrono::seconds>(fs::file_time_type::clock::now() - last);
  return std::max(age, {});
}

Result<void> count_runs(const RunDirectory& directory, Clock& clock, ListedSweep& sweep) {
  TRY_ASSIGN(const auto plan, read_plan_of(directory));
  sweep.cluster = plan.head.cluster;
  sweep.runs = std::ssize(plan.runs);
  TRY_ASSIGN(const auto records, outcomes(plan, directory, {.now = clock.now()}));
  const auto count = [&](bool (*is)(const RunRecord&)) { return std::ranges::count_if(records, is); };
  sweep.completed = count(has_completed);
  sweep.cancelled = count(was_cancelled);
  sweep.failed = count(has_failed) - sweep.cancelled;
  sweep.running = count(is_running);
  return {};
}

ListedSweep listed(const RunDirectory& directory, const fs::path& top, Clock& clock) {
  ListedSweep sweep{.folder = directory.root.lexically_relative(top), .age = age_of(directory)};
  if (const auto counted = count_runs(directory, clock, sweep); !counted)
    sweep.problem = counted.error().front().message;
  return sweep;
}

// A folder that may not be read holds nothing of this person's.
void look_into(const fs::path& folder, int levels, Search& search) {
  std::error_code error;
  if (fs::exists(RunDirectory{folder}.plan_file(), error)) return search.visit({folder});
  if (levels == 0) return;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    if (search.clock->now() >= search.deadline) {
      search.is_complete = false;
      return;
    }
    std::error_code none;
    const bool is_hidden = entry->path().filename().string().starts_with('.');
    if (!is_hidden && !entry->is_symlink(none) && entry->is_directory(none))
      look_into(entry->path(), levels - 1, search);
  }
}

// Returns false if the time was over first.
Result<bool> find_run_directories(const fs::path& folder, Clock& clock,
                                  const std::function<void(const RunDirectory&)>& visit) {
  TRY_ASSIGN(const auto exists, is_folder(folder));
  if (!exists) return failure(fmt::format("there is no folder '{}'", folder.string()));
  Search search{.clock = &clock, .deadline = clock.now() + kMostTime, .visit = visit};
  look_into(folder, kLevels, search);
  return search.is_complete;
}

}  // namespace

Result<SweepList> list_sweeps(const fs::path& folder, Clock& clock) {
  TRY_ASSIGN(const auto top, absolute_path(folder));
  SweepList found;
  TRY_ASSIGN(found.is_complete, find_run_directories(top, clock, [&](const RunDirectory& directory) {
               found.sweeps.push_back(listed(directory, top, clock));
             }));
  std::ranges::sort(found.sweeps, {}, [](const ListedSweep& one) { return std::tie(one.age, one.folder); });
  return found;
}

}  // namespace scalegen
