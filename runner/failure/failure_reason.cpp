#include "runner/failure/failure_reason.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "core/bash_command.hpp"
#include "core/event_log.hpp"
#include "core/evidence.hpp"
#include "core/files.hpp"
#include "core/plan.hpp"
#include "core/run_directory.hpp"
#include "core/text.hpp"

namespace scalegen {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kEnoughBytes = 65'536;

/// The folder that `torchrun --log-dir "$SCALEGEN_RUN_DIR"/logs train.py` names; empty if it names none.
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

/// The files in which torchrun kept what its ranks said on stderr, if the run's command tells it so with
/// --log-dir: those of this attempt, at most `most`. There is a folder for each torchrun, in it attempt_0, in
/// it a folder for each rank of its node.
std::vector<fs::path> rank_logs_of_torchrun(const Run& run, const AttemptFolder& attempt, std::size_t most) {
  const auto value = log_dir_in(words_of_command(*run.command), attempt);
  std::vector<fs::path> found;
  if (value.empty()) return found;
  const auto folder = read_folder_record(attempt).folder;
  for (const auto& torchrun : folders_in((folder.empty() ? attempt.root : fs::path(folder)) / value)) {
    if (is_older(torchrun, attempt)) continue;  // of a run before, in a folder that they share
    for (const auto& restart : folders_in(torchrun))
      for (const auto& rank : folders_in(restart))
        if (const auto log = rank / "stderr.log"; found.size() < most && is_there(log).value_or(false))
          found.push_back(log);
  }
  return found;
}

/// Rank 0 writes it, whose failure it may not be: "rank 2: no such data".
std::string last_error_event(std::string_view lines) {
  const auto errors = read_event_excerpt(lines).errors;
  if (errors.empty()) return "";
  const auto& error = errors.back();
  const auto who = error.rank.value_or(0) > 0 ? fmt::format("rank {}: ", *error.rank) : "";
  return who + last_line(without_escape_sequences(error.message));
}

// True for lines that Slurm itself prints into the output of a script.
bool is_of_slurm(std::string_view line) {
  return line.starts_with("srun: ") || line.starts_with("slurmstepd");
}

// "lib/job.bash: line 437: 16953 Killed  SCALEGEN_PROGRAM=$SCALEGEN_RUN_ID- ...": bash's, of a signal that is
// known, with a line of the script that nobody else wrote.
bool is_own_command(std::string_view line) {
  return line.find(" SCALEGEN_PROGRAM=$SCALEGEN_RUN_ID-") != std::string_view::npos;
}

/// Empty if there is no other line.
std::string last_line_of_bash(std::string_view text) {
  auto line = last_line(text);
  for (auto rest = text; is_of_slurm(line) || is_own_command(line); line = last_line(rest))
    rest = rest.substr(0, rest.rfind(line));
  return line;
}

// "/home/you/sweep/jobs/a/job.sbatch: line 9: ...". Slurm runs a copy of the script in a folder of its own.
std::string without_folder_of_script(std::string line) {
  const auto after_name = line.find(": line ");
  const auto slash = line.rfind('/', after_name);
  if (after_name == std::string::npos || slash == std::string::npos) return line;
  line.erase(0, slash + 1);
  constexpr std::string_view kCopy = "slurm_script:";
  if (line.starts_with(kCopy)) line.replace(0, kCopy.size(), "job.sbatch:");
  return line;
}

// Each rank of a big run may print a traceback: of all ranks together the end of stderr, of each alone less.
constexpr std::size_t kBytesOfAll = 1'048'576;
constexpr std::size_t kBytesOfRank = 16'384;
constexpr std::size_t kMostRanks = 64;

// Without colours: a line that only resets them would be the last.
std::string plain_end(const std::filesystem::path& file, std::size_t most) {
  return without_escape_sequences(read_end(file, most).value_or(""));
}

/// The files of ranks of a run on this machine, that of the first to fail before the others.
std::vector<RankOutput> errors_of_ranks(const AttemptFolder& attempt, const Exited& exited) {
  std::vector<int> ranks;
  for (const auto& name : names_in(attempt.root).value_or(std::vector<std::string>{}))
    if (const int rank = name.starts_with("err.") ? attempt_number(name.substr(4)) : 0; rank > 0)
      ranks.push_back(rank);
  std::ranges::sort(ranks, {}, [&](int rank) { return std::pair(rank != exited.failed_rank, rank); });
  ranks.resize(std::min(ranks.size(), kMostRanks));
  std::vector<RankOutput> outputs;
  for (const auto rank : ranks)
    outputs.push_back({.text = plain_end(attempt.err(rank), kBytesOfRank),
                       .rank = std::to_string(rank),
                       .file = attempt.err(rank)});
  return outputs;
}

std::vector<RankOutput> outputs_of_ranks(const Run& run, const AttemptFolder& attempt, const Exited& exited) {
  auto outputs = errors_of_ranks(attempt, exited);
  const auto rank_of_err = outputs.empty() ? "" : "0";
  const bool is_first = exited.failed_rank.value_or(0) == 0 || outputs.empty();
  const auto place = is_first ? outputs.begin() : std::next(outputs.begin());
  outputs.insert(place,
                 {.text = plain_end(attempt.err(), kBytesOfAll), .rank = rank_of_err, .file = attempt.err()});
  outputs.push_back({.text = plain_end(attempt.out(), kBytesOfRank),
                     .rank = rank_of_err,
                     .file = attempt.out(),
                     .is_stdout = true,
                     .has_stderr = std::all_of(outputs.begin(), outputs.end(),
                                               [](const auto& output) { return output.text.empty(); })});
  for (const auto& file : rank_logs_of_torchrun(run, attempt, kMostRanks))
    outputs.push_back({.text = plain_end(file, kBytesOfRank), .file = file});
  return outputs;
}

// The script's own status is that of the rank which failed first: beyond 128 a signal ended it, of which
// there are 64. An srun that refuses its options has 255.
std::optional<LauncherVerdict> verdict_of_script(const Run& run, const Exited& exited) {
  const bool by_signal = exited.status > 128 && exited.status <= 128 + 64;
  if (!exited.launched || !(by_signal || exited.failed_rank)) return std::nullopt;
  auto verdict = verdict_of(by_signal ? 128 - exited.status : exited.status);
  if (!exited.failed_rank || world_size(run.rung) == 1) return verdict;
  verdict.who = fmt::format("rank {}", *exited.failed_rank);
  verdict.node = exited.failed_node;
  return verdict;
}

}  // namespace

std::string last_line_of_script(const std::filesystem::path& output) {
  return without_folder_of_script(last_line_of_bash(plain_end(output, kEnoughBytes)));
}

fs::path file_about_failure(const Run& run, const AttemptFolder& attempt) {
  if (const auto exited = read_exited(attempt).value_or(std::nullopt);
      exited && failure_reason(run, attempt, *exited).file == attempt.out())
    return attempt.out();
  const auto has_text = [](const fs::path& file) {
    std::error_code error;
    return fs::file_size(file, error) > 0 && !error;
  };
  if (has_text(attempt.err())) return attempt.err();
  if (last_line_of_script(attempt.script_output()).empty())
    return has_text(attempt.out()) ? attempt.out() : attempt.err();
  std::error_code error;
  const auto output = fs::canonical(attempt.script_output(), error);
  return error ? attempt.err() : output;
}

FailureReason failure_reason(const Run& run, const AttemptFolder& attempt, const Exited& exited) {
  if (const auto event = last_error_event(read_end(attempt.metrics(), kEnoughBytes).value_or(""));
      !event.empty())
    return {.text = without_control_characters(event), .file = attempt.metrics()};
  auto reason = reason_in(outputs_of_ranks(run, attempt, exited), verdict_of_script(run, exited));
  if (reason.text.empty())
    reason = {.text = last_line_of_script(attempt.script_output()), .file = attempt.script_output()};
  reason.text = without_control_characters(reason.text);
  return reason;
}

}  // namespace scalegen
