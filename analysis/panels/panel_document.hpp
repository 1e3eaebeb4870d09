#pragma once
#include <optional>

#include "analysis/panels/document.hpp"
#include "analysis/panels/panel.hpp"
#include "analysis/report/report.hpp"

namespace scalegen::panels {

/// The batch script of a job, as it ran.
struct Script {
  std::string file{};
  std::string rung{};
  std::string text{};
};

/// A report in the words and the order of a panel's form. Its verdicts must have been made by the panel's
/// rule, if it has one.
Document document_for(const Panel& panel, const report::Report& report, const std::optional<Script>& script);

}  // namespace scalegen::panels
