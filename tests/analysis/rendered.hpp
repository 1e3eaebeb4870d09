#pragma once
#include <string>
#include <vector>

#include "analysis/comparison/comparison_text.hpp"
#include "analysis/report/notes.hpp"
#include "analysis/report/sections.hpp"
#include "core/text.hpp"

// Reports and comparisons as text, for tests of what they say.

namespace scalegen::report {

template <class Shown>
std::string render_terminal(const Shown& shown) {
  return document::render_terminal(document_of(shown));
}

/// What a terminal shows unless it is asked for more.
template <class Shown>
std::string render_brief(const Shown& shown, const document::Screen& screen = {}) {
  return document::render_terminal(document::without_details(document_of(shown)), screen);
}

template <class Shown>
std::string render_markdown(const Shown& shown) {
  return document::render_markdown(document_of(shown));
}

/// The answer, and the rule.
inline std::vector<std::string> verdict_lines(const Report& report) {
  return joined({verdict_sentences(report), rule_lines(report)});
}

/// All lines below the tables of a report: those that a terminal shows, and those that it shows if it is
/// asked for more.
inline std::vector<std::string> notes_and_method(const Report& report) {
  return joined({report.notes, method_of(report)});
}

}  // namespace scalegen::report
