#pragma once
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/diagnostics.hpp"
#include "core/embedded_file.hpp"

namespace scalegen {

/// What the names of a template stand for: a text, whether a section is shown, or the items of a section that
/// repeats.
struct TemplateValues {
  std::vector<std::pair<std::string, std::string>> texts{};
  std::vector<std::pair<std::string, bool>> conditions{};
  std::vector<std::pair<std::string, std::vector<TemplateValues>>> lists{};
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

  Template(Template&&) noexcept;
  Template& operator=(Template&&) noexcept;
  ~Template();

  /// Fills it in. A name that `values` lacks is an error.
  [[nodiscard]] Result<std::string> render(const TemplateValues& values) const;

 private:
  struct Parsed;
  explicit Template(std::unique_ptr<Parsed> parsed);
  std::unique_ptr<Parsed> parsed_;
};

}  // namespace scalegen
