#pragma once
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/diagnostics.hpp"
#include "core/embedded_file.hpp"

namespace scalegen {

/// What the names of a template stand for: a text, whether a section is shown, or the items of a section that
/// repeats.
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
