#pragma once
#include <string>
#include <vector>

#include "analysis/document/document.hpp"
#include "analysis/models/ladder_outlook.hpp"
#include "analysis/report/report.hpp"

namespace scalegen::report {

/// What larger sizes of one ladder would give.
struct PredictedLadder {
  Settings axes{};
  models::LadderOutlook outlook{};
};

/// The page of `predict`.
struct PredictionPage {
  ReportHead head{};
  std::vector<std::string> warnings{};  // of the report: why a measured value may not be trusted
  std::string to{};
  std::vector<PredictedLadder> ladders{};
};

/// Predicts from what a report has measured up to a size, such as 1024gpu. Returns an error if it is no
/// larger size, or if too few were measured.
Result<PredictionPage> prediction_page(const Report& report, const std::string& to);

/// The rows of each ladder, then the law and what to measure next.
document::Document document_of(const PredictionPage& page);
std::string render_json(const PredictionPage& page);

}  // namespace scalegen::report
