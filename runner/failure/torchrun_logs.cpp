#include "runner/failure/torchrun_logs.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <system_error>

#include "core/bash_command.hpp"
#include "core/files.hpp"

namespace scalegen {

namespace {

namespace fs = std::filesystem;

/// Of `torchrun --log-dir "$SCALEGEN_RUN_DIR"/logs train.py` what follows the option; empty if there is none.
std::string log_dir_in(const std::vector<std::string>& words, const AttemptFolder& attempt) {
  auto word = std::ranges::find_if(words, [](const auto& w) { return fs::path(w).filename() == "torchrun"; });
  for (; word != words.end(); ++word)
    for (const std::string_view option : {"--log_dir", "--log-dir"}) {
      if (!word->starts_with(option)) continue;
      auto value = word->substr(option.size());
      if (value.empty() && word + 1 != words.end()) value = *(word + 1);
      if (value.starts_with('=')) value.erase(0, 1);
      for (const std::string_view name : {"$SCALEGEN_RUN_DIR", "${SCALEGEN_RUN_DIR}"})
        if (value.starts_with(name)) value.replace(0, name.size(), attempt.root.string());
      return value;
    }
  return "";
}

// The folder in which the run's command ran, as its script wrote it down.
fs::path working_folder_of(const AttemptFolder& attempt) {
  constexpr std::size_t kEnough = 8192;
  const auto text = read_beginning(attempt.root / "folder.txt", kEnough).value_or("");
  constexpr std::string_view kFolder = "\nfolder=";
  const auto found = text.find(kFolder);
  if (found == text.npos) return attempt.root;
  const auto begin = found + kFolder.size();
  return text.substr(begin, text.find('\n', begin) - begin);
}

bool is_older(const fs::path& folder, const AttemptFolder& attempt) {
  std::error_code error;
  const auto claimed = fs::last_write_time(attempt.started(), error);
  return error || fs::last_write_time(folder, error) < claimed || error;
}

std::vector<fs::path> folders_in(const fs::path& folder) {
  auto names = names_in(folder).value_or(std::vector<std::string>{});
  std::ranges::sort(names);
  std::vector<fs::path> found;
  for (const auto& name : names)
    if (is_folder(folder / name).value_or(false)) found.push_back(folder / name);
  return found;
}

}  // namespace

// Below --log-dir: a folder for each torchrun, in it attempt_0, in it a folder for each rank of its node.
std::vector<fs::path> rank_logs_of_torchrun(const Run& run, const AttemptFolder& attempt, std::size_t most) {
  const auto value = log_dir_in(words_of_command(*run.command), attempt);
  std::vector<fs::path> found;
  if (value.empty()) return found;
  for (const auto& torchrun : folders_in(working_folder_of(attempt) / value)) {
    if (is_older(torchrun, attempt)) continue;  // of a run before, in a folder that they share
    for (const auto& restart : folders_in(torchrun))
      for (const auto& rank : folders_in(restart))
        if (const auto log = rank / "stderr.log"; found.size() < most && is_there(log).value_or(false))
          found.push_back(log);
  }
  return found;
}

}  // namespace scalegen
