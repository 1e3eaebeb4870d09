#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/glossary.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "core/text_table.hpp"
#include "core/try.hpp"

namespace scalegen {
namespace {

std::string list_text(const KnownTerms& known) {
  const auto columns = output_width();
  return fmt::format("{}\nreasons of Slurm's why a job waits, or how they begin:\n\n{}\n{}",
                     in_columns(known.terms, columns), in_columns(known.reasons, columns),
                     "keys of the sweep file and of a profile: 'scalegen explain KEY'\n");
}

}  // namespace

Result<ExitCode> run_verb(const ExplainCommand& command) {
  if (command.words.empty()) {
    put(list_text(known_terms()));
    return kDone;
  }
  TRY_ASSIGN(const auto text, explain(fmt::format("{}", fmt::join(command.words, " "))));
  put(text);
  return kDone;
}

}  // namespace scalegen
