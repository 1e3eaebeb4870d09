#include "analysis/report/csv.hpp"
#include "analysis/report/json.hpp"
#include "analysis/report/markdown.hpp"
#include "analysis/report/table.hpp"
#include "app/sweep_report.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "core/try.hpp"

namespace scalegen {
namespace {

std::string render(const report::Report& report, Format format) {
  switch (format) {
    case Format::terminal:
      return report::render_terminal(report);
    case Format::markdown:
      return report::render_markdown(report);
    case Format::csv:
      return report::render_csv(report);
    case Format::json:
      return report::render_json(report);
  }
  return "";
}

}  // namespace

Result<ExitCode> run_verb(const ReportCommand& command) {
  // The same as status --log: people look for a failed run where they saw it.
  if (!command.log.empty()) return run_verb(StatusCommand{.directory = command.target, .log = command.log});
  TRY_ASSIGN(const auto sweep, report_on(command.target, command.options));
  put(render(sweep.report, command.format));
  return sweep.a_run_failed ? kRunFailed : kDone;
}

}  // namespace scalegen
