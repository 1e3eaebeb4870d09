#pragma once
#include <optional>
#include <string>
#include <vector>

#include "analysis/statistics/intervals.hpp"

namespace scalegen::charts {

enum class Scale { linear, binary, names };  // binary: each doubling is as long as any other

struct Axis {
  std::string label{};
  Scale scale = Scale::linear;
  bool from_zero = false;
  std::optional<double> most{};      // 100 of a share in %: what no value is above, and where the axis ends
  std::optional<double> reach{};     // at least so far, as the charts beside it do
  std::vector<std::string> names{};  // of Scale::names: at 0, 1, 2, ...
  std::vector<double> ticks{};       // empty: round numbers
  bool operator==(const Axis&) const = default;
};

/// A value in a chart.
struct Mark {
  double x = 0;
  stats::Estimate y{};
  bool is_starred = false;
  bool is_predicted = false;  // and not measured
  std::string name{};         // of the rung; empty where x says it
  bool operator==(const Mark&) const = default;
};

enum class Form {
  line,   // marks with their intervals, joined
  trace,  // a line without marks, of many values; intervals are filled: least and most of what it summarises
  left_out,  // a trace in grey: what no figure counts
  dots,      // single observations behind the marks of the series before, in its colour
  ideal,     // dashed: what would be perfect
  limit,     // dotted: a bound, such as the rule's or "no faster"
  bars,      // stacked, in the order of the series
  rest       // stacked like bars, in no colour: what is left of a whole
};

struct Series {
  std::string name{};
  Form form = Form::line;
  std::vector<Mark> marks{};             // in rising x
  std::optional<std::size_t> colour{};   // fixed if charts share it, else the next free one
  std::optional<stats::Estimate> all{};  // of a trace: mean and range of all values behind its marks
  bool operator==(const Series&) const = default;
};

/// A picture before it is drawn: as SVG, or as a table of its values.
struct Chart {
  std::string id{};     // of letters, digits and hyphens: names its file, unique in a report
  std::string title{};  // "Speedup, strong scaling"
  std::string says{};   // one sentence for who does not see it
  Axis x{};
  Axis y{};
  std::vector<Series> series{};
  std::vector<std::string> notes{};  // such as what was left out
  bool operator==(const Chart&) const = default;
};

/// How many series the palette tells apart; a chart has no more of them, dots and ideal lines not counted.
inline constexpr std::size_t kMostSeries = 8;

/// True for what a legend and a table show; dots belong to the series before them, and what has no name is
/// like one that has.
inline bool is_named(const Series& series) { return series.form != Form::dots && !series.name.empty(); }

inline bool has_colour(const Series& series) {
  return series.form == Form::line || series.form == Form::trace || series.form == Form::bars;
}

inline bool is_stacked(const Series& series) {
  return series.form == Form::bars || series.form == Form::rest;
}

}  // namespace scalegen::charts
