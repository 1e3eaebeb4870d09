#include "runner/failure/stderr_reason.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <map>
#include <system_error>
#include <tuple>
#include <utility>
#include <vector>

#include "core/text.hpp"
#include "core/units.hpp"
#include "runner/failure/failure_lines.hpp"

namespace scalegen {

namespace {

// From the least to the most that a line says of the reason.
enum class Weight {
  none,
  frame,            // there is no other line
  status,           // a launcher's, of a process that may have said more
  said,             // the last line that is nothing else
  lost_connection,  // to the rank that failed first
  status_of_first,  // a launcher's, while the others only lost their connection
  said_by_first,    // the last line, likewise
  printed,          // an error at the end of stdout
  signal,           // a launcher's: the process could say nothing
  aftermath,
  error,
  crash,
  uncaught,
};

struct Candidate {
  Weight weight = Weight::none;
  std::string reason{};
  std::string rank{};
  const RankOutput* output = nullptr;
  std::vector<std::string> lines{};
};

bool is_of_program(Weight weight) { return weight >= Weight::aftermath; }

Weight weight_of(const FailureLine& line) {
  const auto kind = line.kind;
  if (kind == LineKind::aftermath) return Weight::aftermath;
  if (kind == LineKind::text) return Weight::said;
  if (kind == LineKind::frame) return Weight::frame;
  if (kind == LineKind::notice || kind == LineKind::stack) return Weight::none;
  if (is_lost_connection(line.reason)) return Weight::lost_connection;
  if (kind == LineKind::uncaught) return Weight::uncaught;
  return kind == LineKind::crash ? Weight::crash : Weight::error;
}

std::string rank_of(const FailureLine& line, const RankOutput& output) {
  return line.rank.empty() ? output.rank : line.rank;
}

/// The rank in "rank 5".
std::string rank_in(const std::optional<LauncherVerdict>& verdict) {
  return verdict && verdict->who.starts_with("rank ") ? verdict->who.substr(5) : "";
}

// An error with its traceback, without other ranks' lines in between.
std::vector<std::string> lines_up_to(const std::vector<FailureLine>& lines, std::size_t at) {
  constexpr std::size_t kMost = 30;
  const auto text_of = [](const FailureLine& line) { return std::string(line.whole); };
  std::vector<std::string> found{text_of(lines[at])};
  for (auto i = at; i-- > 0 && found.size() < kMost && lines[at].kind != LineKind::crash;) {
    if (lines[i].kind != LineKind::stack) {
      if (lines[i].rank == lines[at].rank) break;
      continue;
    }
    found.push_back(text_of(lines[i]));
    if (lines[i].text.starts_with("Traceback")) break;
  }
  std::ranges::reverse(found);
  if (lines[at].kind == LineKind::crash && at + 1 < lines.size() && lines[at + 1].kind == LineKind::stack)
    found.push_back(text_of(lines[at + 1]));
  return found;
}

// LAMMPS says there why it fails, and two lines more. An error before that was none that ended a program.
Weight weight_in_stdout(const FailureLine& line, std::size_t lines_after, bool has_stderr) {
  constexpr std::size_t kMost = 6;
  const bool is_error =
      line.kind == LineKind::error || line.kind == LineKind::crash || line.kind == LineKind::uncaught;
  return is_error && (has_stderr || lines_after < kMost) ? Weight::printed : Weight::none;
}

/// One candidate for each weight and rank: the first of them, but the last of what is merely said.
void add_candidates(std::vector<Candidate>& candidates, const RankOutput& output) {
  const auto lines = failure_lines(output.text);
  std::map<std::pair<Weight, std::string>, std::size_t> found;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto weight = output.is_stdout ? weight_in_stdout(lines[i], lines.size() - i - 1, output.has_stderr)
                                         : weight_of(lines[i]);
    const std::pair key{weight, rank_of(lines[i], output)};
    if (weight <= Weight::said) found[key] = i;
    if (weight != Weight::none) found.try_emplace(key, i);
  }
  for (const auto& [key, at] : found) {
    if (key.first == Weight::none) continue;
    const auto& line = lines[at];
    candidates.push_back({.weight = key.first,
                          .reason = line.reason.empty() ? last_line(line.text) : line.reason,
                          .rank = key.second,
                          .output = &output,
                          .lines = lines_up_to(lines, at)});
  }
}

/// True if all ranks that lost a connection are others than this one.
bool only_others_lost(const std::vector<Candidate>& candidates, const std::string& first) {
  return !first.empty() && std::ranges::none_of(candidates, [&](const Candidate& one) {
    return one.weight == Weight::lost_connection && (one.rank == first || one.rank.empty());
  });
}

// The last words of the rank that failed first, and its end, count more than that others lost it.
void raise_the_first(std::vector<Candidate>& candidates, const std::string& first) {
  if (!only_others_lost(candidates, first)) return;
  for (auto& one : candidates) {
    if (one.rank != first && !one.rank.empty()) continue;
    if (one.weight == Weight::said) one.weight = Weight::said_by_first;
    if (one.weight == Weight::status) one.weight = Weight::status_of_first;
  }
}

// An error of the rank that failed first counts most, else the most telling line, else the earlier.
const Candidate* chosen(const std::vector<Candidate>& candidates, const std::string& first) {
  const auto value = [&](const Candidate& one) {
    const bool is_of_first = !first.empty() && (one.rank == first || one.rank.empty());
    return std::tuple(is_of_program(one.weight), is_of_program(one.weight) && is_of_first, one.weight);
  };
  const auto best = std::ranges::max_element(candidates, {}, value);
  return best == candidates.end() ? nullptr : &*best;
}

std::string with_place(const Candidate& one, const std::optional<LauncherVerdict>& verdict) {
  const auto place = [&](const std::string& who, const std::string& node) {
    return who + (node.empty() ? "" : " on " + node) + ": " + one.reason;
  };
  const bool is_verdict = one.output == nullptr;
  if (!is_verdict && one.rank.empty() && rank_in(verdict).empty()) return one.reason;
  if (verdict && (is_verdict || one.rank.empty() || one.rank == rank_in(verdict)))
    return verdict->who.empty() ? one.reason : place(verdict->who, verdict->node);
  if (one.rank.empty()) return one.reason;
  const auto node =
      verdict ? verdict->nodes.find(one.rank) : std::map<std::string, std::string>::const_iterator();
  return place("rank " + one.rank, verdict && node != verdict->nodes.end() ? node->second : "");
}

constexpr std::string_view kWatchdog = "Watchdog caught collective operation timeout: WorkNCCL(";

/// The text between a name and the next comma or bracket: ALLREDUCE in "OpType=ALLREDUCE, ".
std::string_view watchdog_field(std::string_view line, std::string_view name) {
  const auto begin = line.find(name);
  if (begin == std::string_view::npos) return "";
  line.remove_prefix(begin + name.size());
  return line.substr(0, line.find_first_of(",)"));
}

std::string after(std::string_view milliseconds) {
  std::int64_t count = 0;
  const auto read = std::from_chars(milliseconds.data(), milliseconds.data() + milliseconds.size(), count);
  if (read.ec != std::errc() || count < 0) return "";
  return " after " + duration_text(std::chrono::seconds(count / 1000));
}

// Slurm's words for a daemon that did not answer.
bool is_no_answer(std::string_view why) {
  constexpr std::array<std::string_view, 6> kWords{"Zero Bytes were transmitted or received",
                                                   "Communication connection failure",
                                                   "Socket timed out on send/recv operation",
                                                   "Message receive failure",
                                                   "Connection reset by peer",
                                                   "Unable to contact slurm controller"};
  return std::ranges::any_of(kWords, [&](std::string_view words) { return why.starts_with(words); });
}

/// From the words on to the end of their line; empty if they are not there.
std::string_view line_from(std::string_view text, std::string_view words) {
  const auto begin = text.find(words);
  return begin == text.npos ? "" : text.substr(begin, text.find('\n', begin) - begin);
}

}  // namespace

StderrReason reason_in(const std::vector<RankOutput>& outputs,
                       const std::optional<LauncherVerdict>& of_script) {
  std::vector<Candidate> candidates;
  std::optional<LauncherVerdict> verdict;
  for (const auto& output : outputs) {
    if (auto timeout = nccl_timeout_in(output.text))
      return {.text = *std::move(timeout), .file = output.file};
    if (!verdict)
      verdict = output.is_stdout ? hydra_verdict_in(output.text) : launcher_verdict_in(output.text);
    add_candidates(candidates, output);
  }
  if (!verdict || (verdict->who.starts_with("task") && !verdict->by_signal))
    verdict = of_script ? of_script : verdict;
  const auto first = rank_in(verdict);
  if (verdict)
    candidates.push_back({.weight = verdict->by_signal ? Weight::signal : Weight::status,
                          .reason = verdict->how,
                          .rank = first});
  if (verdict && !verdict->error.empty())
    candidates.push_back({.weight = Weight::error, .reason = verdict->error, .rank = first});
  raise_the_first(candidates, first);
  const auto* const best = chosen(candidates, first);
  if (best == nullptr) return {};
  return {.text = with_place(*best, verdict),
          .file = best->output == nullptr ? "" : best->output->file,
          .lines = best->lines};
}

std::string reason_in_stderr(std::string_view err) {
  return reason_in({{.text = std::string(err)}}, std::nullopt).text;
}

std::optional<std::string> nccl_timeout_in(std::string_view text) {
  const auto begin = text.find(kWatchdog);
  if (begin == std::string_view::npos) return std::nullopt;
  const auto line = text.substr(begin, text.find('\n', begin) - begin);
  const auto collective = watchdog_field(line, "OpType=");
  return fmt::format("NCCL gave up on {}{}: some rank did not come to it, or the network did not carry it",
                     collective.empty() ? "a collective" : collective,
                     after(watchdog_field(line, "Timeout(ms)=")));
}

// srun: error: Task launch for StepId=292.0 failed on node cpu-1: Zero Bytes were transmitted or received
std::optional<std::string> unreachable_node_in(std::string_view err) {
  constexpr std::string_view kNode = " failed on node ";
  const auto line = line_from(err, "srun: error: Task launch for ");
  const auto node = line.find(kNode);
  const auto colon = node == std::string_view::npos ? node : line.find(": ", node);
  if (colon == std::string_view::npos) return std::nullopt;
  if (!is_no_answer(line.substr(colon + 2))) return std::nullopt;
  return std::string(line.substr(node + kNode.size(), colon - node - kNode.size()));
}

// srun: error: Unable to confirm allocation for job 1: Unable to contact slurm controller (connect failure)
// srun: error: Unable to create step for job 1: Socket timed out on send/recv operation
std::optional<std::string> unanswered_srun_in(std::string_view err) {
  const auto line = line_from(err, "srun: error: Unable to c");
  const auto job = line.find(" for job ");
  const auto colon = job == line.npos ? job : line.find(": ", job);
  if (colon == line.npos || !is_no_answer(line.substr(colon + 2))) return std::nullopt;
  return std::string(line.substr(colon + 2));
}

}  // namespace scalegen
