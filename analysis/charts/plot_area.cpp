#include "analysis/charts/plot_area.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace scalegen::charts {
namespace {

constexpr int kTicksOfRoundEnds = 5;
constexpr double kMostDoublingsBeyond = 0.5;

struct Limits {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  bool are_whole = true;

  void include(double value) {
    if (!std::isfinite(value)) return;
    low = std::min(low, value);
    high = std::max(high, value);
    are_whole = are_whole && std::fabs(value - std::round(value)) < 1e-9 * std::max(1.0, std::fabs(value));
  }
};

// The next number of the form 1, 2 or 5 times a power of ten.
double round_up(double step) {
  const double power = std::pow(10, std::floor(std::log10(step)));
  for (const double digit : {1.0, 2.0, 5.0})
    if (digit * power >= step * (1 - 1e-9)) return digit * power;
  return 10 * power;
}

double on_scale(Scale scale, double value) {
  if (scale != Scale::binary) return value;
  return value > 0 ? std::log2(value) : -std::numeric_limits<double>::infinity();
}

Limits limits_of_x(const Chart& chart) {
  Limits limits;
  for (const auto& series : chart.series)
    for (const auto& mark : series.marks) limits.include(mark.x);
  return limits;
}

Limits limits_of_y(const Chart& chart) {
  Limits limits;
  const auto bases = bar_bases(chart);
  for (std::size_t s = 0; s < chart.series.size(); ++s)
    for (std::size_t m = 0; m < chart.series[s].marks.size(); ++m) {
      const auto& y = chart.series[s].marks[m].y;
      limits.include(bases[s][m] + y.centre);
      if (y.interval) limits.include(y.interval->low), limits.include(y.interval->high);
    }
  return limits;
}

ScaledAxis scaled(const Axis& axis, Limits limits, Ends ends) {
  if (axis.reach) limits.include(*axis.reach);
  if (limits.low > limits.high) limits = {0, 1, false};
  return {axis, limits.low, limits.high, limits.are_whole ? 1.0 : 0.0, ends};
}

}  // namespace

ScaledAxis::ScaledAxis(const Axis& axis, double least, double most, double least_step, Ends ends)
    : axis_(axis), least_step_(least_step) {
  if (axis.scale == Scale::names) {
    low_ = -0.5;
    high_ = static_cast<double>(std::max<std::size_t>(1, axis.names.size())) - 0.5;
    return;
  }
  if (axis.from_zero && axis.scale == Scale::linear) least = std::min(least, 0.0), most = std::max(most, 0.0);
  const bool is_share = axis.most && most <= *axis.most * (1 + 1e-9);  // a sum of shares may be rounded
  if (is_share && axis.from_zero) most = *axis.most;
  low_ = on_scale(axis.scale, least);
  high_ = on_scale(axis.scale, most);
  if (!std::isfinite(low_)) low_ = high_ - 1;  // a value that a logarithm does not have
  if (!(high_ > low_)) {
    const double around = axis.scale == Scale::binary || low_ == 0 ? 0.5 : 0.05 * std::fabs(low_);
    low_ -= around, high_ += around;
  }
  if (ends == Ends::round && axis.scale == Scale::linear) {
    step_ = step_of_ticks(low_, high_, kTicksOfRoundEnds);
    low_ = std::floor(low_ / step_ + 1e-9) * step_;
    high_ = std::ceil(high_ / step_ - 1e-9) * step_;
  } else {
    double margin = 0.05 * (high_ - low_);
    if (axis.scale == Scale::binary) margin = std::min(margin, kMostDoublingsBeyond);
    if (!(axis.from_zero && least >= 0)) low_ -= margin;
    high_ += margin;
  }
  if (is_share) high_ = std::min(high_, *axis.most);
}

double ScaledAxis::position(double value) const {
  return (on_scale(axis_.scale, value) - low_) / (high_ - low_);
}

double ScaledAxis::step_of_ticks(double low, double high, int count) const {
  return step_ > 0 ? step_ : std::max(least_step_, round_up((high - low) / (count + 1)));
}

// Doublings are counted from the last one down, which is a rung more often than the first one.
std::vector<double> ScaledAxis::values_of_ticks(int count) const {
  if (!axis_.ticks.empty()) return axis_.ticks;
  std::vector<double> values;
  const bool is_binary = axis_.scale == Scale::binary;
  if (is_binary) {
    const double step = std::max(1.0, std::ceil((high_ - low_) / (2 * count)));
    for (double n = std::floor(high_); n >= low_; n -= step) values.push_back(std::exp2(n));
    if (values.size() > 1) return {values.rbegin(), values.rend()};
    values.clear();  // less than a doubling: round numbers, as on a linear axis
  }
  const double low = is_binary ? std::exp2(low_) : low_, high = is_binary ? std::exp2(high_) : high_;
  const double step = step_of_ticks(low, high, count);
  for (double n = std::ceil(low / step - 1e-9); n * step <= high + 1e-9 * step; ++n)
    values.push_back(n * step);
  return values;
}

std::vector<Tick> ScaledAxis::ticks(int count) const {
  std::vector<Tick> ticks;
  if (axis_.scale == Scale::names) {
    for (std::size_t i = 0; i < axis_.names.size(); ++i)
      ticks.push_back({position(static_cast<double>(i)), axis_.names[i]});
    return ticks;
  }
  for (const double value : values_of_ticks(count)) ticks.push_back({position(value), tick_text(value)});
  return ticks;
}

PlotArea plot_area(const Chart& chart) {
  return {scaled(chart.x, limits_of_x(chart), Ends::beyond),
          scaled(chart.y, limits_of_y(chart), Ends::round)};
}

std::string tick_text(double value) {
  const double size = std::fabs(value);
  if (size < 1e-12) return "0";
  if (size >= 1e9) return fmt::format("{:.4g}G", value / 1e9);
  if (size >= 1e6) return fmt::format("{:.4g}M", value / 1e6);
  if (size >= 1e4) return fmt::format("{:.4g}k", value / 1e3);
  return fmt::format("{:.4g}", value);
}

std::vector<std::vector<double>> bar_bases(const Chart& chart) {
  std::vector<std::vector<double>> bases;
  std::map<double, double> above;  // 0, by x
  std::map<double, double> below;
  for (const auto& series : chart.series) {
    auto& of_series = bases.emplace_back();
    for (const auto& mark : series.marks) {
      auto& height = mark.y.centre < 0 ? below[mark.x] : above[mark.x];
      const bool is_bar = is_stacked(series);
      of_series.push_back(is_bar ? height : 0);
      if (is_bar) height += mark.y.centre;
    }
  }
  return bases;
}

std::vector<std::size_t> colours_of(const Chart& chart) {
  std::vector<std::size_t> colours;
  std::size_t next = 0;
  for (const auto& series : chart.series) {
    const bool has_last = series.form == Form::dots && next > 0;
    colours.push_back(series.colour.value_or((has_last ? next - 1 : next) % kMostSeries));
    if (has_colour(series)) ++next;
  }
  return colours;
}

}  // namespace scalegen::charts
