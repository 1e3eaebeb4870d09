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
    std::stable_sort(runs.begin(), runs.end(),
                     [](const auto& a, const auto& b) { return a.run->folder.begun < b.run->folder.begun; });
    all.push_back(std::move(runs));
  }
  return all;
}

}  // namespace scalegen
