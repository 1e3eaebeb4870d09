#pragma once
#include <string>
#include <string_view>

namespace scalegen::panels {

/// Text as pdflatex prints it word for word. Long words may be broken at their signs.
std::string latex_text(std::string_view text);

/// The lines of a file for a Verbatim of fancyvrb with commandchars=\\\{\}. A line that is longer than the
/// page goes on below, behind an arrow.
std::string latex_listing(std::string_view text);

}  // namespace scalegen::panels
