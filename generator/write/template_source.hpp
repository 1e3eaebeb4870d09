#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostics.hpp"
#include "core/embedded_file.hpp"

namespace scalegen {

/// A template with the files that it includes put in their places.
struct TemplateSource {
  struct Line {
    std::string file{};
    int number = 0;          // in its file
    std::size_t offset = 0;  // in `text`
    std::string text{};
  };
  std::string text{};
  std::vector<Line> lines{};
};

/// Joins `file` with what its lines `{{> FILE}}` name.
Result<TemplateSource> join_template(const std::vector<EmbeddedFile>& files, std::string_view file);

/// Where a character of the joined text stands in its own file.
Place place_in(const TemplateSource& source, std::size_t offset);

/// The text with a mark before each tag that stands alone on its line, so that what it leaves can be told
/// from lines that are meant to be empty: the library keeps the line of a section that is not shown.
std::string mark_lone_tags(const TemplateSource& source);

/// Takes the marks away, and the lines that hold nothing else.
std::string without_marks(std::string text);

}  // namespace scalegen
