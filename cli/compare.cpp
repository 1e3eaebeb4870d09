#include "analysis/comparison/comparison_text.hpp"
#include "app/sweep_report.hpp"
#include "cli/form.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "core/try.hpp"

namespace scalegen {
namespace {

Result<comparison::Side> side_of(const std::string& target) {
  TRY_ASSIGN(auto sweep, report_on(target));
  auto commit = sweep.report.head.commit;
  return comparison::Side{std::move(sweep.report), std::move(commit)};
}

}  // namespace

Result<ExitCode> run_verb(const CompareCommand& command) {
  TRY_ASSIGN(const auto a, side_of(command.a));
  TRY_ASSIGN(const auto b, side_of(command.b));
  TRY_ASSIGN(const auto comparison, comparison::compare(a, b, command.at));
  put(text_in(command.format, report::document_of(comparison),
              [&] { return report::render_json(comparison); }));
  return kDone;
}

}  // namespace scalegen
