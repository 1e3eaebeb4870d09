#include "analysis/charts/drawings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/charts/palette.hpp"
#include "analysis/charts/plot_area.hpp"
#include "core/text.hpp"
#include "core/text_table.hpp"
#include "core/xml_text.hpp"

namespace scalegen::charts {
namespace {

// In user units, which are pixels of a drawing in its own size.
constexpr double kWidth = 460;
constexpr double kPlotHeight = 232;
constexpr double kLeft = 58;
constexpr double kRight = 14;
constexpr double kTop = 26;        // holds the label of the y axis
constexpr double kBelowPlot = 40;  // holds the ticks and the label of the x axis
constexpr double kLegendLine = 18;
constexpr double kLetter = 6.6;  // about the width of a character
constexpr double kTitle = 26;
constexpr double kMostBarWidth = 46;
constexpr std::size_t kLongestName = 26;  // of a tick that is a name
constexpr std::size_t kLongestLegend = 56;

constexpr double kPlotWidth = kWidth - kLeft - kRight;

double x_at(double position) { return kLeft + position * kPlotWidth; }
double y_at(double position) { return kTop + (1 - position) * kPlotHeight; }

std::string interval(double x, const PlotArea& area, const stats::Interval& reach) {
  const double low = y_at(area.y.position(reach.low));
  const double high = y_at(area.y.position(reach.high));
  return svg_line(x, low, x, high, "reach") + svg_line(x - 4, low, x + 4, low, "reach") +
         svg_line(x - 4, high, x + 4, high, "reach");
}

std::string polyline(const Series& series, const PlotArea& area, std::string_view kind) {
  std::string points;
  for (const auto& m : series.marks)
    points += fmt::format("{}{},{}", points.empty() ? "" : " ", svg_number(x_at(area.x.position(m.x))),
                          svg_number(y_at(area.y.position(m.y.centre))));
  return fmt::format("<polyline class=\"{}\" points=\"{}\"/>", kind, points);
}

std::string joined_marks(const Series& series, std::size_t colour, const PlotArea& area) {
  auto drawn = series.marks.size() > 1 ? polyline(series, area, "path") : "";
  for (const auto& m : series.marks) {
    const double x = x_at(area.x.position(m.x));
    if (m.y.interval) drawn += interval(x, area, *m.y.interval);
    drawn += svg_mark(colour, x, y_at(area.y.position(m.y.centre)), m.is_starred);
  }
  return drawn;
}

std::string dots(const Series& series, const PlotArea& area) {
  std::string drawn;
  for (const auto& m : series.marks)
    drawn +=
        fmt::format("<circle class=\"dot\" cx=\"{}\" cy=\"{}\" r=\"1.8\"/>",
                    svg_number(x_at(area.x.position(m.x))), svg_number(y_at(area.y.position(m.y.centre))));
  return drawn;
}

const char* kind_of(const Series& bars) { return bars.form == Form::rest ? "rest" : "bar"; }

std::string bars(const Series& series, const std::vector<double>& bases, const PlotArea& area) {
  const auto* const kind = kind_of(series);
  const double width = std::min(kMostBarWidth, 0.7 * kPlotWidth * (area.x.position(1) - area.x.position(0)));
  std::string drawn;
  for (std::size_t i = 0; i < series.marks.size(); ++i) {
    const auto& m = series.marks[i];
    const double from = y_at(area.y.position(bases[i]));
    const double to = y_at(area.y.position(bases[i] + m.y.centre));
    drawn += fmt::format("<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>", kind,
                         svg_number(x_at(area.x.position(m.x)) - width / 2), svg_number(std::min(from, to)),
                         svg_number(width), svg_number(std::fabs(to - from)));
  }
  return drawn;
}

std::string drawn(const Series& series, std::size_t colour, const std::vector<double>& bases,
                  const PlotArea& area) {
  switch (series.form) {
    case Form::line:
      return joined_marks(series, colour, area);
    case Form::trace:
    case Form::law:
      return polyline(series, area, "path");
    case Form::dots:
      return dots(series, area);
    case Form::bars:
    case Form::rest:
      return bars(series, bases, area);
    case Form::ideal:
    case Form::limit:
    case Form::left_out:
      return polyline(series, area, "ideal");
  }
  return "";
}

std::string drawn_series(const Chart& chart, const PlotArea& area) {
  const auto bases = bar_bases(chart);
  const auto colours = colours_of(chart);
  std::string behind;
  std::string before;
  for (std::size_t s = 0; s < chart.series.size(); ++s) {
    const auto& series = chart.series[s];
    (series.form == Form::dots ? behind : before) +=
        fmt::format("<g class=\"s{}\">{}</g>", colours[s], drawn(series, colours[s], bases[s], area));
  }
  return behind + before;
}

std::string drawn_bands(const Chart& chart, const PlotArea& area) {
  std::string drawn;
  for (const auto& band : chart.bands) {
    const double from = x_at(area.x.position(band.from));
    drawn += fmt::format("<rect class=\"band\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
                         svg_number(from), svg_number(kTop),
                         svg_number(x_at(area.x.position(band.to)) - from), svg_number(kPlotHeight));
    drawn += svg_text(from, kTop - 5, "start", band.name);
  }
  return drawn;
}

// Every second, third, ... name is written if all of them would run into each other.
std::size_t one_in(const std::vector<Tick>& ticks) {
  std::size_t longest = 1;
  for (const auto& tick : ticks) longest = std::max(longest, std::min(kLongestName, tick.text.size()));
  const double fit = std::max(1.0, kPlotWidth / (kLetter * static_cast<double>(longest + 1)));
  return static_cast<std::size_t>(std::ceil(static_cast<double>(ticks.size()) / fit));
}

std::string drawn_axes(const Chart& chart, const PlotArea& area) {
  std::string drawn;
  for (const auto& tick : area.y.ticks(5)) {
    if (tick.at < -1e-9 || tick.at > 1 + 1e-9) continue;
    drawn += svg_line(kLeft, y_at(tick.at), kLeft + kPlotWidth, y_at(tick.at), "grid");
    drawn += svg_text(kLeft - 6, y_at(tick.at) + 4, "end", tick.text);
  }
  const auto ticks = area.x.ticks(6);
  const auto step = std::max<std::size_t>(1, one_in(ticks));
  for (std::size_t i = 0; i < ticks.size(); ++i) {
    if (ticks[i].at < -1e-9 || ticks[i].at > 1 + 1e-9) continue;
    drawn +=
        svg_line(x_at(ticks[i].at), kTop + kPlotHeight, x_at(ticks[i].at), kTop + kPlotHeight + 4, "axis");
    if (i % step == 0)
      drawn += svg_text(x_at(ticks[i].at), kTop + kPlotHeight + 17, "middle",
                        at_most(ticks[i].text, kLongestName));
  }
  drawn += svg_line(kLeft, kTop + kPlotHeight, kLeft + kPlotWidth, kTop + kPlotHeight, "axis");
  drawn += svg_text(kLeft + kPlotWidth / 2, kTop + kPlotHeight + 34, "middle", chart.x.label);
  return drawn + svg_text(4, 15, "start", chart.y.label);
}

struct LegendEntry {
  std::string drawn{};
  double width = 0;
};

std::string sample_of(const Series& series, std::size_t colour) {
  if (series.form == Form::ideal) return svg_line(0, 0, 22, 0, "ideal");
  if (is_stacked(series))
    return fmt::format(
        "<g class=\"s{}\"><rect class=\"{}\" x=\"5\" y=\"-6\" width=\"12\" height=\"12\"/></g>", colour,
        kind_of(series));
  return fmt::format("<g class=\"s{}\">{}{}</g>", colour, svg_line(0, 0, 22, 0, "path"),
                     series.form == Form::line ? svg_mark(colour, 11, 0, false) : "");
}

std::vector<LegendEntry> legend_entries(const Chart& chart) {
  const auto colours = colours_of(chart);
  std::vector<LegendEntry> entries;
  for (std::size_t s = 0; s < chart.series.size(); ++s) {
    if (!is_named(chart.series[s])) continue;
    const auto name = at_most(chart.series[s].name, kLongestLegend);
    entries.push_back({sample_of(chart.series[s], colours[s]) + svg_text(28, 4, "start", name),
                       40 + kLetter * static_cast<double>(display_width(name))});
  }
  return entries;
}

struct Drawing {
  std::string body{};
  double height = 0;
};

Drawing legend(const Chart& chart, double top) {
  auto entries = legend_entries(chart);
  if (entries.size() < 2) return {};
  Drawing drawing{.height = kLegendLine};
  double x = 8;
  for (const auto& entry : entries) {
    if (x > 8 && x + entry.width > kWidth) x = 8, drawing.height += kLegendLine;
    drawing.body += fmt::format("<g transform=\"translate({} {})\">{}</g>", svg_number(x),
                                svg_number(top + drawing.height - 8), entry.drawn);
    x += entry.width;
  }
  return drawing;
}

Drawing drawing_of(const Chart& chart) {
  const auto area = plot_area(chart);
  const double legend_top = kTop + kPlotHeight + kBelowPlot;
  const auto below = legend(chart, legend_top);
  return {drawn_bands(chart, area) + drawn_axes(chart, area) + drawn_series(chart, area) + below.body,
          legend_top + below.height + 4};
}

// Literal colours: few programs that turn SVG into PDF know variables.
std::string style_of(const Palette& palette) {
  auto style = fmt::format(
      "svg{{background:{0};font:12px Helvetica,Arial,sans-serif}}text{{fill:{1}}}.title{{font-size:15px;"
      "font-weight:bold}}.grid{{stroke:{2};stroke-opacity:.25}}.axis{{stroke:{2}}}.ideal{{stroke:{2};"
      "stroke-dasharray:5 4;fill:none;stroke-width:1.5}}.band{{fill:{2};fill-opacity:.12}}"
      ".path{{stroke:currentColor;fill:none;stroke-width:1.8}}.reach{{stroke:currentColor;stroke-width:1.4}}"
      ".mark{{fill:currentColor}}.hollow{{fill:{0};stroke:currentColor;stroke-width:1.6}}"
      ".dot{{fill:currentColor;fill-opacity:.45}}.bar{{fill:currentColor;stroke:{0}}}.rest{{fill:{2};fill-"
      "opacity:.3;stroke:{0}}}",
      palette.background, palette.text, palette.faint);
  for (std::size_t s = 0; s < kMostSeries; ++s)
    style += fmt::format(".s{}{{color:{}}}", s, palette.series[s]);
  return style;
}

std::string opening(const Chart& chart, double height, std::string_view attributes) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" {2} role=\"img\" "
      "aria-labelledby=\"{3}-title {3}-says\"><title id=\"{3}-title\">{4}</title><desc id=\"{3}-says\">{5}"
      "</desc>",
      svg_number(kWidth), svg_number(height), attributes, chart.id, escaped_xml(chart.title),
      escaped_xml(chart.says));
}

}  // namespace

std::string svg_element(const Chart& chart) {
  const auto drawing = drawing_of(chart);
  return opening(chart, drawing.height, "class=\"chart\"") + drawing.body + "</svg>\n";
}

std::string svg_file(const Chart& chart) {
  const auto drawing = drawing_of(chart);
  const double height = kTitle + drawing.height;
  const auto size = fmt::format("width=\"{}\" height=\"{}\"", svg_number(kWidth), svg_number(height));
  return opening(chart, height, size) + "<style>" + style_of(kLightPalette) + "</style>" +
         fmt::format("<rect width=\"{}\" height=\"{}\" fill=\"{}\"/>", svg_number(kWidth), svg_number(height),
                     kLightPalette.background) +
         fmt::format("<text class=\"title\" x=\"4\" y=\"18\">{}</text>", escaped_xml(chart.title)) +
         fmt::format("<g transform=\"translate(0 {})\">{}</g></svg>\n", svg_number(kTitle), drawing.body);
}

}  // namespace scalegen::charts
