#include "app/report_page.hpp"

#include <fmt/format.h>

#include <map>

#include "analysis/page/page.hpp"
#include "app/open_run_directory.hpp"
#include "app/run_files.hpp"
#include "app/timelines.hpp"
#include "core/files.hpp"
#include "core/run_directory.hpp"
#include "core/secrets.hpp"
#include "core/text.hpp"
#include "core/try.hpp"

namespace scalegen {
namespace {

constexpr std::size_t kMostOfAFile = 100'000;  // bytes: a plan of 10,000 runs has more
constexpr std::size_t kMostEnvironments = 8;

void add_file(std::vector<page::FoldedFile>& files, const std::string& title,
              const std::filesystem::path& path, const Secrets& secrets) {
  auto text = read_file(path);
  if (!text) return;                                   // a directory of an earlier version lacks some
  *text = without_secrets(*std::move(text), secrets);  // of one that is cut the rest would stay
  if (text->size() > kMostOfAFile)
    *text = at_most(*text, kMostOfAFile) + fmt::format("\n({} bytes in all)\n", text->size());
  files.push_back({title, *std::move(text)});
}

// Equal ones once.
void add_environments(std::vector<page::FoldedFile>& files, const report::Report& report,
                      const RunDirectory& directory, const Secrets& secrets) {
  std::map<std::string, std::string> seen;  // text to run
  for_each_measured_run(report.tables, [&](const ScalingPoint&, const Measurement& run) {
    if (seen.size() >= kMostEnvironments) return;
    const auto text = read_file(directory.attempt(run.run, run.attempt).environment());
    if (text && seen.emplace(*text, run.run).second)
      files.push_back({fmt::format("Environment of {}", run.run), without_secrets(*text, secrets)});
  });
}

}  // namespace

Result<std::string> report_page(const report::Report& report) {
  page::PageFiles files;
  if (report.head.imported) return page::render_html(report, files);
  const RunDirectory directory{report.head.directory};
  TRY_ASSIGN(files.of_runs, run_files_of(report));
  TRY_ASSIGN(const auto plan, read_plan_of(directory));
  const auto secrets = secrets_of(plan);
  files.timelines = timelines_of(report);
  add_file(files.files, "sweep.yaml", directory.sweep_file(), secrets);
  add_file(files.files, "plan.jsonl", directory.plan_file(), secrets);
  if (const auto& script = files.of_runs.script)
    files.files.push_back({fmt::format("{} ({})", script->file, script->rung), script->text});
  add_environments(files.files, report, directory, secrets);
  return page::render_html(report, files);
}

}  // namespace scalegen
