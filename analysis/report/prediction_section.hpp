#pragma once
#include <string>
#include <vector>

#include "analysis/document/document.hpp"
#include "analysis/models/ladder_outlook.hpp"
#include "analysis/report/report.hpp"
#include "core/json.hpp"

namespace scalegen::report {

/// What the next doubling would give, for each ladder with at least three sizes.
document::Section prediction_section(const Report& report);

/// All laws that were fitted, their parameters and residuals, the predictions and what to measure next.
Json prediction_json(const ScalingTable& table, const ReportHead& head);

// Shared with the page of `predict`.

Json outlook_json(const models::LadderOutlook& outlook);

struct PredictedSize {
  std::string name{};
  models::Prediction prediction{};
};

document::Table prediction_table(const std::vector<PredictedSize>& sizes, const Metric& metric);

/// The law that fits, or why none does; the size that is worth measuring next, if one is; and a warning if a
/// trend and a break cannot be told apart.
std::vector<std::string> outlook_lines(const models::LadderOutlook& outlook);

/// What the intervals of predictions mean.
inline constexpr auto kPredictionsMean =
    "predicted, not measured; such intervals hold nine of ten later measurements (docs/predict.md)";

}  // namespace scalegen::report
