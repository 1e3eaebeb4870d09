#include <fmt/format.h>

#include "analysis/report/csv.hpp"
#include "analysis/report/json.hpp"
#include "analysis/report/markdown.hpp"
#include "analysis/report/table.hpp"
#include "app/open_run_directory.hpp"
#include "app/panel_report.hpp"
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
    case Format::latex:
      break;
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

Result<ExitCode> put_files(const PanelReport& report, const std::string& folder) {
  TRY_ASSIGN(const auto written, write_panel_report(report, folder));
  for (const auto& file : written.files) put(fmt::format("{}/{}\n", folder, file));
  if (!written.no_docx.empty()) put(written.no_docx + "\n");
  return report.a_run_failed ? kRunFailed : kDone;
}

Result<ExitCode> put_for_panel(const ReportCommand& command) {
  if (command.format == Format::csv || command.format == Format::json)
    return failure("a panel's report has several tables",
                   "leave out --format and give -o FOLDER: it will hold each as CSV");
  TRY_ASSIGN(const auto report, report_for(command.panel, command.target, command.options));
  if (!command.folder.empty()) return put_files(report, command.folder);
  put(command.format == Format::latex ? render_latex(report.document) : render_markdown(report.document));
  return report.a_run_failed ? kRunFailed : kDone;
}

}  // namespace

Result<ExitCode> run_verb(const ReportCommand& command) {
  if (!command.log.empty()) return put_log(command.target, command.log);
  if (!command.panel.empty()) return put_for_panel(command);
  if (command.format == Format::latex)
    return failure("--format latex is for the report of a panel", "add --for plain, or another panel");
  TRY_ASSIGN(const auto sweep, report_on(command.target, command.options));
  put(render(sweep.report, command.format));
  return sweep.a_run_failed ? kRunFailed : kDone;
}

}  // namespace scalegen
