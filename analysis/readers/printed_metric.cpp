#include "analysis/readers/printed_metric.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "analysis/readers/printed_number.hpp"
#include "analysis/readers/reservoir_sample.hpp"
#include "core/files.hpp"
#include "core/number_pattern.hpp"
#include "core/text.hpp"
#include "core/try.hpp"

namespace scalegen {
namespace {

/// Visits the lines that end in a text, and counts them; returns the bytes of these.
class LineVisitor {
 public:
  explicit LineVisitor(const std::function<void(const PrintedLine&)>& visit) : visit_(visit) {}

  std::size_t visit_ended(std::string_view text) {
    std::size_t visited = 0;
    for (auto end = text.find('\n'); end != std::string_view::npos; end = text.find('\n', visited)) {
      const auto line = text.substr(visited, end - visited);
      visit(line.substr(visit_overwritten(line)));
      ++number_;
      visited = end + 1;
    }
    return visited + visit_overwritten(text.substr(visited));
  }

  void visit(std::string_view line) {
    if (!line.empty()) visit_({number_, line});
  }

 private:
  // Up to the last carriage return of a line.
  std::size_t visit_overwritten(std::string_view line) {
    std::size_t visited = 0;
    for (auto end = line.find('\r'); end != std::string_view::npos; end = line.find('\r', visited)) {
      visit(line.substr(visited, end - visited));
      visited = end + 1;
    }
    return visited;
  }

  const std::function<void(const PrintedLine&)>& visit_;
  std::int64_t number_ = 1;
};

FoundText found_in(std::string_view line, const NumberPattern::Group& group) {
  return {line.substr(0, group.begin), line.substr(group.begin, group.size),
          line.substr(group.begin + group.size)};
}

/// Makes PrintedMatches from the matches of a file, one after the other.
class MatchCollector {
 public:
  MatchCollector(std::string file, const MetricPattern& pattern, ReadNumber read_number)
      : pattern_(pattern), reader_(pattern), read_number_(read_number), skip_(pattern.skip.value_or(0)) {
    matches_.file = std::move(file);
  }

  void add(const PrintedLine& line, const NumberPattern::Group& group) {
    const auto found = found_in(line.text, group);
    auto number = read_number_(reader_, found);
    if (number)
      add_number(found, *number);
    else
      add_other(line.number, number);
    ++matches_.count;
    matches_.last = std::move(number);
    line_is_read_to_ = group.begin + group.size;
  }

  /// Keeps the text of the last match in this line.
  void end_line(const PrintedLine& line, const NumberPattern::Group& last) {
    matches_.last_line = line.number;
    matches_.last_text = line.text.substr(last.begin, last.size);
    last_match_line_ = line.text;
    last_match_ = last;
    line_is_read_to_ = 0;
  }

  PrintedMatches matches() && {
    matches_.values = sample_.values();
    matches_.one_in = sample_.one_in();
    matches_.kinds = kinds_.kinds();
    matches_.last_excerpt = excerpt_of(found_in(last_match_line_, last_match_));
    return std::move(matches_);
  }

 private:
  void add_number(const FoundText& found, double number) {
    if (matches_.count < skip_) {
      ++matches_.passed;
    } else {
      sample_.add(number);
      kinds_.add(found, found.before.substr(line_is_read_to_), number);
      matches_.sum += number;
    }
  }

  void add_other(std::int64_t line, Result<double>& number) {
    number = failure(fmt::format("{} in line {} of {} {}", pattern_.name, line, matches_.file,
                                 number.error().front().message));
    const auto& why = number.error().front().message;
    const bool is_skipped = matches_.count < skip_;
    if (!is_skipped && matches_.no_number.empty()) matches_.no_number = why;
    if (is_skipped || sample_.values().empty())
      ++matches_.passed;
    else if (matches_.no_value.empty())
      matches_.no_value = why;
  }

  const MetricPattern& pattern_;
  NumberReader reader_;
  ReadNumber read_number_;
  std::int64_t skip_;
  ReservoirSample sample_;
  MatchKinds kinds_;
  std::size_t line_is_read_to_ = 0;  // the end of the match before
  std::string last_match_line_;
  NumberPattern::Group last_match_;
  PrintedMatches matches_;
};

// The script of a run writes lines of its own into out and err, such as "scalegen: end of 2cpu-r2".
bool is_written_by_scalegen(std::string_view line) { return line.starts_with("scalegen: "); }

/// False if there are none.
bool add_matches(const PrintedLine& line, const NumberPattern& pattern, MatchCollector& matches) {
  std::optional<NumberPattern::Group> last;
  pattern.for_each_in(line.text, [&](const auto& group) {
    matches.add(line, group);
    last = group;
  });
  if (last) matches.end_line(line, *last);
  return last.has_value();
}

Result<void> search(const std::filesystem::path& file, const NumberPattern& pattern,
                    MatchCollector& matches) {
  return for_each_line(file, [&](const PrintedLine& printed) {
    if (is_written_by_scalegen(printed.text)) return;
    if (printed.text.find('\x1b') != std::string_view::npos) {  // "\x1b[32m12.5s" is no time of 32 minutes
      const auto plain = without_escape_sequences(printed.text);
      if (add_matches({printed.number, plain}, pattern, matches)) return;
    }
    add_matches(printed, pattern, matches);
  });
}

}  // namespace

Result<void> for_each_line(const std::filesystem::path& file,
                           const std::function<void(const PrintedLine&)>& visit) {
  LineVisitor lines(visit);
  TRY_ASSIGN(const auto rest, read_in_pieces(file, [&](auto text) { return lines.visit_ended(text); }));
  if (rest) lines.visit(*rest);
  return {};
}

Result<double> read_speed(NumberReader& reader, const FoundText& found) { return reader.read_speed(found); }

Result<PrintedMatches> find_matches_in(const std::filesystem::path& file, const MetricPattern& pattern,
                                       ReadNumber read_number) {
  const auto compiled = NumberPattern::compile(pattern.regex);
  if (!compiled)
    return failure(fmt::format("{}'s regex '{}': {}", pattern.name, pattern.regex, compiled.error().message),
                   compiled.error().hint);
  MatchCollector collector(file.filename().string(), pattern, read_number);
  TRY(search(file, *compiled, collector));
  return std::move(collector).matches();
}

Result<PrintedMatches> find_printed_matches(const AttemptFolder& attempt, const MetricPattern& pattern,
                                            ReadNumber read_number) {
  for (const auto& file : {attempt.out(), attempt.err()}) {
    TRY_ASSIGN(auto matches, find_matches_in(file, pattern, read_number));
    if (matches.count > 0) return matches;
  }
  return failure(fmt::format("no line of out or err matches {}'s regex", pattern.name));
}

}  // namespace scalegen
