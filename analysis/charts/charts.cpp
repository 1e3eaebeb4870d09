#include "analysis/charts/charts.hpp"

namespace scalegen::charts {

std::vector<Chart> charts_of(const report::Report& report, const std::vector<GpuTimeline>& timelines) {
  std::vector<Chart> all;
  for (auto& some : {scaling_charts(report), axis_charts(report), loss_charts(report), cost_charts(report),
                     training_charts(report), gpu_charts(timelines)})
    all.insert(all.end(), some.begin(), some.end());
  return all;
}

}  // namespace scalegen::charts
