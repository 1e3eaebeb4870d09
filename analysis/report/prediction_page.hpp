#pragma once
#include <string>
#include <vector>

#include "analysis/models/simulator.hpp"
#include "analysis/report/report.hpp"

namespace scalegen::report {

/// What larger sizes of one ladder would give, by laws and by simulation.
struct PredictedLadder {
  Settings axes{};
  models::LadderOutlook outlook{};
  models::StepScatter scatter{};
  std::vector<models::SimulatedStep> simulated{};  // one for each prediction
};

/// The page of `predict`.
struct PredictionPage {
  ReportHead head{};
  std::vector<std::string> warnings{};  // of the report: why a measured value may not be trusted
  std::string to{};
  models::WhatIf what_if{};
  std::vector<PredictedLadder> ladders{};
};

/// Predicts from what a report has measured up to a size, such as 1024gpu. Returns an error if it is no
/// larger size, or if too few were measured.
Result<PredictionPage> prediction_page(const Report& report, const std::string& to,
                                       const models::WhatIf& what_if);

std::string render_terminal(const PredictionPage& page);
std::string render_json(const PredictionPage& page);

}  // namespace scalegen::report
