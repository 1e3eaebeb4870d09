#include <fmt/format.h>

#include <algorithm>

#include "analysis/analyse.hpp"
#include "analysis/report/csv.hpp"
#include "analysis/report/json.hpp"
#include "analysis/report/markdown.hpp"
#include "analysis/report/table.hpp"
#include "app/open_run_directory.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "core/clock.hpp"
#include "core/files.hpp"
#include "core/text.hpp"
#include "core/try.hpp"
#include "runner/outcome_of_attempt.hpp"

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

Result<void> choose_baseline(Plan& plan, const std::string& rung) {
  if (rung.empty()) return {};
  std::vector<std::string> rungs;
  for (const auto& run : plan.runs)
    if (std::find(rungs.begin(), rungs.end(), run.rung.name) == rungs.end()) rungs.push_back(run.rung.name);
  if (std::find(rungs.begin(), rungs.end(), rung) == rungs.end())
    return failure(fmt::format("the baseline '{}' is no rung of this sweep", rung),
                   did_you_mean(rung, rungs));
  plan.head.baseline = rung;
  plan.head.baseline_reason = "as asked for";
  return {};
}

/// A report, and what the tool's exit status says of it.
struct Reported {
  scalegen::report::Report report{};
  ExitCode code = kDone;
};

Result<Reported> report_of_directory(const std::string& folder, const std::string& baseline) {
  TRY_ASSIGN(auto sweep, this_sweep(folder));
  auto& [directory, plan] = sweep;
  TRY(choose_baseline(plan, baseline));
  TRY_ASSIGN(const auto records, outcomes(plan, directory, {.now = SystemClock().now()}));
  const bool failed = std::any_of(records.begin(), records.end(), has_failed);
  return report_of_runs(plan, records, directory).map([&](report::Report report) {
    return Reported{std::move(report), failed ? kRunFailed : kDone};
  });
}

Result<Reported> report_of_file(const std::string& file, const std::string& baseline) {
  TRY_ASSIGN(const auto text, read_file(file));
  return report_of_table(file, text, baseline).map([](report::Report report) {
    return Reported{std::move(report)};
  });
}

}  // namespace

Result<ExitCode> run_verb(const ReportCommand& command) {
  TRY_ASSIGN(const auto is_directory,
             command.target.empty() ? Result<bool>(true) : is_folder(command.target));
  TRY_ASSIGN(const auto reported, is_directory ? report_of_directory(command.target, command.baseline)
                                               : report_of_file(command.target, command.baseline));
  put(render(reported.report, command.format));
  return reported.code;
}

}  // namespace scalegen
