#include <fmt/format.h>

#include "analysis/charts/drawings.hpp"
#include "analysis/report/formats.hpp"
#include "analysis/report/sections.hpp"
#include "app/bundle.hpp"
#include "app/open_run_directory.hpp"
#include "app/panel_report.hpp"
#include "app/plots.hpp"
#include "app/report_page.hpp"
#include "app/sweep_report.hpp"
#include "cli/form.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "core/shell_quote.hpp"
#include "core/try.hpp"

namespace scalegen {
namespace {

constexpr auto kPaper = "paper";  // the one word of --for that is no panel

// A report's own page has charts, and its own CSV is for programs.
Result<std::string> render(const report::Report& report, const ReportCommand& command) {
  const auto& form = command.format;
  if (form == "html") return report_page(report);
  if (form == "csv") return report::render_csv(report);
  if (form == "junit") return report::render_junit(report);
  if (form == "extrap") return report::render_extrap(report);
  auto document = report::document_of(report);
  if (form == "terminal" && !command.verbose) document = without_details(std::move(document));
  return text_in(form, document, [&] { return report::render_json(report); });
}

Result<ExitCode> put_files(const PanelReport& report, const std::string& folder) {
  TRY_ASSIGN(const auto files, write_panel_report(report, folder));
  for (const auto& file : files) put(fmt::format("{}/{}\n", folder, file));
  return report.has_failed ? kRunFailed : kDone;
}

Result<ExitCode> put_bundle(const std::string& target, const std::string& file) {
  TRY_ASSIGN(const auto opened, open_run_directory(target));
  TRY_ASSIGN(const auto written, write_bundle(opened.directory, file));
  put(fmt::format("{}: {} files in {} kB; 'scalegen report {}' reads it\n", file, written.files,
                  written.bytes / 1000 + 1, shell_quote(file)));
  put(fmt::format("sha256 of its bundle.sha256: {}\n", written.digest));
  if (!written.secret.empty())
    tell(fmt::format("warning: its sweep.yaml holds the value of '{}', as whoever gets the bundle can read\n",
                     written.secret));
  return kDone;
}

void draw(const report::Report& report) {
  for (const auto& chart : charts_with_timelines(report))
    if (charts::is_for_terminal(chart)) put("\n" + charts::render_terminal(chart, output_width()));
}

// LaTeX is of a document: without a panel of the plain one.
Result<ExitCode> put_for_panel(const ReportCommand& command) {
  if (command.format != "terminal" && command.format != "markdown" && command.format != "latex")
    return failure("a panel's report has several tables",
                   "leave out --format and give -o FOLDER: it will hold each as CSV");
  TRY_ASSIGN(const auto report,
             report_for(command.panel.empty() ? "plain" : command.panel, command.target, command.options));
  if (!command.folder.empty()) return put_files(report, command.folder);
  put(command.format == "latex" ? render_latex(report.document) : render_markdown(report.document));
  return report.has_failed ? kRunFailed : kDone;
}

Result<void> put_text(const report::Report& report, const ReportCommand& command) {
  TRY_ASSIGN(const auto text, render(report, command));
  put(text);
  if (command.plot) draw(report);
  return {};
}

Result<ExitCode> put_report(const ReportCommand& command) {
  TRY_ASSIGN(const auto sweep, report_on(command.target, command.options));
  TRY(command.plots.empty()
          ? put_text(sweep.report, command)
          : put_plots(charts_with_timelines(sweep.report), command.plots, "no run has a figure",
                      command.panel == kPaper ? charts::Medium::paper : charts::Medium::screen));
  return has_failed(sweep) ? kRunFailed : kDone;
}

}  // namespace

Result<ExitCode> run_verb(const ReportCommand& command) {
  if (command.plot && command.format != "terminal")
    return failure("--plot draws in the terminal", "leave out --format, or write files with --plots FOLDER");
  if (!command.plots.empty() && !command.panel.empty() && command.panel != kPaper)
    return failure(fmt::format("--plots writes charts, and '{}' is the panel of a text", command.panel),
                   "write charts for a column of a paper with --for paper, or leave out one of the two");
  if (command.plots.empty() && command.panel == kPaper)
    return failure("'--for paper' is of charts", "name their folder with --plots FOLDER");
  if (command.plots.empty() && (!command.panel.empty() || command.format == "latex"))
    return put_for_panel(command);
  if (!command.bundle.empty()) return put_bundle(command.target, command.bundle);
  return put_report(command);
}

}  // namespace scalegen
