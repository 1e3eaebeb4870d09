#pragma once
#include <string>

#include "analysis/report/report.hpp"

namespace scalegen {

/// Calls visit(table, point) for every rung of every table, in the order of the report.
template <class Visit>
void for_each_point(const Report& report, const Visit& visit) {
  for (const auto& table : report.tables)
    for (const auto& point : table.points) visit(table, point);
}

/// A rung as texts name it: "2gpu", and where there are axes "2gpu (precision bf16)".
std::string point_name(const ScalingTable& table, const std::string& rung);

}  // namespace scalegen
