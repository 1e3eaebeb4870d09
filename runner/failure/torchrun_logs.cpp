#include "runner/failure/torchrun_logs.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <system_error>

#include "core/files.hpp"

namespace scalegen {

namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 2> kOptions{"--log_dir", "--log-dir"};

// Of `torchrun --log-dir "$SCALEGEN_RUN_DIR"/logs train.py`, a word or a line of bash, what follows the
// option, without quotes.
std::string log_dir_in(std::string_view text, const AttemptFolder& attempt) {
  for (const auto option : kOptions) {
    const auto found = text.find(option);
    if (found == text.npos || text.find("torchrun") > found) continue;
    auto value = std::string(text.substr(found + option.size()));
    value.erase(0, value.find_first_not_of(" ="));
    value.erase(std::min(value.find(' '), value.size()));
    std::erase_if(value, [](char c) { return c == '"' || c == '\''; });
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
  std::sort(names.begin(), names.end());
  std::vector<fs::path> found;
  for (const auto& name : names)
    if (is_folder(folder / name).value_or(false)) found.push_back(folder / name);
  return found;
}

}  // namespace

// Below --log-dir: a folder for each torchrun, in it attempt_0, in it a folder for each rank of its node.
std::vector<fs::path> rank_logs_of_torchrun(const Run& run, const AttemptFolder& attempt, std::size_t most) {
  std::string text;
  for (const auto& word : *run.command) text += word + " ";
  const auto value = log_dir_in(text, attempt);
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
