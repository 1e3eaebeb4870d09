#include "app/table_of_logs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <glob.h>

#include <algorithm>
#include <cstring>
#include <optional>

#include "analysis/measurement/printed_figure.hpp"
#include "analysis/readers/csv.hpp"
#include "analysis/readers/proposed_metric.hpp"
#include "analysis/tables/heads.hpp"
#include "core/csv_line.hpp"
#include "core/files.hpp"
#include "core/regex.hpp"
#include "core/shell_quote.hpp"
#include "core/text.hpp"
#include "core/try.hpp"
#include "core/units.hpp"
#include "generator/sweep_file/metrics_reader.hpp"
#include "runner/failure/failure_lines.hpp"
#include "runner/failure/launcher_verdict.hpp"
#include "runner/slurm/slurm_client.hpp"

namespace scalegen {
namespace {

constexpr auto kExamplePattern =
    "write a word in braces for what differs, in quotes: 'logs/run_{gpus}gpu_{round}.out'; the size is "
    "{gpus}, {nodes}, {ranks}, {cores} or {rung}";

/// A pattern of paths: what a shell would find, and the names and texts of what stands in braces.
struct PathPattern {
  std::string glob{};
  std::string regex{};
  std::vector<std::string> names{};
};

Result<PathPattern> read_path_pattern(std::string_view text) {
  static const Regex kPart(R"(([^{*]*)(?:(\*)|\{([A-Za-z_]\w*)\}|$))");
  PathPattern pattern;
  auto rest = text;
  for (std::string plain, star, name; !rest.empty();) {
    if (!consume(rest, kPart, &plain, &star, &name))
      return failure(fmt::format("'{}' in '{}' is no word in braces", rest, text), kExamplePattern);
    for (const char c : plain) pattern.glob += {'\\', c};
    pattern.regex += quote_meta(plain);
    if (!star.empty() || !name.empty()) pattern.glob += '*';
    if (!star.empty()) pattern.regex += "[^/]*";
    if (name.empty()) continue;
    pattern.regex += size_head(name) || is_round_head(name) ? "([0-9]+)" : "([^/]+)";
    if (std::ranges::find(pattern.names, name) != pattern.names.end())
      return failure(fmt::format("'{{{}}}' stands twice in '{}'", name, text), "write * for one of them");
    pattern.names.push_back(name);
  }
  const auto is_size = [](const std::string& name) { return size_head(name) || is_rung_head(name); };
  if (std::ranges::none_of(pattern.names, is_size))
    return failure(fmt::format("'{}' does not say the size of a run", text), kExamplePattern);
  return pattern;
}

// Run 2 comes before run 10.
std::vector<std::string> files_of(const PathPattern& pattern) {
  glob_t found{};
  std::vector<std::string> files;
  if (::glob(pattern.glob.c_str(), 0, nullptr, &found) == 0)
    files.assign(found.gl_pathv, found.gl_pathv + found.gl_pathc);
  ::globfree(&found);
  std::ranges::sort(files, [](const auto& a, const auto& b) { return strverscmp(a.c_str(), b.c_str()) < 0; });
  return files;
}

// What the words in braces stand for; nullopt if one is no number that should be.
std::optional<std::vector<std::string>> words_in_path(const PathPattern& pattern, const std::string& file) {
  std::vector<std::string> words(pattern.names.size());
  return full_match(file, Regex(pattern.regex), words) ? std::optional(std::move(words)) : std::nullopt;
}

// The proposal of the first log that has one, and the command that asks for it.
Result<MetricPattern> proposed_in(const std::vector<std::string>& files, const std::string& pattern,
                                  std::vector<std::string>& notes) {
  std::string likely;
  for (const auto& file : files) {
    const auto proposal = propose_metric(file);
    if (!proposal) continue;
    if (proposal->has_event_lines)
      return failure(fmt::format("'{}' has event lines of scalegen", file),
                     "name its run directory: scalegen report DIR");
    for (const auto& line : proposal->likely)
      if (likely.empty())
        likely = fmt::format("; perhaps it is in line {} of {}: {}", line.number, file, line.text);
    if (!proposal->metric) continue;
    const auto& [metric, line, matches] = *proposal->metric;
    notes.push_back(fmt::format("the figure was found in line {} of {}: {}", line.number, file, line.text));
    notes.push_back(fmt::format("the same again: scalegen table {} --metrics {}", shell_quote(pattern),
                                shell_quote(metrics_option(metric))));
    return metric;
  }
  return failure("no log has a figure whose unit it says" + likely,
                 "add --metrics 'throughput=REGEX,UNIT' or 'time=REGEX,UNIT', with {number} in the REGEX");
}

// The line from a log's last figure on that says that its run failed; empty if none does. Behind an error
// that a run survived, or the end of a job that Slurm requeued, are further figures.
Result<std::string> failure_from(const std::string& file, std::int64_t last_figure) {
  // Not a step that the script itself has stopped.
  static const Regex kEnded("error: [*]{3} (?:JOB |STEP .* DUE TO )|PBS: job killed");
  constexpr std::size_t kMost = std::size_t{256} << 10U;
  std::string text;
  TRY(for_each_line(file, [&](const PrintedLine& line) {
    if (line.number >= last_figure && text.size() < kMost) text.append(line.text.substr(0, kMost)) += '\n';
  }));
  const auto lines = failure_lines(text);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto kind = lines[i].kind;
    const bool ends_traceback = kind == LineKind::error && i > 0 && lines[i - 1].kind == LineKind::stack;
    if (kind == LineKind::crash || kind == LineKind::uncaught || ends_traceback ||
        partial_match(lines[i].text, kEnded))
      return at_most(std::string(lines[i].text), 200);
  }
  const auto verdict = launcher_verdict_in(text);
  return verdict ? verdict->how : "";
}

Result<PrintedFigure> figure_in(const std::string& file, const MetricPattern& metric) {
  TRY_ASSIGN(const auto matches, find_matches_in(file, metric));
  if (matches.count == 0) return failure(fmt::format("no line matches '{}'", metric.regex));
  TRY_ASSIGN(const auto why, failure_from(file, matches.last_line));
  if (!why.empty()) return failure("its run failed behind its last figure: " + why);
  return printed_figure(matches, metric);
}

// Of one run that ended with success. Its clock is in ms.
Result<PrintedFigure> mlperf_time(const std::string& file) {
  constexpr auto kEnds =
      R"re(:::MLLOG .*"time_ms": ?([0-9]+),.*"key": ?"run_(?:start"|stop".*"status": ?"success"))re";
  TRY_ASSIGN(const auto ends, find_matches_in(file, {.name = "time", .regex = kEnds, .unit = "ms"}));
  if (ends.values.size() != 2 || ends.values[1] <= ends.values[0])
    return failure("it does not have one run_start of MLPerf and one run_stop with success behind it");
  const auto seconds = (ends.values[1] - ends.values[0]) / 1000;
  return PrintedFigure{.value = seconds, .last = seconds};
}

// Of the job that {job} names, or a file such as slurm-123.out.
Result<PrintedFigure> time_of_job(const std::string& file, const std::string& named) {
  static const Regex kNamed("(?:^|/)slurm-([0-9]+(?:_[0-9]+)?)[^/0-9][^/]*$");
  std::string job = named;
  if (job.empty() && !partial_match(file, kNamed, &job))
    return failure("its name does not say the job: write {job} in the pattern");
  TRY_ASSIGN(const auto said, slurm::run_client({"sacct", "--noheader", "--parsable2", "--allocations",
                                                 "--format=State,ElapsedRaw", "--jobs=" + job}));
  const auto rows = slurm::parse_rows(said.out, 2);
  const auto seconds = rows.size() == 1 ? parse_number(rows[0][1]) : std::nullopt;
  if (!seconds || *seconds <= 0 || rows[0][0] != "COMPLETED")
    return failure(fmt::format("sacct says of job {}: {}", job, rows.empty() ? "nothing" : rows.back()[0]));
  return PrintedFigure{.value = *seconds, .last = *seconds};
}

// Of the last lines that Slurm's seff, called by an epilogue or by hand, has left at a log's end.
Result<PrintedFigure> time_by_seff(const std::string& file) {
  static const Regex kLine(R"(\s*(State|Job Wall-clock time): ([0-9A-Z_:-]+)(?: .*)?\s*)");
  TRY_ASSIGN(const auto end, read_end(file, std::size_t{64} << 10U));
  std::string state;
  std::string time;
  for (const auto& line : lines_of(end)) {
    std::string key;
    std::string value;
    if (!full_match(line, kLine, &key, &value)) continue;
    if (key == "State") time.clear();
    (key == "State" ? state : time) = value;
  }
  if (state.empty()) return failure("seff's lines are not at its end");
  const auto seconds = parse_time(time);
  if (state != "COMPLETED" || !seconds || seconds->count() == 0)
    return failure(fmt::format("seff says: {}, {}", state, time.empty() ? "no time" : time));
  const auto value = static_cast<double>(seconds->count());
  return PrintedFigure{.value = value, .last = value};
}

/// A file with its cells, and its figure.
struct LogRow {
  std::string file{};
  std::vector<std::string> words{};
  PrintedFigure figure{};
};

Result<PrintedFigure> figure_of(const LogRow& row, const PathPattern& pattern, LogTime time,
                                const MetricPattern& metric) {
  if (time == LogTime::none) return figure_in(row.file, metric);
  if (time == LogTime::mlperf) return mlperf_time(row.file);
  if (time == LogTime::seff) return time_by_seff(row.file);
  const auto job = std::ranges::find(pattern.names, "job") - pattern.names.begin();
  return time_of_job(row.file, job < std::ssize(row.words) ? row.words[static_cast<std::size_t>(job)] : "");
}

Result<MetricPattern> metric_for(const LogTableOptions& options, const std::vector<std::string>& files,
                                 std::vector<std::string>& notes) {
  if (options.time != LogTime::none) return MetricPattern{.name = "time", .unit = "s"};
  if (!options.metrics.empty()) return read_metric_option(options.metrics);
  return proposed_in(files, options.patterns.front(), notes);
}

std::string note_of(const LogRow& row, const PathPattern& pattern, const MetricPattern& metric) {
  auto note = row.file + ":";
  for (std::size_t i = 0; i < row.words.size(); ++i)
    note += fmt::format(" {} {},", pattern.names[i], row.words[i]);
  note += fmt::format(" {} {:.12g} {}", metric.name, row.figure.value, metric.unit);
  if (row.figure.matches > 1)
    note += fmt::format(", the {} of {} matches", to_text(row.figure.use), row.figure.matches);
  const bool differ = row.figure.spread || !row.figure.kinds.empty();
  return note + (differ ? ", which do not agree: a REGEX for some of them is better" : "");
}

// As in a sweep: if those of all runs are totals so far, the last one of each counts.
void settle_totals(std::vector<LogRow>& rows) {
  const auto is_total = [](const LogRow& row) {
    return row.figure.matches < kFewMatches || row.figure.totals != Totals::none;
  };
  if (!std::ranges::all_of(rows, is_total)) return;
  for (auto& row : rows) row.figure = with_last_match(row.figure);
}

}  // namespace

Result<LogTable> table_of_logs(const LogTableOptions& options) {
  if (options.patterns.size() != 1)
    return failure(fmt::format("{} paths are given, and one pattern is read", options.patterns.size()),
                   kExamplePattern);
  const auto& text = options.patterns.front();
  TRY_ASSIGN(const auto pattern, read_path_pattern(text));
  const auto files = files_of(pattern);
  if (files.empty()) return failure(fmt::format("no file matches '{}'", text), kExamplePattern);
  LogTable table;
  TRY_ASSIGN(const auto metric, metric_for(options, files, table.notes));
  std::vector<LogRow> rows;
  for (const auto& file : files) {
    auto words = words_in_path(pattern, file);
    LogRow row{file, words.value_or(std::vector<std::string>{})};
    auto figure = words ? figure_of(row, pattern, options.time, metric)
                        : failure("sizes and rounds in its name are no numbers");
    if (figure)
      rows.push_back({file, std::move(row.words), *std::move(figure)});
    else
      table.notes.push_back(fmt::format("{}: left out: {}", file, figure.error().front().message));
  }
  if (rows.empty())
    return failure(fmt::format("none of the files has the figure\n{}", fmt::join(table.notes, "\n")));
  settle_totals(rows);
  table.csv = csv_line(joined({pattern.names, {fmt::format("{} ({})", metric.name, metric.unit)}}));
  for (const auto& row : rows) {
    table.csv += csv_line(joined({row.words, {fmt::format("{:.12g}", row.figure.value)}}));
    table.notes.push_back(note_of(row, pattern, metric));
  }
  return table;
}

}  // namespace scalegen
