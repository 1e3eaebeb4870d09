#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <regex>
#include <string>
#include <string_view>

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
    bool too_hard = false;         // the search was given up
    std::optional<Group> group{};  // the first group of the last match
  };

  [[nodiscard]] Found last_in(std::string_view line) const;

 private:
  explicit LineRegex(std::regex regex) : regex_(std::move(regex)) {}

  std::regex regex_;
};

/// A metric as a program printed it, and where.
struct PrintedMetric {
  double value = 0;    // above 0
  std::string file{};  // out or err
  std::int64_t line = 1;
  std::string text{};           // as printed
  std::int64_t unsearched = 0;  // lines of this file that were too long, or too hard for the regex
  bool operator==(const PrintedMetric&) const = default;
};

/// Returns the last match in `out` or, if there is none, in `err`, outside the lines that scalegen's own
/// script wrote there. Returns an error if nothing matches, or if the last match is not a number above 0: an
/// earlier match is never used instead.
Result<PrintedMetric> find_printed_metric(const AttemptFolder& attempt, const MetricPattern& pattern);

}  // namespace scalegen
