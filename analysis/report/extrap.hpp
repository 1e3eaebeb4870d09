#pragma once
#include <string>

#include "analysis/report/report.hpp"

namespace scalegen::report {

/// The measured values as Extra-P's text input (https://github.com/extra-p/extrap, docs/file-formats.md). The
/// parameter p is the number of ranks, or of nodes where ranks are unknown; a region for each table has the
/// time of equal work and the metric itself, a DATA line for each point with all of its rounds. All regions
/// of such a file have the same points: rungs that are not in all tables, that do not compare with the
/// baseline, or are on another kind of device than most, are left out, and a comment names them. An error if
/// no point is left.
Result<std::string> render_extrap(const Report& report);

}  // namespace scalegen::report
