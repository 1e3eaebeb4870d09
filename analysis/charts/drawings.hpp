#pragma once
#include <cstddef>
#include <string>
#include <string_view>

#include "analysis/charts/chart.hpp"
#include "core/text_table.hpp"

namespace scalegen::charts {

/// The chart as an <svg> element for a page, whose style sheet has the colours: series n is of class `s<n>`,
/// from 0. It has a <title> and a <desc>, and no text beside axes and legend.
std::string svg_element(const Chart& chart);

/// What a file is for. In a paper, whose caption says what a title would, it is 8.5 cm wide, and its text 8
/// pt.
enum class Medium { screen, paper };

/// The chart as a file of its own, for light paper: its notes are below it, and on a screen its title above
/// it.
std::string svg_file(const Chart& chart, Medium medium = Medium::screen);

/// The values of a chart for who does not see it: a row for each rung, or place on the x axis, and a column
/// for each series; of lines of many values a row each, with their mean, least and most.
TextTable chart_table(const Chart& chart);

/// "3.10 [2.90, 3.40] *"
std::string mark_text(const Mark& mark);

/// What its value is of: a rung, or "ranks 4".
std::string place_text(const Chart& chart, const Mark& mark);

// The elements that a chart in SVG is made of; `kind` is the class by which a style sheet knows them.

/// Tenths of a pixel: enough for eyes, and the same text on any machine.
std::string svg_number(double value);

std::string svg_line(double x1, double y1, double x2, double y2, std::string_view kind);

/// `anchor` is start, middle or end.
std::string svg_text(double x, double y, std::string_view anchor, std::string_view words);

/// The mark of a series. Series differ by its form, too, for prints in black and white and for eyes that tell
/// few colours apart.
std::string svg_mark(std::size_t series, double x, double y, std::string_view kind);

}  // namespace scalegen::charts
