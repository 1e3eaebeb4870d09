#include "analysis/report/prediction_page.hpp"
#include "app/sweep_report.hpp"
#include "cli/form.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "core/try.hpp"

namespace scalegen {

Result<ExitCode> run_verb(const PredictCommand& command) {
  TRY_ASSIGN(const auto sweep, report_on(command.target, command.options));
  TRY_ASSIGN(const auto page, report::prediction_page(sweep.report, command.to));
  put(text_in(command.format, report::document_of(page), [&] { return report::render_json(page); }));
  return kDone;
}

}  // namespace scalegen
