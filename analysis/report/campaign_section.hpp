#pragma once
#include "analysis/document/document.hpp"
#include "analysis/report/report.hpp"
#include "core/json_fwd.hpp"

namespace scalegen::report {

/// The price of the production runs of `campaign:`, from the measured rungs of their sizes.
document::Section campaign_section(const Report& report);

/// Null without `campaign:`.
Json campaign_costs_json(const Report& report);

}  // namespace scalegen::report
