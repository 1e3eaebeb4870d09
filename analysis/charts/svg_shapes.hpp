#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace scalegen::charts {

// The elements that a chart in SVG is made of; `kind` is the class by which a style sheet knows them.

/// Tenths of a pixel: enough for eyes, and the same text on any machine.
std::string svg_number(double value);

std::string svg_line(double x1, double y1, double x2, double y2, std::string_view kind);

/// `anchor` is start, middle or end.
std::string svg_text(double x, double y, std::string_view anchor, std::string_view words);

/// The mark of a series, a hollow one if its value has a star. Series differ by its form, too, for prints in
/// black and white and for eyes that tell few colours apart.
std::string svg_mark(std::size_t series, double x, double y, bool is_hollow);

}  // namespace scalegen::charts
