#include "analysis/scaling/figure_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "core/text.hpp"
#include "core/units.hpp"

namespace scalegen {
namespace {

// Three digits of what is below 100, and its whole number above.
int places_of_amount(double value) {
  const double size = std::abs(value);
  if (size >= 99.95 || size == 0) return 0;
  return size >= 9.995 ? 1 : size >= 0.9995 ? 2 : 2 - static_cast<int>(std::floor(std::log10(size)));
}

// Two are enough for a factor, unless it is very small.
int places_of_factor(double value) {
  if (value >= 9.995) return places_of_amount(value);
  return value >= 0.0995 ? 2 : places_of_amount(value) - 1;
}

// Those of a column have one above 100, too.
int places_of_percent(double value) { return std::max(places_of_amount(value), 1); }

std::string fixed(double value, int places) { return fmt::format("{:.{}f}", value, places); }

// So many decimal places that the last one is at most half as wide as the interval: an answer ends at the
// place of its uncertainty (Taylor, An Introduction to Error Analysis, rule 2.9). Both ends look different
// from a limit beside them. What this does not tell the arithmetic left, and no measurement.
int places_that_tell(double low, double high, const std::optional<double>& limit, int least) {
  const auto looks_like_limit = [&](double end, int places) {
    return limit && end != *limit && fixed(end, places) == fixed(*limit, places);
  };
  const double half = (high - low) / 2;
  for (int places = least; places < least + 7; ++places)
    if ((half == 0 || std::pow(10, -places) <= 1.001 * half) && !looks_like_limit(low, places) &&
        !looks_like_limit(high, places))
      return places;
  return least;
}

// Beyond these an interval so wide says nothing, and its digits are a nuisance.
constexpr double kSmallestBound = 0.01;
constexpr double kLargestBound = 1000;

// An estimate with its interval, all three with as many places; what is very large or small in powers of ten.
std::string figures(const stats::Estimate& estimate, int (*places_of)(double), std::string_view unit,
                    const std::optional<double>& limit = std::nullopt) {
  const double size = std::abs(estimate.centre);
  const double power = size == 0 || (size >= 1e-5 && size < 1e7) ? 0 : std::floor(std::log10(size));
  const double scale = std::pow(10, -power);
  const auto text = [&](double value, int places) {
    return power == 0 ? fixed(value * scale, places)
                      : fmt::format("{}e{}", fixed(value * scale, places), power);
  };
  const int least = places_of(estimate.centre * scale);
  if (!estimate.interval) return text(estimate.centre, least).append(unit);
  const auto [low, high] = std::pair(estimate.interval->low, estimate.interval->high);
  const int places =
      places_that_tell(low * scale, high * scale, limit ? std::optional(*limit * scale) : limit, least);
  const bool is_nothing = 0 < low && low < kSmallestBound && power == 0 && places <= 2;
  const bool is_far = high > kLargestBound * std::max(low, 1.0);
  const auto far_end = estimate.centre > kLargestBound ? fmt::format("{:.1e}", high) : ">1000";
  return fmt::format("{}{} [{}, {}]", text(estimate.centre, places), unit,
                     is_nothing ? "<0.01" : text(low, places), is_far ? far_end : text(high, places));
}

struct Reason {
  std::string text{};
  std::vector<int> rounds{};
};

// "failed: exit status 1: rank 1 on gn02: no such data" says which rank was the first to fail, and where.
std::string without_rank(const std::string& text) {
  constexpr std::string_view kRank = ": rank ";
  const auto rank = text.find(kRank);
  const auto end = rank == std::string::npos ? rank : text.find(": ", rank + kRank.size());
  return end == std::string::npos ? text : text.substr(0, rank) + text.substr(end);
}

// Another rank is no other reason.
std::vector<Reason> reasons_of(const ScalingPoint& point) {
  std::vector<Reason> reasons;
  for (const auto& run : point.runs) {
    if (run.unmeasured.empty()) continue;
    const auto text = without_rank(run.unmeasured);
    const auto known =
        std::ranges::find_if(reasons, [&](const auto& r) { return without_rank(r.text) == text; });
    if (known != reasons.end() && known->text != run.unmeasured) known->text = text;
    auto& reason = known == reasons.end() ? reasons.emplace_back(Reason{run.unmeasured}) : *known;
    reason.rounds.push_back(run.round);
  }
  return reasons;
}

}  // namespace

std::string value_text(double value, Quantity quantity) {
  if (value < 0.1) return value == 0 ? "0" : fmt::format("{:#.3g}", value);
  if (quantity == Quantity::rate) return three_digits(value);
  return value < 1e5 ? fmt::format("{:.5g}", value) : three_digits(value);
}

std::string estimate_text(const stats::Estimate& amount) { return figures(amount, places_of_amount, ""); }

std::string estimate_beside(const stats::Estimate& amount, double limit, std::string_view unit) {
  return figures(amount, places_of_amount, unit, limit);
}

std::string factor_text(const stats::Estimate& ratio) { return figures(ratio, places_of_factor, "x"); }

std::string factor_text(const stats::Estimate& ratio, double limit) {
  return figures(ratio, places_of_factor, "x", limit);
}

std::string speedup_text(const stats::Estimate& speedup) {
  auto text = factor_text(speedup);
  if (speedup.centre < 0.995)
    text += fmt::format(" ({} slower)", factor_text(stats::Estimate{1 / speedup.centre}));
  return text;
}

std::string efficiency_text(const stats::Estimate& efficiency) {
  return figures(stats::scaled(efficiency, 100), efficiency.interval ? places_of_percent : places_of_amount,
                 " %");
}

std::string efficiency_text(const stats::Estimate& efficiency, double limit) {
  return figures(stats::scaled(efficiency, 100), places_of_percent, " %", 100 * limit);
}

std::string ratio_text(const stats::Estimate& ratio) { return figures(ratio, places_of_factor, ""); }

std::string percent(double share) {
  auto text = fmt::format("{:.1f}", 100 * share);
  if (text.size() > 2 && text.substr(text.size() - 2) == ".0") text.resize(text.size() - 2);
  return text + " %";
}

std::string with_spaces(std::string key) {
  std::ranges::replace(key, '_', ' ');
  return key;
}

std::string unmeasured_text(const ScalingPoint& point) {
  const auto reasons = reasons_of(point);
  if (reasons.size() == 1 && reasons.front().rounds.size() == point.runs.size()) return reasons.front().text;
  std::vector<std::string> texts;
  for (const auto& reason : reasons)
    texts.push_back(fmt::format("{}: {}", numbered_rounds(reason.rounds), reason.text));
  return fmt::format("{}", fmt::join(texts, "; "));
}

}  // namespace scalegen
