#include "analysis/readers/printed_metric.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <iterator>
#include <memory>
#include <string>

#include "analysis/readers/printed_number.hpp"
#include "analysis/readers/value_sample.hpp"
#include "core/files.hpp"
#include "core/number_pattern.hpp"
#include "core/try.hpp"
#include "core/units.hpp"

namespace scalegen {
namespace {

struct Closer {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

/// Assembles lines from the blocks in which a file is read.
class LineAssembler {
 public:
  explicit LineAssembler(const std::function<bool(const PrintedLine&)>& visit) : visit_(visit) {}

  /// Returns false if the visitor wants no more lines.
  bool append(std::string_view piece) {
    while (!piece.empty()) {
      const auto end = piece.find_first_of("\r\n");
      add(piece.substr(0, end));
      if (end == std::string_view::npos) return true;
      if (!finish()) return false;
      if (piece[end] == '\n') ++number_;
      piece.remove_prefix(end + 1);
    }
    return true;
  }

  /// Visits the current line, at its end or at the end of the file.
  bool finish() {
    const bool too_long = line_.size() > kLongestLine;
    if (too_long) ++too_long_;
    const bool more = too_long || line_.empty() || visit_({number_, line_});
    line_.clear();
    return more;
  }

  [[nodiscard]] std::int64_t too_long() const { return too_long_; }

 private:
  void add(std::string_view part) {
    if (line_.size() <= kLongestLine) line_.append(part.substr(0, kLongestLine + 1 - line_.size()));
  }

  const std::function<bool(const PrintedLine&)>& visit_;
  std::string line_{};  // truncated to kLongestLine + 1
  std::int64_t number_ = 1;
  std::int64_t too_long_ = 0;
};

constexpr std::int64_t kMaxSteps = 4'000'000;    // about 0.2 s
constexpr std::uintptr_t kMaxStack = 4U << 20U;  // half of the usual limit

struct TooHard : std::exception {};

/// The steps and the stack that one search may still use.
struct Allowance {
  std::int64_t steps = kMaxSteps;
  std::uintptr_t stack_begin = 0;
};

// The stack grows down.
[[gnu::always_inline]] inline std::uintptr_t stack_here() {
  return reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
}

/// Iterates over the characters of a line; each access uses up the allowance.
class Character {
 public:
  using iterator_category = std::bidirectional_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  Character() = default;
  Character(std::string_view line, std::size_t position, Allowance& allowance)
      : at_(line.data() + position), allowance_(&allowance) {}

  reference operator*() const {
    if (--allowance_->steps < 0 || allowance_->stack_begin - stack_here() > kMaxStack) throw TooHard();
    return *at_;
  }
  Character& operator++() {
    ++at_;
    return *this;
  }
  Character operator++(int) {
    auto before = *this;
    ++at_;
    return before;
  }
  Character& operator--() {
    --at_;
    return *this;
  }
  Character operator--(int) {
    auto before = *this;
    --at_;
    return before;
  }
  bool operator==(const Character& other) const { return at_ == other.at_; }
  [[nodiscard]] const char* at() const { return at_; }

 private:
  const char* at_ = nullptr;
  Allowance* allowance_ = nullptr;
};

// With more hard lines than this, a file would take minutes.
constexpr int kMaxHardLines = 10;

// So would a file in which many lines are almost as hard. An easy pattern takes 1 to 10 steps a byte.
constexpr std::int64_t kStepsOfAnyFile = 40 * kMaxSteps;  // about 8 s
constexpr std::int64_t kStepsOfAByte = 20;

/// The lines of a file that a search did not look at, and what it cost.
struct SearchCost {
  std::int64_t too_long = 0;
  int too_hard = 0;
  std::int64_t bytes = 0;
  std::int64_t steps = 0;
};

bool is_too_slow(const SearchCost& cost) {
  return cost.too_hard >= kMaxHardLines || cost.steps > kStepsOfAnyFile + kStepsOfAByte * cost.bytes;
}

FoundText found_in(std::string_view line, const LineRegex::Group& group) {
  return {line.substr(0, group.begin), line.substr(group.begin, group.size),
          line.substr(group.begin + group.size)};
}

/// Makes PrintedMatches from the matches of a file, one after the other.
class MatchCollector {
 public:
  MatchCollector(std::string file, const MetricPattern& pattern, ReadNumber read_number)
      : pattern_(pattern), read_number_(read_number), skip_(pattern.skip.value_or(0)) {
    matches_.file = std::move(file);
  }

  void add(const PrintedLine& line, const LineRegex::Group& group) {
    const auto found = found_in(line.text, group);
    auto number = read_number_(found, pattern_);
    if (number)
      add_number(found, *number);
    else
      add_other(line.number, number);
    ++matches_.count;
    matches_.last = std::move(number);
    line_is_read_to_ = group.begin + group.size;
  }

  /// Keeps the text of the last match in this line.
  void end_line(const PrintedLine& line, const LineRegex::Group& last) {
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
  ReadNumber read_number_;
  std::int64_t skip_;
  ValueSample sample_;
  MatchKinds kinds_;
  std::size_t line_is_read_to_ = 0;  // the end of the match before
  std::string last_match_line_;
  LineRegex::Group last_match_;
  PrintedMatches matches_;
};

// The script of a run writes lines of its own into out and err, such as "scalegen: end of 2cpu-r2".
bool is_written_by_scalegen(std::string_view line) { return line.starts_with("scalegen: "); }

Result<SearchCost> search(const std::filesystem::path& file, const LineRegex& regex,
                          MatchCollector& matches) {
  SearchCost cost;
  const auto too_long = for_each_line(file, [&](const PrintedLine& line) {
    if (is_written_by_scalegen(line.text)) return true;
    const auto found = regex.all_in(line.text);
    for (const auto& group : found.groups) matches.add(line, group);
    if (!found.groups.empty()) matches.end_line(line, found.groups.back());
    cost.too_hard += found.too_hard ? 1 : 0;
    cost.bytes += std::ssize(line.text);
    cost.steps += found.steps;
    return !is_too_slow(cost);
  });
  if (!too_long) return tl::make_unexpected(too_long.error());
  cost.too_long = *too_long;
  return cost;
}

tl::unexpected<Diagnostics> too_slow(const std::string& file, const MetricPattern& pattern) {
  return failure(fmt::format(
      "{}'s regex takes too long for the lines of {}: write it without nested repeats and without '.*' "
      "before the text to find",
      pattern.name, file));
}

tl::unexpected<Diagnostics> no_match(const MetricPattern& pattern, std::int64_t unsearched) {
  auto why = fmt::format("no line of out or err matches {}'s regex", pattern.name);
  if (unsearched > 0) why += fmt::format(" ({} could not be searched)", counted(unsearched, "line"));
  return failure(std::move(why));
}

}  // namespace

Result<std::int64_t> for_each_line(const std::filesystem::path& file,
                                   const std::function<bool(const PrintedLine&)>& visit) {
  const std::unique_ptr<std::FILE, Closer> opened(std::fopen(file.c_str(), "re"));
  if (!opened && errno == ENOENT) return 0;
  if (!opened) return file_failure("read", file, errno);
  LineAssembler lines(visit);
  std::string buffer(kLongestLine, '\0');
  bool more = true;
  while (more && std::feof(opened.get()) == 0 && std::ferror(opened.get()) == 0) {
    const auto got = std::fread(buffer.data(), 1, buffer.size(), opened.get());
    more = lines.append(std::string_view(buffer).substr(0, got));
  }
  if (std::ferror(opened.get()) != 0) return file_failure("read", file, errno);
  if (more) lines.finish();
  return lines.too_long();
}

Result<LineRegex> LineRegex::make(const std::string& regex) {
  try {
    std::regex compiled(regex_of_pattern(regex));
    if (compiled.mark_count() > 0) return LineRegex(std::move(compiled));
    return failure(fmt::format("the regex '{}' has no group for the number", regex),
                   "put the number into parentheses");
  } catch (const std::regex_error&) {
    return failure(fmt::format("'{}' is not a regular expression", regex));
  }
}

LineRegex::Found LineRegex::all_in(std::string_view line) const {
  Allowance allowance{.stack_begin = stack_here()};
  const Character begin(line, 0, allowance);
  const Character end(line, line.size(), allowance);
  Found found;
  const auto add = [&](const std::sub_match<Character>& group) {
    found.groups.push_back({});
    if (group.matched)
      found.groups.back() = {static_cast<std::size_t>(group.first.at() - line.data()),
                             static_cast<std::size_t>(group.second.at() - group.first.at())};
  };
  try {
    std::regex_iterator<Character> match(begin, end, regex_);
    for (; match != std::regex_iterator<Character>(); ++match) add((*match)[1]);
  } catch (const TooHard&) {
    found = {.too_hard = true};
  } catch (const std::regex_error&) {  // its own limits, of complexity and stack
    found = {.too_hard = true};
  }
  found.steps = kMaxSteps - allowance.steps;
  return found;
}

Result<PrintedMatches> find_printed_matches(const AttemptFolder& attempt, const MetricPattern& pattern,
                                            ReadNumber read_number) {
  TRY_ASSIGN(const auto regex, LineRegex::make(pattern.regex));
  std::int64_t unsearched = 0;
  for (const auto& file : {attempt.out(), attempt.err()}) {
    MatchCollector collector(file.filename().string(), pattern, read_number);
    TRY_ASSIGN(const auto cost, search(file, regex, collector));
    if (is_too_slow(cost)) return too_slow(file.filename().string(), pattern);
    unsearched += cost.too_long + cost.too_hard;
    auto matches = std::move(collector).matches();
    if (matches.count == 0) continue;
    matches.unsearched = cost.too_long + cost.too_hard;
    return matches;
  }
  return no_match(pattern, unsearched);
}

}  // namespace scalegen
