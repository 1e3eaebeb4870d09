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

/// "Amdahl's law fits: serial share 2.1 % [1.7, 2.5]; rungs are within 0.5 % of it", or why none does.
std::string law_text(const models::LadderOutlook& outlook);

/// "measure 4x4gpu next: it would narrow the interval for 8x4gpu to about 40 % of its width"; empty if no
/// size is worth it.
std::string next_text(const models::LadderOutlook& outlook);

/// That a trend and a break cannot be told apart, where only the largest rung is on several nodes; else
/// empty.
std::string border_text(const models::LadderOutlook& outlook);

/// The heading of a column with values in the metric's unit.
std::string value_heading(const Metric& metric);

/// The cells of a prediction, without its name: value, speedup, efficiency; "-" for what is unknown.
std::vector<std::string> prediction_cells(const models::Prediction& prediction, Quantity quantity);

/// What the intervals of predictions mean.
inline constexpr auto kPredictionsMean =
    "predicted, not measured; such intervals hold nine of ten later measurements (docs/predict.md)";

}  // namespace scalegen::report
