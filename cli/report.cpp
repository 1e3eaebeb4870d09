#include <fmt/format.h>

#include <string>

#include "analysis/charts/charts.hpp"
#include "analysis/charts/drawings.hpp"
#include "analysis/document/document.hpp"
#include "analysis/report/formats.hpp"
#include "analysis/report/proposal.hpp"
#include "analysis/report/sections.hpp"
#include "app/bundle.hpp"
#include "app/open_run_directory.hpp"
#include "app/plots.hpp"
#include "app/report_page.hpp"
#include "app/run_files.hpp"
#include "app/sweep_report.hpp"
#include "cli/form.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "core/shell_quote.hpp"
#include "core/try.hpp"

namespace scalegen {
namespace {

using Purpose = ReportCommand::Purpose;

// A report's own page has charts, and its own CSV is for programs.
Result<std::string> render(const report::Report& report, const ReportCommand& command) {
  const auto& form = command.format;
  if (form == "html") return report_page(report);
  if (form == "csv") return report::render_csv(report);
  auto document = report::document_of(report);
  if (form == "terminal" && !command.verbose) document = without_details(std::move(document));
  return text_in(form, document, [&] { return report::render_json(report); });
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

// The first chart of the report, which has a line for each ladder.
document::Figure figure_of(const report::Report& report) {
  const auto all = charts::scaling_charts(report);
  if (all.empty()) return {};
  const auto& chart = all.front();
  return {fmt::format("{}. {}", chart.title, chart.says), chart.id,
          fmt::format("scalegen report {} --plots . --for paper", shell_quote(report.head.source))};
}

// A report's LaTeX is this, too.
Result<ExitCode> put_proposal(const ReportCommand& command) {
  if (command.format != "terminal" && command.format != "markdown" && command.format != "latex")
    return failure(fmt::format("the section of a proposal has no form '{}'", command.format),
                   "leave out --format for Markdown, or write --format latex");
  TRY_ASSIGN(const auto sweep, report_on(command.target, command.options));
  TRY_ASSIGN(const auto files, run_files_of(sweep.report));
  const auto document = report::proposal_of(sweep.report, files, figure_of(sweep.report));
  put(command.format == "latex" ? render_latex(document) : render_markdown(document));
  return has_failed(sweep) ? kRunFailed : kDone;
}

Result<void> put_text(const report::Report& report, const ReportCommand& command) {
  TRY_ASSIGN(const auto text, render(report, command));
  put(text);
  return {};
}

Result<ExitCode> put_report(const ReportCommand& command) {
  TRY_ASSIGN(const auto sweep, report_on(command.target, command.options));
  TRY(command.plots.empty()
          ? put_text(sweep.report, command)
          : put_plots(charts_with_timelines(sweep.report), command.plots, "no run has a figure",
                      command.purpose == Purpose::paper ? charts::Medium::paper : charts::Medium::screen));
  return has_failed(sweep) ? kRunFailed : kDone;
}

}  // namespace

Result<ExitCode> run_verb(const ReportCommand& command) {
  if (!command.plots.empty() && command.purpose == Purpose::proposal)
    return failure("--plots writes charts, and '--for proposal' is of a text",
                   "write charts for a column of a paper with --for paper, or leave out one of the two");
  if (command.plots.empty() && command.purpose == Purpose::paper)
    return failure("'--for paper' is of charts", "name their folder with --plots FOLDER");
  if (command.plots.empty() && (command.purpose == Purpose::proposal || command.format == "latex"))
    return put_proposal(command);
  if (!command.bundle.empty()) return put_bundle(command.target, command.bundle);
  return put_report(command);
}

}  // namespace scalegen
