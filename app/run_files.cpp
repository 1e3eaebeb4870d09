#include "app/run_files.hpp"

#include <algorithm>
#include <filesystem>

#include "app/open_run_directory.hpp"
#include "core/files.hpp"
#include "core/secrets.hpp"
#include "core/try.hpp"

namespace scalegen {
namespace {

namespace fs = std::filesystem;

// That of the first measured run of the largest rung, as it ran.
Result<std::optional<report::Script>> script_of(const report::Report& report, const RunDirectory& directory,
                                                const Plan& plan) {
  const auto* const rung = report::largest_rung(report);
  if (rung == nullptr) return std::nullopt;
  const auto run = std::ranges::find_if(rung->runs, [](const auto& r) { return r.value.has_value(); });
  for (const auto& job : plan.jobs) {
    if (std::ranges::find(job.runs, run->run) == job.runs.end()) continue;
    const auto edited = directory.attempt(run->run, run->attempt).edited_script();
    const auto script = run->is_edited ? edited : directory.job_script(job.id);
    TRY_ASSIGN(auto text, read_file(script));
    return report::Script{fs::relative(script, directory.root).string(), rung->rung,
                          without_secrets(std::move(text), secrets_of(plan))};
  }
  return std::nullopt;
}

std::set<std::string> cpus_of(const report::Report& report) {
  std::set<std::string> cpus;
  for_each_measured_run(report.tables,
                        [&](const auto&, const Measurement& run) { cpus.insert(run.placement.cpu); });
  cpus.erase("");
  return cpus;
}

}  // namespace

Result<report::RunFiles> run_files_of(const report::Report& report) {
  if (report.head.imported) return report::RunFiles{};
  TRY_ASSIGN(const auto opened, open_run_directory(report.head.directory));
  TRY_ASSIGN(auto script, script_of(report, opened.directory, opened.plan));
  return report::RunFiles{.script = std::move(script), .cpus = cpus_of(report)};
}

}  // namespace scalegen
