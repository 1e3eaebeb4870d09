#pragma once
#include "analysis/document/document.hpp"
#include "analysis/panels/panel.hpp"
#include "analysis/panels/run_files.hpp"
#include "analysis/report/report.hpp"

namespace scalegen::panels {

/// A report in the words and the order of a panel's form. Its verdicts must have been made by the panel's
/// rule, if it has one.
document::Document document_for(const Panel& panel, const report::Report& report, const RunFiles& files);

}  // namespace scalegen::panels
