#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/readers/match_kinds.hpp"
#include "core/diagnostics.hpp"
#include "core/plan.hpp"
#include "core/run_directory.hpp"

namespace scalegen {

/// Longer lines are skipped: no program prints its metric in one.
constexpr std::size_t kLongestLine = std::size_t{64} * 1024;

struct PrintedLine {
  std::int64_t number = 1;  // from 1, as in an editor
  std::string_view text{};  // without its line break
};

/// Calls `visit` for each line of a file of any size, until it returns false. Carriage returns split a line
/// into several visits with the same number, because a progress bar overwrites itself. Returns how many lines
/// were too long to be visited. A file that does not exist has no lines.
Result<std::int64_t> for_each_line(const std::filesystem::path& file,
                                   const std::function<bool(const PrintedLine&)>& visit);

/// A user's regular expression for the output of a user's program. std::regex has no limits of its own: it
/// recurses as deep as a line is long (about 260 bytes of stack per character of `.*`), and nested
/// quantifiers such as (a+)+ double the time with each character. So LineRegex reads a line through an
/// iterator that counts, and gives up.
class LineRegex {
 public:
  /// Returns an error if the text is not a regular expression (ECMAScript, and {number}), or has no group.
  static Result<LineRegex> make(const std::string& regex);

  struct Group {
    std::size_t begin = 0;
    std::size_t size = 0;  // 0 if the group took no part in the match
  };

  struct Found {
    bool too_hard = false;        // the search was given up: no groups
    std::int64_t steps = 0;       // that it took
    std::vector<Group> groups{};  // the first group of each match
  };

  [[nodiscard]] Found all_in(std::string_view line) const;

 private:
  explicit LineRegex(std::regex regex) : regex_(std::move(regex)) {}

  std::regex regex_;
};

/// The numbers that a pattern found in the output of a run.
struct PrintedMatches {
  std::string file{};      // out or err
  std::int64_t count = 0;  // all of them
  std::int64_t passed =
      0;  // the first ones, that are not among the values: no numbers, or left out by 'skip'
  std::vector<double> values{};  // all that follow, or one of each `one_in` (ValueSample)
  std::int64_t one_in = 1;
  double sum = 0;           // of all that follow
  std::string no_number{};  // why the first match that cannot be read is none; empty: all are numbers
  std::string no_value{};   // the same for those behind the first number
  Result<double> last = 0;  // or why it cannot be read
  std::int64_t last_line = 1;
  std::string last_text{};         // as printed
  std::string last_excerpt{};      // its line, for a message
  std::vector<MatchKind> kinds{};  // of those that are not passed
  std::int64_t unsearched = 0;     // lines of this file that were too long, or too hard for the regex
};

using ReadNumber = Result<double> (*)(const FoundText&, const MetricPattern&);

/// Reads all matches in `out` or, if there are none, in `err`, outside the lines that scalegen's own script
/// wrote there. Returns an error if nothing matches, or if the regex takes too long. The time that it takes
/// grows with the size of the file, whatever stands in it.
Result<PrintedMatches> find_printed_matches(const AttemptFolder& attempt, const MetricPattern& pattern,
                                            ReadNumber read_number = read_found_number);

}  // namespace scalegen
