#include "analysis/report/each_point.hpp"

#include "analysis/report/words.hpp"

namespace scalegen {

std::string point_name(const ScalingTable& table, const std::string& rung) {
  std::string axes;
  for (const auto& axis : table.axes)
    axes += (axes.empty() ? "" : ", ") + words(axis.name) + " " + to_text(axis.value);
  return axes.empty() ? rung : rung + " (" + axes + ")";
}

}  // namespace scalegen
