#include "analysis/charts/drawings.hpp"

#include <fmt/format.h>

#include "analysis/charts/chart.hpp"
#include "core/xml_text.hpp"

namespace scalegen::charts {
namespace {

constexpr double kMarkSize = 4;

std::string mark_path(std::size_t series, double x, double y, double r) {
  const auto at = [&](double dx, double dy) { return svg_number(x + dx) + " " + svg_number(y + dy); };
  switch (series % kMostSeries) {
    case 0:
      return fmt::format("M{}a{} {} 0 1 0 {} 0a{} {} 0 1 0 {} 0", at(-r, 0), svg_number(r), svg_number(r),
                         svg_number(2 * r), svg_number(r), svg_number(r), svg_number(-2 * r));
    case 1:
      return fmt::format("M{}H{}V{}H{}Z", at(-r, -r), svg_number(x + r), svg_number(y + r),
                         svg_number(x - r));
    case 2:
      return fmt::format("M{}L{}L{}Z", at(0, -1.3 * r), at(1.2 * r, r), at(-1.2 * r, r));
    case 3:
      return fmt::format("M{}L{}L{}L{}Z", at(0, -1.4 * r), at(1.4 * r, 0), at(0, 1.4 * r), at(-1.4 * r, 0));
    case 4:
      return fmt::format("M{}L{}L{}Z", at(0, 1.3 * r), at(1.2 * r, -r), at(-1.2 * r, -r));
    case 5:
      return fmt::format("M{}L{}L{}L{}Z", at(-1.4 * r, -0.6 * r), at(1.4 * r, -0.6 * r), at(1.4 * r, 0.6 * r),
                         at(-1.4 * r, 0.6 * r));
    case 6:
      return fmt::format("M{}L{}L{}Z", at(-1.3 * r, 0), at(r, -1.2 * r), at(r, 1.2 * r));
    default:
      return fmt::format("M{}L{}L{}Z", at(1.3 * r, 0), at(-r, -1.2 * r), at(-r, 1.2 * r));
  }
}

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
  return fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"{}\">{}</text>", svg_number(x), svg_number(y),
                     anchor, escaped_xml(words));
}

std::string svg_mark(std::size_t series, double x, double y, bool is_hollow) {
  return fmt::format("<path class=\"{}\" d=\"{}\"/>", is_hollow ? "hollow" : "mark",
                     mark_path(series, x, y, kMarkSize));
}

}  // namespace scalegen::charts
