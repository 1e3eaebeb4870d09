#pragma once
#include <string>
#include <vector>

#include "analysis/document/document.hpp"
#include "analysis/report/report.hpp"
#include "core/json_fwd.hpp"

namespace scalegen::report {

/// Why rungs are not faster: what each loses on the way from 100 % to its efficiency, in percent points that
/// add up.
document::Section loss_section(const Report& report);

/// Adds the field `losses`, unless nothing is known.
void put_losses(Json& json, const ScalingTable& table, const std::vector<losses::RungLosses>& rungs);

/// "node n3 is slow, whichever ranks are there; its own work takes 20.1 % longer than others', ..."
std::string straggler_text(const losses::Straggler& straggler);

Json stragglers_json(const Report& report);

}  // namespace scalegen::report
