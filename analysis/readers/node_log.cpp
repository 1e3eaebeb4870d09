#include "analysis/readers/node_log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <sstream>

#include "analysis/readers/csv.hpp"
#include "core/evidence.hpp"
#include "core/files.hpp"
#include "core/text.hpp"

namespace scalegen {
namespace {

using Words = std::vector<std::string>;

std::optional<std::int64_t> count_in(std::string_view text) {
  std::int64_t count = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  const bool whole = error == std::errc{} && stop == text.data() + text.size() && count >= 0;
  return whole ? std::optional(count) : std::nullopt;
}

// 3,000 years, so that the sums over cores and tasks stay numbers.
constexpr std::int64_t kMostTicks = 10'000'000'000'000;

std::optional<std::int64_t> ticks_in(std::string_view text) {
  const auto ticks = count_in(text);
  return ticks <= kMostTicks ? ticks : std::nullopt;
}

std::optional<double> seconds_of_counter(std::string_view text, double units_per_second) {
  const auto count = count_in(text);
  return count ? std::optional(static_cast<double>(*count) / units_per_second) : std::nullopt;
}

// cpu3 user nice system idle iowait irq softirq steal; later fields are part of user and nice.
void add_core(const std::string& name, const Words& words, NodeCounts& counts) {
  constexpr std::size_t kFields = 8;
  const auto number = parse_count(std::string_view(name).substr(3));
  if (!number || words.size() < kFields) return;
  std::vector<std::int64_t> ticks;
  for (std::size_t i = 0; i < kFields; ++i) {
    const auto count = ticks_in(words[i]);
    if (!count) return;
    ticks.push_back(*count);
  }
  CoreTicks core{.busy = ticks[0] + ticks[1] + ticks[2], .idle = ticks[3] + ticks[4], .stolen = ticks[7]};
  for (const auto tick : ticks) core.all += tick;
  counts.cores[*number] = core;
}

// "0: 0100007F:C3C0 0100007F:5209 06 ...": each end of a connection within the node is a line of its own, or
// one of them is gone.
void add_connection(const Words& words, const std::string& port, NodeCounts& counts) {
  if (words.size() < 3 || words[0].size() < 5 || words[1].size() < 5) return;
  const auto address = [](const std::string& end) { return end.substr(0, end.size() - 5); };
  const auto port_of = [](const std::string& end) { return end.substr(end.size() - 4); };
  if (address(words[0]) != address(words[1]) || words[1].ends_with(":0000")) return;  // :0000 of a listener
  if (port_of(words[0]) == port) counts.connections.insert(words[1]);
  if (port_of(words[1]) == port) counts.connections.insert(words[0]);
}

Words words_of(const std::string& line) {
  std::istringstream stream(line);
  Words words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

void add_line(const EvidenceLine& line, std::string& port, NodeCounts& counts) {
  const auto& name = line.word;
  const auto words = words_of(line.rest);
  if (name == "sl") counts.lists_connections = true;
  if (name.ends_with(':')) add_connection(words, port, counts);
  if (name.starts_with("cpu")) add_core(name, words, counts);
  if (name == "load" && !words.empty()) counts.load_average = parse_number(words[0]);
  if (name == "some") counts.seconds_waited = seconds_of_counter(line.value("total"), 1e6);
  if (name == "throttled_usec") counts.seconds_throttled = seconds_of_counter(line.rest, 1e6);
  if (name == "throttled_time") counts.seconds_throttled = seconds_of_counter(line.rest, 1e9);
  if (name == "heat") counts.heat_events = count_in(line.value("events"));
  if (name == "script") counts.own_ticks = ticks_in(line.value("ticks"));
  if (name == "memory_peak") counts.peak_memory = count_in(line.value("bytes"));
  if (name == "port") port = fmt::format("{:04X}", parse_count(line.value("number")).value_or(0));
}

std::optional<std::int64_t> own_ticks(const NodeLog& log, std::optional<std::int64_t> of_tasks) {
  if (log.begin.own_ticks && log.end.own_ticks) return *log.end.own_ticks - *log.begin.own_ticks;
  return of_tasks;
}

// Rounded up. An earlier run of the same job may have held more than this one: then it is not known.
std::optional<std::int64_t> peak_memory_mib(const NodeLog& log) {
  constexpr std::int64_t kMib = 1024 * 1024;
  const auto& end = log.end.peak_memory;
  if (!end || *end <= 0 || *end == log.begin.peak_memory) return std::nullopt;
  return (*end - 1) / kMib + 1;
}

}  // namespace

std::optional<NodeLog> parse_node_log(std::string_view text, const std::string& host) {
  NodeLog log{.host = host};
  NodeCounts* part = nullptr;
  std::optional<std::int64_t> of_tasks;
  std::string port;
  for (const auto& line : parse_evidence(text)) {
    if (line.word == "begin" || line.word == "end") {
      part = line.word == "begin" ? &log.begin : &log.end;
      part->time = parse_number(line.value("time")).value_or(0);
    } else if (line.word == "task") {
      of_tasks = std::min(of_tasks.value_or(0) + ticks_in(line.value("ticks")).value_or(0), kMostTicks);
    } else if (part != nullptr) {
      add_line(line, port, *part);
    }
  }
  if (log.begin.time <= 0 || log.end.time <= log.begin.time) return std::nullopt;
  log.own_ticks = own_ticks(log, of_tasks);
  log.peak_memory_mib = peak_memory_mib(log);
  return log;
}

std::optional<NodeLog> read_node_log(const AttemptListing& files) {
  for (const auto& [file, host] : named_files(files, "node.", ".txt"))
    if (auto log = parse_node_log(read_file(file).value_or(""), host)) return log;
  return std::nullopt;
}

std::vector<MeetingLook> read_meeting_looks(const AttemptListing& files) {
  const auto file = files.folder / "meeting.txt";
  if (!contains_file(files, file)) return {};
  std::vector<MeetingLook> looks;
  std::istringstream lines(read_file(file).value_or(""));
  for (std::string line; std::getline(lines, line);) {
    const auto words = words_of(line);
    if (words.size() != 3) continue;
    const auto count = parse_count(words[0]);
    const auto time = parse_number(words[1]);
    const auto before = parse_number(words[2]);
    if (count && time && before) looks.push_back({*count, *time, *before});
  }
  return looks;
}

std::vector<std::string> what_went_on(const AttemptListing& files) {
  std::vector<std::string> commands;
  for (const auto& file : named_files(files, "goes_on.", ".txt"))
    for (const auto& line : read_evidence(file.path)) {
      auto command = without_control_characters(line.value("command"));
      while (command.ends_with(' ')) command.pop_back();
      if (!command.empty()) commands.push_back(std::move(command));
    }
  return commands;
}

}  // namespace scalegen
