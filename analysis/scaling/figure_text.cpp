#include "analysis/scaling/figure_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/text.hpp"
#include "core/units.hpp"

namespace scalegen {
namespace {

// Two decimal places are enough for a factor, unless it is very small.
std::string factor(double value, int digits) {
  if (digits > kFewDigits) return with_digits(value, digits);
  if (value >= 9.995) return three_digits(value);
  return value >= 0.0995 ? fmt::format("{:.2f}", value) : fmt::format("{:.2g}", value);
}

// Beyond these an interval so wide says nothing, and its digits are a nuisance.
constexpr double kSmallestBound = 0.01;
constexpr double kLargestBound = 1000;

// An estimate with its interval.
std::string figures(const stats::Estimate& estimate, double scale, DigitsText text, std::string_view unit,
                    std::optional<double> limit = std::nullopt) {
  const double centre = estimate.centre * scale;
  if (!estimate.interval) return text(centre, kFewDigits).append(unit);
  const double low = estimate.interval->low * scale;
  const double high = estimate.interval->high * scale;
  const int digits =
      digits_that_tell(limit ? std::vector{low, high, *limit * scale} : std::vector{low, high}, text);
  const bool is_wide = high / low > kLargestBound;
  return fmt::format("{}{} [{}, {}]", text(centre, digits), unit,
                     is_wide && low < kSmallestBound ? "<0.01" : text(low, digits),
                     is_wide && high > kLargestBound ? ">1000" : text(high, digits));
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

std::string with_digits(double value, int digits) {
  if (digits <= kFewDigits) return three_digits(value);
  auto text = fmt::format("{:#.{}g}", value, digits);
  std::erase(text, '+');
  return text;
}

int digits_that_tell(const std::vector<double>& figures, DigitsText text) {
  constexpr int kMost = 9;
  for (int digits = kFewDigits; digits < kMost; ++digits) {
    bool are_told = true;
    for (const double a : figures)
      for (const double b : figures) are_told = are_told && (a == b || text(a, digits) != text(b, digits));
    if (are_told) return digits;
  }
  return kMost;
}

std::string value_text(double value, Quantity quantity) {
  if (value < 0.1) return fmt::format("{:.3g}", value);
  if (quantity == Quantity::rate) return three_digits(value);
  return value < 1e5 ? fmt::format("{:.5g}", value) : three_digits(value);
}

std::string estimate_text(const stats::Estimate& amount) {
  constexpr double kManyDigits = 1e7;
  const auto text = [](double value) {
    return value < kManyDigits ? value_text(value, Quantity::rate) : fmt::format("{:.3g}", value);
  };
  if (!amount.interval) return text(amount.centre);
  return fmt::format("{} [{}, {}]", text(amount.centre), text(amount.interval->low),
                     text(amount.interval->high));
}

std::string factor_text(const stats::Estimate& ratio) { return figures(ratio, 1, factor, "x"); }

std::string factor_text(const stats::Estimate& ratio, double limit) {
  return figures(ratio, 1, factor, "x", limit);
}

std::string speedup_text(const stats::Estimate& speedup) {
  auto text = factor_text(speedup);
  if (speedup.centre < 0.995) text += fmt::format(" ({}x slower)", factor(1 / speedup.centre, kFewDigits));
  return text;
}

std::string efficiency_text(const stats::Estimate& efficiency) {
  return figures(efficiency, 100, with_digits, " %");
}

std::string efficiency_text(const stats::Estimate& efficiency, double limit) {
  return figures(efficiency, 100, with_digits, " %", limit);
}

std::string ratio_text(const stats::Estimate& ratio) { return figures(ratio, 1, factor, ""); }

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
