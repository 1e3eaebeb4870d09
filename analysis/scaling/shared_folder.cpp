#include "analysis/scaling/shared_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/regex.hpp"
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

// By its name a checkpoint. Data sets and caches may have the endings and words of those, too.
bool is_state(std::string_view name) {
  static const Regex kCheckpoint("checkpoint|ckpt|snapshot|optimizer|restart|\\.cpt|\\.chk");
  static const Regex kMayBe("\\.pt|\\.safetensors|model|state");
  static const Regex kNoState("(?:^|/)data[./]|dataset|cache|models--");
  const auto lower = lower_case(name);
  return !is_for_people(name) && (partial_match(lower, kCheckpoint) ||
                                  (partial_match(lower, kMayBe) && !partial_match(lower, kNoState)));
}

using Makers = std::unordered_map<std::string, FolderRun>;  // the first run that made each file

std::string maker_text(const FolderRun& maker) {
  return maker.counts ? maker.run->run : fmt::format("attempt {} of {}", maker.run->attempt, maker.run->run);
}

/// Sets the files that each run found and an earlier one left.
Makers find_left_files(const FolderRuns& runs) {
  Makers makers;
  for (const auto& one : runs) {
    auto* const run = one.run;
    run->left_files.clear();
    const auto families = families_of(run->folder.made);
    for (const auto& name : run->folder.there)
      if (const auto maker = makers.find(name);
          maker != makers.end() && !has_its_own(run->folder, families, name))
        run->left_files.push_back({name, maker_text(maker->second)});
    for (const auto& name : run->folder.made)
      if (!is_for_people(name)) makers.emplace(name, one);
    const auto order = [](const LeftFile& file) {
      return std::pair(!is_state(file.name), std::ranges::count(file.name, '/'));
    };
    std::ranges::stable_sort(run->left_files, {}, order);
  }
  return makers;
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

std::optional<Resumption> resumption_of(const FolderRun& later, const Makers& makers) {
  for (const auto& file : later.run->left_files) {
    const auto& maker = makers.at(file.name);
    const auto& before = maker.run->folder;
    if (auto line = new_resuming_line(later.run->folder, before); !line.empty())
      return Resumption{.file = file, .line = std::move(line)};
    const auto seconds = later.run->folder.seconds;
    const bool are_alike = maker.rung == later.rung && maker.run->unmeasured.empty();
    if (are_alike && is_state(file.name) && seconds && before.seconds &&
        is_much_shorter(*seconds, *before.seconds))
      return Resumption{.file = file, .seconds = *seconds, .seconds_before = *before.seconds};
  }
  if (auto line = resuming_line(later.run->folder); !line.empty()) return Resumption{.line = std::move(line)};
  if (const auto& start = later.run->start; start && start->resumed_after.value_or(0) > 0)
    return Resumption{.line = fmt::format("\"resumed_after\": {}", *start->resumed_after)};
  return std::nullopt;
}

// Where a run of one size shows by its time that it went on with a file, runs of other sizes that found the
// file did so, too.
void add_resumptions_by_others(const FolderRuns& runs) {
  std::set<std::string> gone_on_with;
  for (const auto& one : runs)
    if (one.run->resumption && one.run->resumption->seconds_before > 0)
      gone_on_with.insert(one.run->resumption->file.name);
  for (const auto& [run, rung, counts] : runs)
    for (const auto& file : run->left_files)
      if (run->unmeasured.empty() && !run->resumption && gone_on_with.contains(file.name))
        run->resumption = Resumption{.file = file};
}

// A script, or what the command starts from here.
bool is_of_the_program(std::string_view name, const std::string& command) {
  constexpr auto kEndings = std::to_array<std::string_view>({".py", ".sh", ".bash", ".jl", ".lua", ".R"});
  return std::ranges::any_of(kEndings, [&](auto ending) { return name.ends_with(ending); }) ||
         command.find("./" + std::string(name)) != std::string::npos;
}

// The command names it, as a file or a module, and not each run writes it.
bool is_named_alone(const std::string& name, const std::string& command, const FolderRuns& runs) {
  const auto writes = [&](const FolderRun& one) {
    return std::ranges::count(one.run->folder.made, name) > 0;
  };
  const auto has = [&](const std::string& text) { return command.find(text) != std::string::npos; };
  const bool is_named = has(name) || has("-m " + name.substr(0, name.rfind(".py")));
  return is_named && (runs.size() == 1 || !std::ranges::all_of(runs, writes));
}

}  // namespace

std::vector<FolderRuns> runs_by_folder(std::vector<Ladder>& ladders) {
  std::map<std::string, FolderRuns> folders;
  for (auto& ladder : ladders)
    for (auto& rung : ladder.rungs)
      for (auto& run : rung.runs) {
        for (auto* attempts : {&run.put_aside, &run.replaced})
          for (auto& attempt : *attempts)
            folders[attempt.folder.folder].push_back({&attempt, &rung, /*counts=*/false});
        folders[run.folder.folder].push_back({&run, &rung});
      }
  std::vector<FolderRuns> all;
  for (auto& [folder, runs] : folders) {
    std::ranges::stable_sort(runs, {}, [](const auto& of_rung) { return of_rung.run->folder.begun; });
    all.push_back(std::move(runs));
  }
  return all;
}

void find_resumptions(const FolderRuns& runs) {
  const auto makers = find_left_files(runs);
  for (const auto& later : runs)
    if (later.run->unmeasured.empty()) later.run->resumption = resumption_of(later, makers);
  add_resumptions_by_others(runs);
}

std::string state_left_by(const FolderRecord& folder) {
  const auto state = std::ranges::find_if(folder.made, is_state);
  return state == folder.made.end() ? "" : *state;
}

void find_changed_programs(const FolderRuns& runs) {
  std::unordered_map<std::string, ChangedProgram> changes;  // of each file
  std::string last;                                         // measured run
  std::set<std::string> made;                               // families of files that runs write
  for (const auto& [run, rung, counts] : runs) {
    const auto& command = rung->command;
    const auto before = last.empty() && run->unmeasured.empty() ? run->run : last;
    std::vector<ChangedProgram> found;
    for (const auto& name : run->folder.there) found.push_back({name, last});
    for (const auto& name : run->folder.made)
      if (!last.empty() || is_named_alone(name, command, runs)) found.push_back({name, before, run->run});
    for (const auto& one : found) {
      if (!is_of_the_program(one.file, command) || made.contains(family_of(one.file))) continue;
      auto& change = changes.emplace(one.file, one).first->second;
      if (change.last_before.empty() && !one.during.empty()) change = one;
      if (!change.last_before.empty() && !run->changed_program) run->changed_program = change;
    }
    for (const auto& name : run->folder.made)
      if (!changes.contains(name)) made.insert(family_of(name));
    std::erase_if(run->left_files, [&](const auto& left) { return is_of_the_program(left.name, command); });
    if (run->unmeasured.empty()) last = run->run;
  }
}

}  // namespace scalegen
