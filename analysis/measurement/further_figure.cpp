#include "analysis/measurement/further_figure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/readers/printed_metric.hpp"
#include "analysis/readers/printed_number.hpp"
#include "analysis/statistics/two_way_model.hpp"
#include "core/try.hpp"

namespace scalegen {
namespace {

using Figures = std::vector<FurtherFigure>;

// One without a finite number is in no chart.
void add_evaluated(Figures& figures, std::string_view name, const std::vector<TrainerEval>& evals,
                   std::optional<double> TrainerEval::*quantity) {
  FurtherFigure figure{.name = std::string(name)};
  for (const auto& eval : evals) {
    const auto& value = eval.*quantity;
    if (value) figure.value = value;
    if (value && eval.epoch && std::isfinite(*value)) figure.epochs[*eval.epoch] = *value;
  }
  if (figure.value) figures.push_back(std::move(figure));
}

Result<double> read_share_or_number(NumberReader& reader, const FoundText& found) {
  TRY_ASSIGN(const auto number, reader.read(found));
  if (!is_share(reader.metric())) return number;
  const bool is_percent = reader.metric().unit == "%";
  const double whole = is_percent ? 100 : 1;
  if (number < 0 || number > whole)
    return failure(fmt::format("is '{}', and a share is from 0 to {}", found.text,
                               is_percent ? "100 %" : "1: write unit: '%' for hundredths"));
  return number / whole;
}

// Why matches cannot be one an epoch; empty if they may be.
std::string not_of_epochs(const PrintedMatches& matches, const std::string& name) {
  if (matches.count > kMostEpochs)
    return fmt::format("{} matches {} times in a run, more than {} epochs", name, matches.count, kMostEpochs);
  if (matches.kinds.size() < 2) return "";
  return fmt::format(
      "{} matches lines that differ in words, as '{}' and '{}': write the words of one into its regex", name,
      matches.kinds[0].line, matches.kinds[1].line);
}

Result<double> value_of(const PrintedMatches& matches, const MetricPattern& metric) {
  if (metric.use == MetricUse::last) return matches.last;
  if (!matches.no_number.empty()) return failure(matches.no_number);
  if (metric.use == MetricUse::median) return stats::median(matches.values);
  if (const auto why = not_of_epochs(matches, metric.name); !why.empty()) return failure(why);
  return matches.last;
}

Result<FurtherFigure> printed_further_figure(const AttemptFolder& attempt, const MetricPattern& metric) {
  TRY_ASSIGN(const auto matches, find_printed_matches(attempt, metric, read_share_or_number));
  TRY_ASSIGN(const auto value, value_of(matches, metric));
  FurtherFigure figure{.name = metric.name, .value = value, .matches = matches.count};
  if (metric.use != MetricUse::each_epoch) return figure;
  for (const auto of_epoch : matches.values)
    figure.epochs.emplace(static_cast<std::int64_t>(figure.epochs.size()) + 1, of_epoch);
  return figure;
}

}  // namespace

std::vector<FurtherFigure> further_figures(const AttemptFolder& attempt, const PlanHead& head,
                                           const TrainerLog& log) {
  Figures figures;
  add_evaluated(figures, kAccuracy, log.evals, &TrainerEval::accuracy);
  add_evaluated(figures, kLoss, log.evals, &TrainerEval::loss);
  for (const auto& metric : head.further) {
    std::erase_if(figures, [&](const FurtherFigure& figure) { return figure.name == metric.name; });
    const auto figure = printed_further_figure(attempt, metric);
    figures.push_back(figure ? *figure
                             : FurtherFigure{.name = metric.name, .missing = figure.error().front().message});
  }
  return figures;
}

const FurtherFigure* find_figure(const std::vector<FurtherFigure>& figures, std::string_view name) {
  const auto found = std::ranges::find_if(figures, [&](const auto& f) { return f.name == name; });
  return found == figures.end() ? nullptr : &*found;
}

}  // namespace scalegen
