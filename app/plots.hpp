#pragma once
#include <string>
#include <vector>

#include "analysis/charts/drawings.hpp"
#include "analysis/report/report.hpp"
#include "core/diagnostics.hpp"

namespace scalegen {

/// All charts of a report, with the steps of its runs.
std::vector<charts::Chart> charts_with_timelines(const report::Report& report);

struct WrittenPlots {
  std::vector<std::string> files{};
  std::string only_svg{};  // why there is no PDF and no PNG; empty: there are
};

/// Writes each chart into a folder as SVG, and as PDF and as PNG of 300 dpi if rsvg-convert is installed: the
/// same bytes for the same chart. Files of the same names are replaced. Returns an error if a file cannot be
/// written.
Result<WrittenPlots> write_plots(const std::vector<charts::Chart>& charts, const std::string& folder,
                                 charts::Medium medium = charts::Medium::screen);

}  // namespace scalegen
