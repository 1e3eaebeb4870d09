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

/// Longer lines are passed over: no program says its figure in one.
constexpr std::size_t kLongestLine = std::size_t{64} * 1024;

struct PrintedLine {
  std::int64_t number = 1;  // as an editor counts
  std::string_view text{};  // without its end
};

/// Calls `visit` for each line of a file, of whatever size, until it says false. What stands between the
/// carriage returns of one line is visited as lines of one number: a progress bar writes itself over and over
/// so. Gives how many were too long to be visited; there are none in a file that is not there.
Result<std::int64_t> for_each_line(const std::filesystem::path& file,
                                   const std::function<bool(const PrintedLine&)>& visit);

/// A person's regular expression for the lines of a person's program. std::regex sets itself no bounds: it
/// recurses as deep as a line is long (some 260 bytes of stack a character of `.*`), and nested quantifiers
/// such as (a+)+ take it time that doubles with each character. So it reads a line through an iterator that
/// counts, and gives up.
class LineRegex {
 public:
  /// An error where the text is no regular expression (ECMAScript), or has no group.
  static Result<LineRegex> make(const std::string& regex);

  struct Found {
    bool too_hard = false;              // nobody knows what the line holds
    std::optional<std::string> text{};  // the first group of the last match; empty text: it took no part
  };

  [[nodiscard]] Found last_in(std::string_view line) const;

 private:
  explicit LineRegex(std::regex regex) : regex_(std::move(regex)) {}

  std::regex regex_;
};

/// A figure as a program printed it, and where.
struct PrintedMetric {
  double value = 0;    // above 0
  std::string file{};  // out or err
  std::int64_t line = 1;
  std::string text{};           // as it stands there
  std::int64_t unsearched = 0;  // lines of this file that were too long, or too hard for the regex
  bool operator==(const PrintedMetric&) const = default;
};

/// The last match in `out`, and only where there is none, in `err`. Errors say why there is no figure: no
/// match, or one that is no number above 0. An earlier match never stands in for the last one.
Result<PrintedMetric> find_printed_metric(const AttemptFolder& attempt, const MetricPattern& pattern);

}  // namespace scalegen
