#pragma once
#include <string>
#include <vector>

#include "analysis/charts/drawings.hpp"
#include "core/diagnostics.hpp"

namespace scalegen {

/// Writes charts as files into a folder, and prints their names. Without a chart it is an error that says why
/// there is none.
Result<void> put_plots(const std::vector<charts::Chart>& charts, const std::string& folder,
                       const std::string& why_none, charts::Medium medium = charts::Medium::screen);

}  // namespace scalegen
