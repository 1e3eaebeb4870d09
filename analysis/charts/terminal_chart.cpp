#include "analysis/charts/drawings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include "analysis/charts/plot_area.hpp"
#include "core/text.hpp"
#include "core/text_table.hpp"

namespace scalegen::charts {
namespace {

constexpr int kHeight = 16;
constexpr std::string_view kLetters = "ox+#@%&=";  // by colour
static_assert(kLetters.size() == kMostSeries);

/// Rows of characters, the lowest last.
class Canvas {
 public:
  Canvas(int width, int height)
      : width_(width),
        height_(height),
        rows_(static_cast<std::size_t>(height), std::string(static_cast<std::size_t>(width), ' ')) {}

  // Positions from 0 to 1, as those of a ScaledAxis.
  void put(double x, double y, char c) { put_at(column_of(x), row_of(y), c); }

  void put_beside(double x, double y, char c) {
    const int column = column_of(x);
    put_at(column + 1 < width_ ? column + 1 : column - 1, row_of(y), c);
  }

  void put_column(double x, double low, double high, char c) {
    for (int row = row_of(high); row <= row_of(low); ++row) put_at(column_of(x), row, c);
  }

  [[nodiscard]] int column_of(double x) const { return static_cast<int>(std::lround(x * (width_ - 1))); }
  [[nodiscard]] int row_of(double y) const { return static_cast<int>(std::lround((1 - y) * (height_ - 1))); }
  [[nodiscard]] const std::vector<std::string>& rows() const { return rows_; }

 private:
  void put_at(int column, int row, char c) {
    if (column < 0 || column >= width_ || row < 0 || row >= height_) return;
    rows_[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)] = c;
  }

  int width_ = 0;
  int height_ = 0;
  std::vector<std::string> rows_{};
};

bool is_bound(const Series& series) { return series.form == Form::ideal || series.form == Form::limit; }
char sign_of(const Series& bound) { return bound.form == Form::ideal ? '.' : ':'; }

void draw_bound(Canvas& canvas, const Series& series, const PlotArea& area) {
  for (std::size_t i = 1; i < series.marks.size(); ++i) {
    const auto& from = series.marks[i - 1];
    const auto& to = series.marks[i];
    const double x = area.x.position(from.x), y = area.y.position(from.y.centre);
    const double dx = area.x.position(to.x) - x, dy = area.y.position(to.y.centre) - y;
    const int steps = std::max(1, canvas.column_of(x + dx) - canvas.column_of(x)) / 2 + 1;
    for (int s = 0; s <= steps; ++s) canvas.put(x + dx * s / steps, y + dy * s / steps, sign_of(series));
  }
}

void draw_intervals(Canvas& canvas, const Series& series, const PlotArea& area) {
  for (const auto& mark : series.marks)
    if (const auto& reach = mark.y.interval)
      canvas.put_column(area.x.position(mark.x), area.y.position(reach->low), area.y.position(reach->high),
                        '|');
}

// A sign beside the letter, which says whose value it is: also of the last mark, at the edge.
void draw_marks(Canvas& canvas, const Series& series, char letter, const PlotArea& area) {
  for (const auto& mark : series.marks) {
    const double x = area.x.position(mark.x), y = area.y.position(mark.y.centre);
    canvas.put(x, y, letter);
    if (mark.is_starred || mark.is_predicted) canvas.put_beside(x, y, mark.is_starred ? '*' : '?');
  }
}

// Later characters replace earlier ones, so that marks are on top.
Canvas drawn(const Chart& chart, const PlotArea& area, int width) {
  Canvas canvas(width, kHeight);
  const auto colours = colours_of(chart);
  for (const auto& series : chart.series)
    if (is_bound(series)) draw_bound(canvas, series, area);
  for (const auto& series : chart.series)
    if (series.form == Form::line) draw_intervals(canvas, series, area);
  for (std::size_t s = 0; s < chart.series.size(); ++s)
    if (chart.series[s].form == Form::line) draw_marks(canvas, chart.series[s], kLetters[colours[s]], area);
  return canvas;
}

std::vector<std::string> labels_of_rows(const Canvas& canvas, const PlotArea& area) {
  std::vector<std::string> labels(kHeight);
  for (const auto& tick : area.y.ticks(5)) {
    const int row = canvas.row_of(tick.at);
    if (row >= 0 && row < kHeight) labels[static_cast<std::size_t>(row)] = tick.text;
  }
  return labels;
}

// A label that would run into the one before is left out.
std::string labels_of_columns(const Canvas& canvas, const PlotArea& area, std::size_t width) {
  std::string line;
  for (const auto& tick : area.x.ticks(6)) {
    const auto at = static_cast<std::size_t>(std::max(0, canvas.column_of(tick.at)));
    const auto begin = at - std::min(at, display_width(tick.text) / 2);
    if ((begin < display_width(line) + 1 && !line.empty()) || begin + display_width(tick.text) > width + 4)
      continue;
    line += std::string(begin - display_width(line), ' ') + tick.text;
  }
  return line;
}

// An entry is not broken between two lines.
std::string legend_of(const Chart& chart, std::size_t width) {
  const auto colours = colours_of(chart);
  std::vector<std::string> entries;
  bool has_star = false, has_predicted = false;
  for (std::size_t s = 0; s < chart.series.size(); ++s) {
    const auto& series = chart.series[s];
    for (const auto& mark : series.marks) has_star |= mark.is_starred, has_predicted |= mark.is_predicted;
    if (series.form != Form::line && !is_bound(series)) continue;
    entries.push_back(
        fmt::format("{} {}", is_bound(series) ? sign_of(series) : kLetters[colours[s]], series.name));
  }
  if (has_star) entries.emplace_back("* with a star");
  if (has_predicted) entries.emplace_back("? predicted");
  return in_columns(entries, width);
}

}  // namespace

bool is_for_terminal(const Chart& chart) {
  return std::ranges::any_of(chart.series, [](const Series& series) { return series.form == Form::line; });
}

std::string render_terminal(const Chart& chart, std::size_t width) {
  const auto area = plot_area(chart);
  std::size_t label_width = 1;
  for (const auto& tick : area.y.ticks(5)) label_width = std::max(label_width, tick.text.size());
  const auto plot_width = std::max<std::size_t>(40, width) - label_width - 2;
  const auto canvas = drawn(chart, area, static_cast<int>(plot_width));
  const auto labels = labels_of_rows(canvas, area);
  std::string text = fmt::format("{}: {}\n\n", chart.title, chart.y.label);
  for (std::size_t row = 0; row < kHeight; ++row) {
    auto drawn_row = canvas.rows()[row];
    drawn_row.erase(drawn_row.find_last_not_of(' ') + 1);
    text += fmt::format("{:>{}} |{}\n", labels[row], label_width, drawn_row);
  }
  const std::string indent(label_width + 2, ' ');
  text += std::string(label_width + 1, ' ') + "+" + std::string(plot_width, '-') + "\n";
  text += indent + labels_of_columns(canvas, area, plot_width) + "\n";
  text += indent + chart.x.label + "\n\n";
  for (const auto& line : lines_of(legend_of(chart, plot_width))) text += indent + line + "\n";
  for (const auto& note : chart.notes)
    for (const auto& line : lines_of(wrapped(note, plot_width))) text += indent + line + "\n";
  return text;
}

}  // namespace scalegen::charts
