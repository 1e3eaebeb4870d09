#include "analysis/figures/printed_figure.hpp"

#include <fmt/format.h>

#include <optional>

#include "analysis/figures/line_regex.hpp"
#include "analysis/readers/each_line.hpp"
#include "analysis/readers/printed_number.hpp"
#include "core/units.hpp"

namespace scalegen {
namespace {

// A regex that is too hard for so many lines would take minutes for a file.
constexpr int kMostHardLines = 10;

/// What a search of a whole file comes to.
struct Search {
  std::optional<PrintedFigure> last{};
  std::int64_t too_long = 0;
  int too_hard = 0;
};

Result<Search> search(const std::filesystem::path& file, const LineRegex& regex) {
  Search search;
  const auto too_long = each_line(file, [&](const PrintedLine& line) {
    auto found = regex.last_in(line.text);
    if (found.too_hard) ++search.too_hard;
    if (found.text)
      search.last = {.file = file.filename().string(), .line = line.number, .text = std::move(*found.text)};
    return search.too_hard < kMostHardLines;
  });
  if (!too_long) return tl::make_unexpected(too_long.error());
  search.too_long = *too_long;
  return search;
}

tl::unexpected<Diagnostics> too_slow(const std::string& file, const MetricPattern& pattern) {
  return failure(
      fmt::format("{}'s regex takes too long for the lines of {}: write it without repeats of repeats "
                  "and without '.*' before what is sought",
                  pattern.name, file));
}

Result<PrintedFigure> judged(PrintedFigure figure, const MetricPattern& pattern) {
  const auto number = parse_printed_number(figure.text);
  if (!number || *number <= 0)
    return failure(fmt::format("{} in line {} of {} is '{}', and that is no number above 0", pattern.name,
                               figure.line, figure.file, figure.text));
  figure.value = *number;
  return figure;
}

tl::unexpected<Diagnostics> no_match(const MetricPattern& pattern, std::int64_t unsearched) {
  auto why = fmt::format("no line of out or err matches {}'s regex", pattern.name);
  if (unsearched > 0) why += fmt::format(" ({} could not be searched)", counted(unsearched, "line"));
  return failure(std::move(why));
}

}  // namespace

Result<PrintedFigure> printed_figure(const AttemptFolder& attempt, const MetricPattern& pattern) {
  const auto regex = LineRegex::make(pattern.regex);
  if (!regex) return tl::make_unexpected(regex.error());
  std::int64_t unsearched = 0;
  for (const auto& file : {attempt.out(), attempt.err()}) {
    auto found = search(file, *regex);
    if (!found) return tl::make_unexpected(found.error());
    if (found->too_hard >= kMostHardLines) return too_slow(file.filename().string(), pattern);
    unsearched += found->too_long + found->too_hard;
    if (!found->last) continue;
    found->last->unsearched = found->too_long + found->too_hard;
    return judged(std::move(*found->last), pattern);
  }
  return no_match(pattern, unsearched);
}

}  // namespace scalegen
