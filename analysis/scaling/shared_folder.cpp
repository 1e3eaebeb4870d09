#include "analysis/scaling/shared_folder.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace scalegen {

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

}  // namespace scalegen
