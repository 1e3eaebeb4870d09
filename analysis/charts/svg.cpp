#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "analysis/charts/drawings.hpp"
#include "analysis/charts/palette.hpp"
#include "analysis/charts/svg_frame.hpp"
#include "core/text.hpp"
#include "core/text_table.hpp"
#include "core/xml_text.hpp"

namespace scalegen::charts {
namespace {

// In user units, which are pixels of a drawing in its own size. Text is 12 of them: 8 pt in a column of 241
// pt.
constexpr double kWidth = 460;
constexpr double kWidthOfPaper = 361.5;
constexpr double kPlotHeight = 232;
constexpr double kRowOfNames = 28;
constexpr double kRight = 14;
constexpr double kTop = 26;        // holds the label of the axis at the left
constexpr double kBelowPlot = 40;  // holds the ticks and the label of the axis below
constexpr double kLegendLine = 18;
constexpr double kNoteLine = 15;
constexpr double kTitleLine = 20;
constexpr double kLetterOfTitle = 9;
constexpr std::size_t kLongestName = 24;
constexpr std::size_t kLongestLegend = 44;

double width_of(const std::string& text) { return kLetter * static_cast<double>(display_width(text)); }

std::string without_middle(const std::string& name, std::size_t most, const std::string& sign) {
  std::vector<std::string> characters;
  for (const char c : name)
    if (const bool goes_on = (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; goes_on && !characters.empty())
      characters.back() += c;
    else
      characters.emplace_back(1, c);
  const auto size = static_cast<std::ptrdiff_t>(characters.size());
  auto from = size / 2, to = from;
  std::string text;
  do {
    text = fmt::format("{}{}{}", fmt::join(characters.begin(), characters.begin() + from, ""), sign,
                       fmt::join(characters.begin() + to, characters.end(), ""));
    from > size - to ? --from : ++to;
  } while (display_width(text) > most && from >= 0 && to <= size);
  return text;
}

// Two that would read alike have their numbers in the place of their middles.
std::vector<std::string> shortened(const std::vector<std::string>& names, std::size_t most) {
  std::vector<std::string> all;
  for (const auto& name : names)
    all.push_back(display_width(name) > most ? without_middle(name, most, "…") : name);
  const auto alike = all;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (std::ranges::count(alike, alike[i]) > 1 && alike[i] != names[i])
      all[i] = without_middle(names[i], most, fmt::format("…{}…", i + 1));
  return all;
}

bool is_inside(const Tick& tick) { return tick.at > -1e-9 && tick.at < 1 + 1e-9; }

std::string axis_at_left(const Chart& chart, const Frame& frame, const std::vector<Tick>& ticks) {
  std::string drawn = svg_text(4, 15, "start", frame.has_names ? chart.x.label : chart.y.label);
  const bool has_lines = std::ranges::none_of(chart.series, is_stacked);
  for (const auto& tick : ticks) {
    if (!is_inside(tick)) continue;
    const double y = frame.top + frame.height * (frame.has_names ? tick.at : 1 - tick.at);
    if (has_lines) drawn += svg_line(frame.left, y, frame.left + frame.width, y, "grid");
    drawn += svg_text(frame.left - 6, y + 4, "end", tick.text);
  }
  return drawn;
}

// From the last tick on those have a text that has room: the largest rung is what the chart is about.
std::string axis_below(const Chart& chart, const Frame& frame) {
  auto ticks = (frame.has_names ? frame.area.y : frame.area.x).ticks(6);
  const double foot = frame.top + frame.height;
  double room = kRight + frame.left + frame.width;
  std::string drawn = svg_line(frame.left, foot, frame.left + frame.width, foot, "axis");
  std::erase_if(ticks, [](const Tick& tick) { return !is_inside(tick); });
  for (auto tick = ticks.rbegin(); tick != ticks.rend(); ++tick) {
    const double x = frame.left + tick->at * frame.width;
    drawn += frame.has_names ? svg_line(x, frame.top, x, foot, "grid") : "";
    drawn += svg_line(x, foot, x, foot + 4, "axis");
    if (x + width_of(tick->text) / 2 > room) continue;
    drawn += svg_text(x, foot + 17, "middle", tick->text);
    room = x - width_of(tick->text) / 2 - 4;
  }
  return drawn + svg_text(frame.left + frame.width / 2, foot + 34, "middle",
                          frame.has_names ? chart.y.label : chart.x.label);
}

struct LegendEntry {
  std::string sample{};
  std::string words{};
};

// Parts too small for the eye have no entry.
bool is_seen(const Series& series, const Frame& frame) {
  return is_named(series) && (!is_stacked(series) || std::ranges::any_of(series.marks, [&](const Mark& m) {
           return std::fabs(frame.area.y.position(m.y.centre) - frame.area.y.position(0)) > 0.001;
         }));
}

std::vector<LegendEntry> legend_entries(const Chart& chart, const Frame& frame) {
  std::vector<std::string> names;
  std::vector<LegendEntry> entries;
  bool has_star = false, has_predicted = false;
  for (std::size_t s = 0; s < chart.series.size(); ++s) {
    for (const auto& m : chart.series[s].marks) has_star |= m.is_starred, has_predicted |= m.is_predicted;
    if (!is_seen(chart.series[s], frame)) continue;
    names.push_back(chart.series[s].name);
    entries.push_back({svg_sample(chart, s)});
  }
  names = shortened(names, kLongestLegend);
  for (std::size_t i = 0; i < names.size(); ++i) entries[i].words = names[i];
  if (entries.size() < 2) entries.clear();
  const auto hollow = [](std::string_view kind) {
    return "<g class=\"none\">" + svg_mark(0, 11, 0, kind) + "</g>";
  };
  if (has_star) entries.push_back({hollow("hollow"), "with a star: see the warnings"});
  if (has_predicted) entries.push_back({hollow("hollow dashed"), "predicted"});
  return entries;
}

struct Drawing {
  std::string body{};
  double height = 0;
};

Drawing legend(const Chart& chart, const Frame& frame, double width, double top) {
  Drawing drawing{.height = top};
  double x = width;
  for (const auto& [sample, words] : legend_entries(chart, frame)) {
    if (x + 28 + width_of(words) > width) x = 8, drawing.height += kLegendLine;
    drawing.body += fmt::format("<g transform=\"translate({} {})\">{}{}</g>", svg_number(x),
                                svg_number(drawing.height - 8), sample, svg_text(28, 4, "start", words));
    x += 40 + width_of(words);
  }
  return drawing;
}

// A line of text for each that `width` has room for.
Drawing lines_of_text(const std::vector<std::string>& texts, double width, double line,
                      std::string_view kind) {
  Drawing drawing;
  const double letter = kind == "title" ? kLetterOfTitle : kLetter;
  for (const auto& text : texts)
    for (const auto& words : lines_of(wrapped(text, static_cast<std::size_t>((width - 8) / letter))))
      drawing.body += fmt::format("<text class=\"{}\" x=\"4\" y=\"{}\">{}</text>", kind,
                                  svg_number(drawing.height += line), escaped_xml(words));
  return drawing;
}

Drawing drawing_of(const Chart& chart, double width) {
  auto kept = chart;
  if (chart.x.scale == Scale::names) kept.x.names = shortened(chart.x.names, kLongestName);
  Frame frame{.area = plot_area(kept), .has_names = chart.x.scale == Scale::names, .top = kTop};
  const auto ticks = (frame.has_names ? frame.area.x : frame.area.y).ticks(5);
  for (const auto& tick : ticks) frame.left = std::max(frame.left, 14 + width_of(tick.text));
  frame.width = width - frame.left - kRight;
  frame.height = frame.has_names ? kRowOfNames * static_cast<double>(ticks.size()) : kPlotHeight;
  const auto below = legend(chart, frame, width, kTop + frame.height + kBelowPlot);
  const auto hatches = svg_hatches(chart);
  return {hatches + axis_at_left(chart, frame, ticks) + axis_below(chart, frame) +
              drawn_series(chart, frame) + below.body,
          below.height + 4};
}

// Literal colours: few programs that turn SVG into PDF know variables.
std::string style_of(const Palette& palette) {
  auto style = fmt::format(
      "svg{{background:{0};font:12px Helvetica,Arial,sans-serif}}text{{fill:{1}}}.title{{font-size:15px;"
      "font-weight:bold}}.note{{fill:{2}}}.grid{{stroke:{2};stroke-opacity:.25}}.axis{{stroke:{2}}}"
      ".ideal,.limit,.path,.out,.reach{{fill:none;stroke:currentColor;stroke-width:1.8}}.ideal,.limit,."
      "out,.none{{color:{2}}}"
      ".ideal{{stroke-dasharray:8 4}}.limit{{stroke-dasharray:.1 5;stroke-linecap:round;stroke-width:2.6}}"
      ".reach{{stroke-width:1.4}}.dashed{{stroke-dasharray:3 "
      "2}}.pale{{fill:currentColor;fill-opacity:.18}}"
      ".mark{{fill:currentColor}}.hollow{{fill:{0};stroke:currentColor;stroke-width:1.6}}"
      ".dot{{stroke:currentColor;stroke-opacity:.45;stroke-width:3.6;stroke-linecap:round}}.bar,.rest{{"
      "stroke:{0}}}.rest{{fill:{2};fill-opacity:.3}}."
      "gap{{stroke:{0};fill:{0};stroke-width:1.3}}",
      palette.background, palette.text, palette.faint);
  for (std::size_t s = 0; s < kMostSeries; ++s)
    style += fmt::format(".s{}{{color:{}}}", s, palette.series[s]);
  return style;
}

std::string opening(const Chart& chart, double width, double height, std::string_view attributes) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" {2} role=\"img\" "
      "aria-labelledby=\"{3}-title {3}-says\"><title id=\"{3}-title\">{4}</title><desc id=\"{3}-says\">{5}"
      "</desc>",
      svg_number(width), svg_number(height), attributes, chart.id, escaped_xml(chart.title),
      escaped_xml(chart.says));
}

std::string moved_down(double by, const std::string& body) {
  return fmt::format("<g transform=\"translate(0 {})\">{}</g>", svg_number(by), body);
}

}  // namespace

std::string svg_element(const Chart& chart) {
  const auto drawing = drawing_of(chart, kWidth);
  return opening(chart, kWidth, drawing.height, "class=\"chart\"") + drawing.body + "</svg>\n";
}

// A size in points is the same on paper whatever the dots per inch.
std::string svg_file(const Chart& chart, Medium medium) {
  const bool is_paper = medium == Medium::paper;
  const double width = is_paper ? kWidthOfPaper : kWidth;
  const auto title = lines_of_text(is_paper ? std::vector<std::string>{} : std::vector{chart.title}, width,
                                   kTitleLine, "title");
  const auto drawing = drawing_of(chart, width);
  const auto notes = lines_of_text(chart.notes, width, kNoteLine, "note");
  const double top = title.height > 0 ? title.height + 6 : 0,
               height = top + drawing.height + notes.height + 6;
  const double scale = is_paper ? 2.0 / 3 : 0.75;  // 12 units are 8 pt, or 12 pixels, which are 9 pt
  const auto size =
      fmt::format("width=\"{}pt\" height=\"{}pt\"", svg_number(scale * width), svg_number(scale * height));
  return opening(chart, width, height, size) + "<style>" + style_of(kLightPalette) + "</style>" +
         fmt::format("<rect width=\"{}\" height=\"{}\" fill=\"{}\"/>", svg_number(width), svg_number(height),
                     kLightPalette.background) +
         title.body + moved_down(top, drawing.body) + moved_down(top + drawing.height, notes.body) +
         "</svg>\n";
}

}  // namespace scalegen::charts
