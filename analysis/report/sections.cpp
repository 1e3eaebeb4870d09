#include "analysis/report/sections.hpp"

namespace scalegen::report {

std::vector<Section> sections_of(const Report& /*report*/) {
  std::vector<Section> sections;
  std::erase_if(sections, is_empty);
  return sections;
}

}  // namespace scalegen::report
