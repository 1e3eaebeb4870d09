#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/glossary.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "core/json.hpp"
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

std::string json_of(const KnownTerms& known) {
  return json_page({{"scalegen_explain", 1}, {"terms", known.terms}, {"reasons", known.reasons}});
}

}  // namespace

Result<ExitCode> run_verb(const ExplainCommand& command) {
  if (command.words.empty()) {
    put(command.json ? json_of(known_terms()) : list_text(known_terms()));
    return kDone;
  }
  const auto term = fmt::format("{}", fmt::join(command.words, " "));
  TRY_ASSIGN(const auto text, explain(term));
  put(command.json ? json_page({{"scalegen_explain", 1}, {"term", term}, {"text", text}}) : text);
  return kDone;
}

}  // namespace scalegen
