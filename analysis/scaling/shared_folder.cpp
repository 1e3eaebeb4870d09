#include "analysis/scaling/shared_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/text.hpp"

namespace scalegen {
namespace {

/// The times of a run and of the one that left a file. Caches alone save less, and less than a second is
/// chance.
bool is_much_shorter(double seconds, double before) { return seconds < before / 2 && before - seconds > 1; }

// What programs write to be looked at. None of it is a state that training goes on from.
bool is_for_people(std::string_view name) {
  constexpr auto kEndings = std::to_array<std::string_view>(
      {".md",   ".png",  ".jpg",   ".jpeg", ".gif",        ".svg",         ".pdf",   ".html",
       ".log",  ".txt",  ".out",   ".err",  ".csv",        ".tsv",         ".jsonl", ".pyc",
       ".prof", ".lock", ".cache", ".yaml", "config.json", "settings.json"});
  const auto is_end = [&](auto ending) { return name.ends_with(ending); };
  const auto is_below = [&](std::string_view folder) {
    return name.starts_with(folder) || name.find("/" + std::string(folder)) != std::string_view::npos;
  };
  return std::ranges::any_of(kEndings, is_end) || name.find(".tfevents.") != std::string_view::npos ||
         is_below("wandb/") || is_below("mlruns/") || is_below("log.");
}

std::set<std::string> families_of(const std::vector<std::string>& names) {
  std::set<std::string> families;
  for (const auto& name : names) families.insert(family_of(name));
  return families;
}

/// True if the run left such a file alone, and wrote one of the same family.
bool has_its_own(const FolderRecord& run, const std::set<std::string>& families, const std::string& name) {
  return std::ranges::find(run.made, name) == run.made.end() && families.contains(family_of(name));
}

bool looks_like_checkpoint(std::string_view name) {
  constexpr auto kWords = std::to_array<std::string_view>(
      {"checkpoint", "ckpt", "snapshot", ".pt", ".safetensors", "optimizer", "model"});
  return std::ranges::any_of(kWords, [&](auto word) { return name.find(word) != std::string_view::npos; });
}

/// The files that each run found and an earlier one left.
void find_left_files(const FolderRuns& runs) {
  std::unordered_map<std::string, std::string> makers;  // the first run that made each
  for (const auto& [run, rung] : runs) {
    run->left_files.clear();
    const auto families = families_of(run->folder.made);
    for (const auto& name : run->folder.there)
      if (const auto maker = makers.find(name);
          maker != makers.end() && !has_its_own(run->folder, families, name))
        run->left_files.push_back({name, maker->second});
    for (const auto& name : run->folder.made)
      if (!is_for_people(name)) makers.emplace(name, run->run);
    const auto order = [](const LeftFile& file) {
      return std::pair(!looks_like_checkpoint(file.name), std::ranges::count(file.name, '/'));
    };
    std::ranges::stable_sort(run->left_files, {}, order);
  }
}

/// A line of `run` in words that `before` did not print: a program may load pretrained weights in every run.
std::string new_resuming_line(const FolderRecord& run, const FolderRecord& before) {
  for (const auto& line : run.resuming) {
    const auto is_same = [&](const auto& other) { return family_of(other) == family_of(line); };
    if (std::ranges::none_of(before.resuming, is_same)) return line;
  }
  return "";
}

// "Resuming training from snapshot". One that restores or loads may do so by design, to test its best epoch,
// say.
std::string resuming_line(const FolderRecord& run) {
  const auto says_so = [](const std::string& line) {
    return line.find("esuming") != std::string::npos || line.find("esumed") != std::string::npos;
  };
  const auto line = std::ranges::find_if(run.resuming, says_so);
  return line == run.resuming.end() ? "" : *line;
}

std::optional<Resumption> resumption_of(const FolderRun& later,
                                        const std::unordered_map<std::string, FolderRun>& by_name) {
  for (const auto& file : later.run->left_files) {
    const auto& maker = by_name.at(file.made_by);
    const auto& before = maker.run->folder;
    if (auto line = new_resuming_line(later.run->folder, before); !line.empty())
      return Resumption{.file = file, .line = std::move(line)};
    const auto seconds = later.run->folder.seconds;
    const bool are_alike = maker.rung == later.rung && maker.run->unmeasured.empty();
    if (are_alike && seconds && before.seconds && is_much_shorter(*seconds, *before.seconds))
      return Resumption{.file = file, .seconds = *seconds, .seconds_before = *before.seconds};
  }
  if (auto line = resuming_line(later.run->folder); !line.empty()) return Resumption{.line = std::move(line)};
  if (const auto& start = later.run->start; start && start->resumed_after.value_or(0) > 0)
    return Resumption{.line = fmt::format("\"resumed_after\": {}", *start->resumed_after)};
  return std::nullopt;
}

bool is_of_the_program(std::string_view name) {
  constexpr auto kEndings = std::to_array<std::string_view>({".py", ".sh", ".bash", ".jl", ".lua", ".R"});
  return std::ranges::any_of(kEndings, [&](auto ending) { return name.ends_with(ending); });
}

}  // namespace

std::vector<FolderRuns> runs_by_folder(std::vector<Ladder>& ladders) {
  std::map<std::string, FolderRuns> folders;
  for (auto& ladder : ladders)
    for (auto& rung : ladder.rungs)
      for (auto& run : rung.runs) folders[run.folder.folder].push_back({&run, &rung});
  std::vector<FolderRuns> all;
  for (auto& [folder, runs] : folders) {
    std::ranges::stable_sort(runs, {}, [](const auto& of_rung) { return of_rung.run->folder.begun; });
    all.push_back(std::move(runs));
  }
  return all;
}

void find_resumptions(const FolderRuns& runs) {
  find_left_files(runs);
  std::unordered_map<std::string, FolderRun> by_name;
  for (const auto& one : runs) by_name.emplace(one.run->run, one);
  for (const auto& later : runs)
    if (later.run->unmeasured.empty()) later.run->resumption = resumption_of(later, by_name);
}

void find_changed_programs(const FolderRuns& runs) {
  std::unordered_map<std::string, std::string> as_it_was;  // of each file the last run before its change
  std::string last;                                        // measured run
  std::set<std::string> made;
  for (const auto& [run, rung] : runs) {
    for (const auto& name : run->folder.there) {
      if (!is_of_the_program(name) || made.contains(name)) continue;
      const auto& before = as_it_was.emplace(name, last).first->second;
      if (!before.empty() && !run->changed_program) run->changed_program = ChangedProgram{name, before};
    }
    made.insert(run->folder.made.begin(), run->folder.made.end());
    if (run->unmeasured.empty()) last = run->run;
  }
}

}  // namespace scalegen
