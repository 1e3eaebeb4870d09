#pragma once
#include <string>
#include <string_view>
#include <utility>
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

/// The names of values and sections in templates, sorted. Those in the bundled ones are the names that one of
/// a person's own may use.
std::vector<std::string> tag_names(const std::vector<EmbeddedFile>& files);

/// The place of a character of the joined text in its own file.
CitedLine cite_in(const TemplateSource& source, std::size_t offset);

/// The values that the names of a template stand for: a text, whether a section is shown, or the items of a
/// section that repeats.
struct TemplateValues {
  std::vector<std::pair<std::string_view, std::string>> texts{};
  std::vector<std::pair<std::string_view, bool>> conditions{};
  std::vector<std::pair<std::string_view, std::vector<TemplateValues>>> lists{};
};

/// A part of a parsed template.
struct TemplateNode {
  enum class Kind { text, quoted_value, plain_value, section, inverted_section };
  Kind kind = Kind::text;
  std::string text{};  // or the name
  std::vector<TemplateNode> children{};
};

/// A Mustache template of bash. {{name}} becomes one quoted word and {{{name}}} stands as it is; a tag alone
/// on its line leaves no line behind; a line `{{> FILE}}` is replaced by that file before the whole is
/// parsed.
class Template {
 public:
  /// Parses a file and those that it includes. Reports each name that is not one of `names` with its place,
  /// and sections that are not closed.
  static Result<Template> parse(const std::vector<EmbeddedFile>& files, std::string_view file,
                                const std::vector<std::string>& names);

  /// Fills it in. What `values` lacks is looked for in `common`; a name that both lack is an error.
  [[nodiscard]] Result<std::string> render(const TemplateValues& values, const TemplateValues& common) const;

 private:
  std::vector<TemplateNode> nodes_{};
};

}  // namespace scalegen
