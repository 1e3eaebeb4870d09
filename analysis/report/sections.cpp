#include "analysis/report/sections.hpp"

#include "analysis/report/assertion_section.hpp"
#include "analysis/report/campaign_section.hpp"
#include "analysis/report/cost_section.hpp"
#include "analysis/report/loss_section.hpp"
#include "analysis/report/next_time_section.hpp"
#include "analysis/report/prediction_section.hpp"

namespace scalegen::report {

std::vector<Section> sections_of(const Report& report) {
  std::vector<Section> sections{assertion_section(report),  loss_section(report),
                                prediction_section(report), cost_section(report),
                                campaign_section(report),   next_time_section(report)};
  std::erase_if(sections, is_empty);
  return sections;
}

}  // namespace scalegen::report
