#include "analysis/report/sections.hpp"

#include "analysis/report/notes.hpp"

namespace scalegen::report {

document::Document document_of(const Report& report) {
  using document::Bullets;
  using document::Role;
  document::Document document{.title = report.head.title, .subtitle = subtitle_of(report), .level = 3};
  if (!document.subtitle.empty()) document.title = subject_of(report);  // rounds are in the line below
  auto& blocks = document.blocks;
  const auto add_list = [&](std::vector<std::string> lines, Role role) {
    if (!lines.empty()) blocks.emplace_back(Bullets{std::move(lines), role});
  };
  add_list(verdict_sentences(report), Role::answer);
  add_list(rule_lines(report), is_rule_in_answer(report) ? Role::details : Role::text);
  add(blocks, choice_section(report));
  for (const auto& section : ladder_sections(report)) add(blocks, section);
  add_list(report.warnings, Role::warnings);
  add_list(report.notes, Role::text);
  auto method = method_of(report);
  if (auto measured = measured_text(report); !measured.empty())
    method.insert(method.begin(), std::move(measured));
  if (const auto& digest = report.head.bundle_digest; !digest.empty())
    method.push_back("read from a bundle with the SHA-256 " + digest + " (docs/security.md)");
  add_list(std::move(method), Role::details);
  for (const auto& section : sections_of(report)) add(blocks, section);
  return document;
}

std::vector<document::Section> sections_of(const Report& report) {
  std::vector<document::Section> sections{assertion_section(report), loss_section(report),
                                          prediction_section(report), cost_section(report),
                                          next_time_section(report)};
  std::erase_if(sections, document::is_empty);
  return sections;
}

}  // namespace scalegen::report
