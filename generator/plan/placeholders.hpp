#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/setting.hpp"
#include "core/source_location.hpp"
#include "generator/plan/findings.hpp"

namespace scalegen::plan {

/// `{name}` in a text.
struct Placeholder {
  std::size_t offset = 0;  // of the brace, in bytes
  std::string name{};
};

/// All placeholders of a text. `${name}` is bash's own.
std::vector<Placeholder> placeholders_in(std::string_view text);

/// Reports unknown names that can only be meant as placeholders: words of bash, or values of options, that
/// are not in quotes. Warns of such words in a list, and of unknown names that are close to a known one.
/// Templates of other programs are left alone: of awk, JSON, f-strings, xargs.
void check_unknown(const Located<std::string>& text, bool is_bash, const std::vector<std::string>& known,
                   Findings& findings);

/// The text with values in place of all known placeholders. Unknown ones stay.
std::string substitute(std::string_view text, const Settings& values);

/// Like substitute(), for a text of bash. Values are not quoted: fails if one has characters that are special
/// to bash. A folder becomes its variable, in double quotes unless it stands in such.
Result<std::string> substitute_in_bash(const Located<std::string>& text, const Settings& values);

/// A word with placeholders as one quoted word of bash. A folder becomes its variable, and `~/` at the
/// beginning the home directory of the user who runs it.
std::string quoted_bash_word(std::string_view word, const Settings& values);

// Placeholders of folders. A script has them in variables: that of a run's attempt is known only when it
// runs, and a path may hold characters that are special to bash.
inline constexpr std::string_view kRunDir = "run_dir";      // of the attempt
inline constexpr std::string_view kSweepDir = "sweep_dir";  // of the sweep file

/// The variable of a placeholder for a folder; empty for any other name.
std::string_view folder_variable(std::string_view placeholder);

/// All names that are replaced: those of values, and of folders.
std::vector<std::string> known_placeholders(const Settings& values);

/// True if the text has a placeholder of one of these names.
bool uses_any(std::string_view text, const std::vector<std::string>& names);

}  // namespace scalegen::plan
