#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostics.hpp"

namespace scalegen {

/// A section of docs/glossary.md.
struct GlossaryEntry {
  std::string term{};
  std::vector<std::string> aliases{};  // other words for it
  std::string paragraph{};             // its lines, each ended
  std::vector<std::string> see{};      // other terms
  std::string more{};                  // where to read on: docs/FILE.md, "SECTION"
  bool operator==(const GlossaryEntry&) const = default;
};

/// Reads a page of sections '## TERM'. In each a line 'Also: A, B.' may come first, then the paragraph, then
/// 'See: A, B.' and 'More: PAGE.'; what precedes the first section is left out.
std::vector<GlossaryEntry> read_glossary(std::string_view page);

/// The glossary that is compiled into the program.
const std::vector<GlossaryEntry>& glossary();

/// Returns the glossary's text on a term or, if it is a reason why Slurm lets a job wait, that of `status`;
/// what docs/reference says of a key of the sweep file or of a profile follows. The text ends with a new
/// line. Case, plural, and '-' or '_' for a blank make no difference. An error names the term that was
/// probably meant.
Result<std::string> explain(std::string_view term);

/// The terms that explain() knows, and after them Slurm's reasons, of some of which these are only the
/// beginning.
struct KnownTerms {
  std::vector<std::string> terms{};
  std::vector<std::string> reasons{};
};
KnownTerms known_terms();

}  // namespace scalegen
