#include "analysis/scaling/resumption.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace scalegen {
namespace {

/// The times of a run and of the one that left a file. Caches alone save less, and less than a second is
/// chance.
bool is_much_shorter(double seconds, double before) { return seconds < before / 2 && before - seconds > 1; }

/// A run, and what is needed of its rung.
struct RunOfRung {
  Measurement* run = nullptr;
  const LadderRung* rung = nullptr;
};
using Runs = std::vector<RunOfRung>;

// Those that share none are of the folder without a name.
std::map<std::string, Runs> runs_by_folder(std::vector<Ladder>& ladders) {
  std::map<std::string, Runs> folders;
  for (auto& ladder : ladders)
    for (auto& rung : ladder.rungs)
      for (auto& run : rung.runs) folders[run.folder.folder].push_back({&run, &rung});
  for (auto& [folder, runs] : folders)
    std::stable_sort(runs.begin(), runs.end(),
                     [](const auto& a, const auto& b) { return a.run->folder.begun < b.run->folder.begun; });
  return folders;
}

// What programs write to be looked at. None of it is a state that training goes on from.
bool is_for_people(std::string_view name) {
  constexpr auto kEndings = std::to_array<std::string_view>(
      {".md", ".png", ".jpg", ".jpeg", ".gif", ".svg", ".pdf", ".html", ".log", ".txt", ".out", ".err",
       ".csv", ".tsv", ".jsonl", ".pyc", ".prof", ".lock"});
  const auto is_end = [&](auto ending) { return name.ends_with(ending); };
  const auto is_below = [&](std::string_view folder) {
    return name.starts_with(folder) || name.find("/" + std::string(folder)) != std::string_view::npos;
  };
  return std::any_of(kEndings.begin(), kEndings.end(), is_end) ||
         name.find(".tfevents.") != std::string_view::npos || is_below("wandb/") || is_below("mlruns/");
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

bool looks_like_checkpoint(std::string_view name) {
  constexpr auto kWords = std::to_array<std::string_view>(
      {"checkpoint", "ckpt", "snapshot", ".pt", ".safetensors", "optimizer", "model"});
  return std::any_of(kWords.begin(), kWords.end(),
                     [&](auto word) { return name.find(word) != std::string_view::npos; });
}

/// The files that each run found and an earlier one left.
void find_left_files(const Runs& runs) {
  std::map<std::string, std::string> makers;  // the first run that made each
  for (const auto& [run, rung] : runs) {
    for (const auto& name : run->folder.there)
      if (const auto maker = makers.find(name); maker != makers.end() && !has_its_own(run->folder, name))
        run->left_files.push_back({name, maker->second});
    for (const auto& name : run->folder.made)
      if (!is_for_people(name)) makers.emplace(name, run->run);
    const auto order = [](const LeftFile& file) {
      return std::pair(!looks_like_checkpoint(file.name),
                       std::count(file.name.begin(), file.name.end(), '/'));
    };
    std::stable_sort(run->left_files.begin(), run->left_files.end(),
                     [&](const auto& a, const auto& b) { return order(a) < order(b); });
  }
}

/// A line of `run` in words that `before` did not print: a program may load pretrained weights in every run.
std::string new_resuming_line(const FolderRecord& run, const FolderRecord& before) {
  for (const auto& line : run.resuming) {
    const auto is_same = [&](const auto& other) { return family_of(other) == family_of(line); };
    if (std::none_of(before.resuming.begin(), before.resuming.end(), is_same)) return line;
  }
  return "";
}

// "Resuming training from snapshot". One that restores or loads may do so by design, to test its best epoch,
// say.
std::string resuming_line(const FolderRecord& run) {
  const auto says_so = [](const std::string& line) {
    return line.find("esuming") != std::string::npos || line.find("esumed") != std::string::npos;
  };
  const auto line = std::find_if(run.resuming.begin(), run.resuming.end(), says_so);
  return line == run.resuming.end() ? "" : *line;
}

std::optional<Resumption> resumption_of(const RunOfRung& later, const Runs& runs) {
  for (const auto& file : later.run->left_files) {
    const auto maker = std::find_if(runs.begin(), runs.end(),
                                    [&](const auto& other) { return other.run->run == file.made_by; });
    const auto& before = maker->run->folder;
    if (auto line = new_resuming_line(later.run->folder, before); !line.empty())
      return Resumption{.file = file, .line = std::move(line)};
    const auto seconds = later.run->folder.seconds;
    const bool are_alike = maker->rung == later.rung && maker->run->unmeasured.empty();
    if (are_alike && seconds && before.seconds && is_much_shorter(*seconds, *before.seconds))
      return Resumption{.file = file, .seconds = *seconds, .seconds_before = *before.seconds};
  }
  if (auto line = resuming_line(later.run->folder); !line.empty()) return Resumption{.line = std::move(line)};
  return std::nullopt;
}

bool is_of_the_program(std::string_view name) {
  constexpr auto kEndings = std::to_array<std::string_view>({".py", ".sh", ".bash", ".jl", ".lua", ".R"});
  return std::any_of(kEndings.begin(), kEndings.end(), [&](auto ending) { return name.ends_with(ending); });
}

/// A file of the program that a run found changed since the sweep was written, that no run changed, and that
/// an earlier measured run had as it was.
void find_changed_programs(const Runs& runs) {
  std::map<std::string, std::string> as_it_was;  // the last run before the change, of each file
  std::string last;                              // measured run
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

}  // namespace

void find_resumptions(std::vector<Ladder>& ladders) {
  for (const auto& [folder, runs] : runs_by_folder(ladders)) {
    find_left_files(runs);
    find_changed_programs(runs);
    for (const auto& later : runs)
      if (later.run->unmeasured.empty()) later.run->resumption = resumption_of(later, runs);
  }
}

}  // namespace scalegen
