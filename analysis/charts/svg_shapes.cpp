#include "analysis/charts/drawings.hpp"

#include <fmt/format.h>

#include <array>

#include "analysis/charts/chart.hpp"
#include "core/xml_text.hpp"

namespace scalegen::charts {
namespace {

// From its middle, by series.
constexpr std::array<std::string_view, kMostSeries> kMarks{"m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z",
                                                           "m-4-4h8v8h-8z",
                                                           "m0-5.2l4.8 9.2h-9.6z",
                                                           "m0-5.6l5.6 5.6l-5.6 5.6l-5.6-5.6z",
                                                           "m0 5.2l4.8-9.2h-9.6z",
                                                           "m-5.6-2.4h11.2v4.8h-11.2z",
                                                           "m-5.2 0l9.2-4.8v9.6z",
                                                           "m5.2 0l-9.2-4.8v9.6z"};

}  // namespace

std::string svg_number(double value) {
  auto text = fmt::format("{:.1f}", value);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text == "-0" ? "0" : text;
}

std::string svg_line(double x1, double y1, double x2, double y2, std::string_view kind) {
  return fmt::format("<line class=\"{}\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>", kind, svg_number(x1),
                     svg_number(y1), svg_number(x2), svg_number(y2));
}

std::string svg_text(double x, double y, std::string_view anchor, std::string_view words) {
  const auto anchored = anchor == "start" ? "" : fmt::format(" text-anchor=\"{}\"", anchor);
  return fmt::format("<text x=\"{}\" y=\"{}\"{}>{}</text>", svg_number(x), svg_number(y), anchored,
                     escaped_xml(words));
}

std::string svg_mark(std::size_t series, double x, double y, std::string_view kind) {
  return fmt::format("<path class=\"{}\" d=\"M{} {}{}\"/>", kind, svg_number(x), svg_number(y),
                     kMarks[series % kMostSeries]);
}

}  // namespace scalegen::charts
