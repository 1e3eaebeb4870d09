#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostics.hpp"
#include "core/embedded_file.hpp"

namespace scalegen {

/// A template with the files that it includes put in their places, and without the line ends and blanks
/// around tags that stand alone on their lines.
struct TemplateSource {
  struct Line {
    std::string file{};
    int number = 0;           // in its file
    std::size_t offset = 0;   // in the joined text
    std::size_t skipped = 0;  // blanks at its begin that the joined text lacks
    std::string text{};       // as in its file
  };
  std::string text{};
  std::vector<Line> lines{};
};

/// Joins `file` with what its lines `{{> FILE}}` name.
Result<TemplateSource> join_template(const std::vector<EmbeddedFile>& files, std::string_view file);

/// Where a character of the joined text stands in its own file.
Place place_in(const TemplateSource& source, std::size_t offset);

}  // namespace scalegen
