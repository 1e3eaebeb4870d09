#include "app/panel_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>

#include "analysis/charts/charts.hpp"
#include "analysis/panels/parts.hpp"
#include "app/plots.hpp"
#include "app/run_files.hpp"
#include "app/user_settings.hpp"
#include "core/files.hpp"
#include "core/try.hpp"

namespace scalegen {
namespace {

namespace fs = std::filesystem;

Result<void> check_is_new(const std::string& folder) {
  TRY_ASSIGN(const auto exists, is_there(folder));
  TRY_ASSIGN(const auto is_its_folder, is_folder(folder));
  if (exists && !is_its_folder)
    return failure(fmt::format("'{}' is a file, and a panel's report is several", folder),
                   "name a new folder with -o");
  TRY_ASSIGN(const auto names, names_in(folder));
  if (names.empty()) return {};
  return failure(fmt::format("the folder '{}' is not empty", folder), "name a new one with -o");
}

Result<void> write_into(const fs::path& folder, const std::string& name, const std::string& text,
                        std::vector<std::string>& files) {
  TRY(write_file(folder / name, text));
  files.push_back(name);
  return {};
}

std::vector<charts::Chart> charts_in(const document::Document& document, const report::Report& report) {
  auto all = charts::scaling_charts(report);
  std::erase_if(all, [&](const charts::Chart& chart) {
    return std::ranges::none_of(document.blocks, [&](const document::Block& block) {
      const auto* const figure = std::get_if<document::Figure>(&block);
      return figure != nullptr && figure->chart == chart.id;
    });
  });
  return all;
}

}  // namespace

Result<PanelReport> report_for(const std::string& name, const std::string& target, ReportOptions options) {
  TRY_ASSIGN(const auto file, find_file(panels::panel_files(owner()), name));
  TRY_ASSIGN(const auto panel, panels::read_panel(file));
  if (panel.rule && !options.advise.empty())
    return failure(fmt::format("the panel {} has a rule of its own", panel.name), "leave out --advise");
  options.rule = panel.rule;
  TRY_ASSIGN(const auto sweep, report_on(target, options));
  TRY_ASSIGN(const auto files, run_files_of(sweep.report));
  auto document = panels::document_for(panel, sweep.report, files);
  auto shown = charts_in(document, sweep.report);
  return PanelReport{.panel = panel.name,
                     .document = std::move(document),
                     .charts = std::move(shown),
                     .script = files.script ? files.script->text : "",
                     .has_failed = has_failed(sweep)};
}

Result<std::vector<std::string>> write_panel_report(const PanelReport& report, const std::string& folder) {
  TRY(check_is_new(folder));
  TRY(make_folders(folder));
  std::vector<std::string> files;
  const auto& panel = report.panel;
  TRY(write_into(folder, panel + ".md", render_markdown(report.document), files));
  TRY(write_into(folder, panel + ".tex", render_latex(report.document), files));
  int number = 0;
  for (const auto* const table : document::tables_of(report.document))
    TRY(write_into(folder, fmt::format("{}-table-{}.csv", panel, ++number), render_csv(*table), files));
  if (!report.script.empty()) TRY(write_into(folder, "job.sbatch", report.script, files));
  TRY_ASSIGN(auto plots, write_plots(report.charts, folder, charts::Medium::paper));
  std::ranges::move(plots.files, std::back_inserter(files));
  return files;
}

}  // namespace scalegen
