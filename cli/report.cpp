#include "analysis/report/csv.hpp"
#include "analysis/report/json.hpp"
#include "analysis/report/markdown.hpp"
#include "analysis/report/table.hpp"
#include "app/open_run_directory.hpp"
#include "app/run_log.hpp"
#include "app/sweep_report.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "core/clock.hpp"
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

// The same as status --log: people look for a failed run where they saw it.
Result<ExitCode> put_log(const std::string& directory, const std::string& run) {
  TRY_ASSIGN(const auto sweep, open_run_directory(directory));
  SystemClock clock;
  TRY_ASSIGN(const auto log, run_log(sweep, run, clock));
  put(log);
  return kDone;
}

}  // namespace

Result<ExitCode> run_verb(const ReportCommand& command) {
  if (!command.log.empty()) return put_log(command.target, command.log);
  TRY_ASSIGN(const auto sweep, report_on(command.target, command.options));
  put(render(sweep.report, command.format));
  return sweep.a_run_failed ? kRunFailed : kDone;
}

}  // namespace scalegen
