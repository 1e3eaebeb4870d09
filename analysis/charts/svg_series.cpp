#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "analysis/charts/drawings.hpp"
#include "analysis/charts/svg_frame.hpp"
#include "core/text_table.hpp"
#include "core/xml_text.hpp"

namespace scalegen::charts {
namespace {

constexpr double kHalfBar = 10;
constexpr double kBesideMark = 7.5;  // where the first dot is
constexpr double kDotStep = 3.6;     // to the next one: dots that do not cover each other
constexpr double kDotsReach = 7.5;   // of all from the first on

// The classes of the forms, in their order.
constexpr std::array kKinds{"path", "path", "out", "dot", "ideal", "limit", "bar", "rest"};

// By colour: by how many degrees it is turned, and its gaps.
constexpr std::array<std::pair<int, const char*>, kMostSeries> kHatches{{{0, ""},
                                                                         {45, "M0 3H6"},
                                                                         {0, "M2 2h2v2h-2z"},
                                                                         {135, "M0 3H6"},
                                                                         {0, "M0 3H6"},
                                                                         {0, "M3 0V6"},
                                                                         {0, "M0 3H6M3 0V6"},
                                                                         {45, "M0 3H6M3 0V6"}}};

const char* kind_of(const Series& series) { return kKinds[static_cast<std::size_t>(series.form)]; }

std::string pair_of(Place at) { return svg_number(at.x) + " " + svg_number(at.y); }

std::string path_of(const std::vector<Place>& places, std::string_view kind) {
  std::string d;
  for (const auto& at : places) d += (d.empty() ? "M" : " ") + pair_of(at);
  return fmt::format("<path class=\"{}\" d=\"{}\"/>", kind, d);
}

// A bound that is level goes from end to end of the plot, even if all marks are at one x.
std::string curve(const Series& series, const Frame& frame) {
  std::vector<Place> places;
  for (const auto& m : series.marks) places.push_back(frame.at(m.x, m.y.centre));
  const bool is_bound = series.form == Form::ideal || series.form == Form::limit;
  if (is_bound && !places.empty() && series.marks.front().y.centre == series.marks.back().y.centre) {
    const auto [x, y] = places.front();
    places = frame.has_names ? std::vector{Place{x, frame.top}, {x, frame.top + frame.height}}
                             : std::vector{Place{frame.left, y}, {frame.left + frame.width, y}};
  }
  return path_of(places, kind_of(series));
}

std::string filled_intervals(const Series& series, const Frame& frame) {
  std::vector<Place> places;
  for (const auto& m : series.marks)
    if (m.y.interval) places.push_back(frame.at(m.x, m.y.interval->high));
  for (auto m = series.marks.rbegin(); m != series.marks.rend(); ++m)
    if (m->y.interval) places.push_back(frame.at(m->x, m->y.interval->low));
  return places.empty() ? "" : path_of(places, "pale");
}

std::string interval(const Mark& m, const Frame& frame) {
  const auto at = [&](double y, double aside) { return pair_of(frame.at(m.x, y, aside)); };
  const double low = m.y.interval->low, high = m.y.interval->high;
  return fmt::format("<path class=\"reach{}\" d=\"M{} {}M{} {}M{} {}\"/>", m.is_predicted ? " dashed" : "",
                     at(low, -4), at(low, 4), at(low, 0), at(high, 0), at(high, -4), at(high, 4));
}

// What a pointer that rests on it is told.
std::string told(const Chart& chart, const Series& series, const Mark& m, const std::string& drawn) {
  const bool is_only = std::ranges::count_if(chart.series, has_colour) == 1;
  return fmt::format("<g><title>{}{}: {}</title>{}</g>", is_only ? "" : escaped_xml(series.name + ", "),
                     escaped_xml(place_text(chart, m)), mark_text(m), drawn);
}

std::string joined_marks(const Chart& chart, const Series& series, std::size_t colour, const Frame& frame) {
  auto measured = series;  // a line joins no prediction
  std::erase_if(measured.marks, [](const Mark& m) { return m.is_predicted; });
  auto drawn = measured.marks.size() > 1 && !frame.has_names ? curve(measured, frame) : "";
  for (const auto& m : series.marks) {
    const auto [x, y] = frame.at(m.x, m.y.centre);
    const auto* const kind = m.is_predicted ? "hollow dashed" : m.is_starred ? "hollow" : "mark";
    drawn += told(chart, series, m, (m.y.interval ? interval(m, frame) : "") + svg_mark(colour, x, y, kind));
  }
  return drawn;
}

// To both sides in turn of the bar that is the interval. A path of points takes a quarter of what circles do.
std::string dots(const Series& series, const Frame& frame) {
  std::string points;
  for (auto at = series.marks.begin(); at != series.marks.end();) {
    const auto end = std::find_if(at, series.marks.end(), [&](const Mark& m) { return m.x != at->x; });
    const auto pairs = static_cast<double>(std::max<std::ptrdiff_t>(1, (end - at - 1) / 2));
    const double step = frame.has_names ? 0 : std::min(kDotStep, kDotsReach / pairs);
    for (int i = 0; at != end; ++at, ++i)
      points += fmt::format("M{}h0", pair_of(frame.at(at->x, at->y.centre,
                                                      (i % 2 == 0 ? 1 : -1) * (kBesideMark + i / 2 * step))));
  }
  return fmt::format("<path class=\"dot\" d=\"{}\"/>", points);
}

std::string bars(const Chart& chart, const Series& series, const std::vector<double>& bases,
                 const Frame& frame) {
  std::string drawn;
  for (std::size_t i = 0; i < series.marks.size(); ++i) {
    const auto& m = series.marks[i];
    const auto a = frame.at(m.x, bases[i], -kHalfBar), b = frame.at(m.x, bases[i] + m.y.centre, kHalfBar);
    drawn += told(chart, series, m,
                  fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
                              svg_number(std::min(a.x, b.x)), svg_number(std::min(a.y, b.y)),
                              svg_number(std::fabs(a.x - b.x)), svg_number(std::fabs(a.y - b.y))));
  }
  return drawn;
}

// The class of a group, and what its bars are filled with.
std::string look_of(const Chart& chart, const Series& series, std::size_t colour) {
  if (series.form == Form::rest) return "class=\"rest\"";
  if (series.form != Form::bars) return fmt::format("class=\"s{}\"", colour);
  const auto fill = colour == 0 ? "currentColor" : fmt::format("url(#{}-h{})", chart.id, colour);
  return fmt::format("class=\"s{} bar\" fill=\"{}\"", colour, fill);
}

std::string drawn(const Chart& chart, const Series& series, std::size_t colour,
                  const std::vector<double>& bases, const Frame& frame) {
  if (series.form == Form::line) return joined_marks(chart, series, colour, frame);
  if (series.form == Form::dots) return dots(series, frame);
  if (is_stacked(series)) return bars(chart, series, bases, frame);
  return filled_intervals(series, frame) + curve(series, frame);
}

// Of marks at one x the upper one has its name above it, to the left, where no rising line is; the lower one
// has it below, and one between them beside it.
std::string name_of_mark(const Mark& m, const std::vector<Mark>& all, const Frame& frame) {
  bool has_lower = false, has_upper = false;
  for (const auto& other : all)
    if (other.x == m.x) has_lower |= other.y.centre<m.y.centre, has_upper |= other.y.centre> m.y.centre;
  const auto [x, y] = frame.at(m.x, m.y.centre);
  const bool has_room =
      x + 7 + kLetter * static_cast<double>(display_width(m.name)) < frame.left + frame.width;
  const bool is_left = !has_room || (has_lower && !has_upper);
  const double down = is_left && !has_upper ? -6 : has_lower ? 4 : 14;
  return svg_text(is_left ? x - 7 : x + 7, y + down, is_left ? "end" : "start", m.name);
}

std::string names_of_marks(const Chart& chart, const Frame& frame) {
  std::vector<Mark> marks;
  for (const auto& series : chart.series)
    if (series.form == Form::line) marks.insert(marks.end(), series.marks.begin(), series.marks.end());
  std::string names;
  for (const auto& m : marks)
    if (!m.name.empty()) names += name_of_mark(m, marks, frame);
  return names;
}

}  // namespace

std::string drawn_series(const Chart& chart, const Frame& frame) {
  const auto bases = bar_bases(chart);
  const auto colours = colours_of(chart);
  std::string behind, before;
  for (std::size_t s = 0; s < chart.series.size(); ++s) {
    const auto& series = chart.series[s];
    (series.form == Form::dots ? behind : before) +=
        fmt::format("<g {}>{}</g>", look_of(chart, series, colours[s]),
                    drawn(chart, series, colours[s], bases[s], frame));
  }
  return behind + before + names_of_marks(chart, frame);
}

std::string svg_sample(const Chart& chart, std::size_t s) {
  const auto& series = chart.series[s];
  const auto colour = colours_of(chart)[s];
  const auto drawn = is_stacked(series)
                         ? "<rect x=\"5\" y=\"-6\" width=\"12\" height=\"12\"/>"
                         : svg_line(0, 0, 22, 0, kind_of(series)) +
                               (series.form == Form::line ? svg_mark(colour, 11, 0, "mark") : "");
  return fmt::format("<g {}>{}</g>", look_of(chart, series, colour), drawn);
}

std::string svg_hatches(const Chart& chart) {
  std::string hatches;
  const auto colours = colours_of(chart);
  for (std::size_t s = 0; s < chart.series.size(); ++s) {
    const auto [turned, gaps] = kHatches[colours[s]];
    if (chart.series[s].form != Form::bars || colours[s] == 0) continue;
    hatches += fmt::format(
        "<pattern id=\"{}-h{}\" class=\"s{}\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" "
        "patternTransform=\"rotate({})\"><rect width=\"6\" height=\"6\" fill=\"currentColor\"/><path "
        "class=\"gap\" d=\"{}\"/></pattern>",
        chart.id, colours[s], colours[s], turned, gaps);
  }
  return hatches;
}

}  // namespace scalegen::charts
