#include "analysis/report/prediction_page.hpp"
#include "app/sweep_report.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "core/try.hpp"

namespace scalegen {

Result<ExitCode> run_verb(const PredictCommand& command) {
  TRY_ASSIGN(const auto sweep, report_on(command.target, command.options));
  TRY_ASSIGN(const auto page, report::prediction_page(sweep.report, command.to));
  put(command.json ? report::render_json(page) : report::render_terminal(page));
  return kDone;
}

}  // namespace scalegen
