#pragma once
#include <string>

#include "analysis/comparison/comparison_text.hpp"
#include "analysis/report/prediction_page.hpp"
#include "analysis/report/sections.hpp"

// Reports, comparisons and predictions as text, for tests of what they say.

namespace scalegen::report {

template <class Shown>
std::string render_terminal(const Shown& shown) {
  return document::render_terminal(document_of(shown));
}

template <class Shown>
std::string render_markdown(const Shown& shown) {
  return document::render_markdown(document_of(shown));
}

}  // namespace scalegen::report
