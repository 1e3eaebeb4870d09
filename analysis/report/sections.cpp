#include "analysis/report/sections.hpp"

namespace scalegen::report {

document::Document document_of(const Report& report) {
  document::Document document{.title = report.head.title, .level = 3};
  auto& blocks = document.blocks;
  add(blocks, {.lines = verdict_lines(report)});
  for (const auto& section : ladder_sections(report)) add(blocks, section);
  if (!report.warnings.empty()) blocks.emplace_back(document::Bullets{report.warnings, true});
  add(blocks, {.lines = report.notes});
  for (const auto& section : sections_of(report)) add(blocks, section);
  return document;
}

std::vector<document::Section> sections_of(const Report& report) {
  std::vector<document::Section> sections{assertion_section(report),  loss_section(report),
                                          prediction_section(report), cost_section(report),
                                          campaign_section(report),   next_time_section(report)};
  std::erase_if(sections, document::is_empty);
  return sections;
}

}  // namespace scalegen::report
