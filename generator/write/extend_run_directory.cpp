#include "generator/write/extend_run_directory.hpp"

#include <fmt/format.h>

#include "core/files.hpp"
#include "core/first_difference.hpp"
#include "core/plan_file.hpp"
#include "core/plan_jobs.hpp"
#include "generator/write/script_sum.hpp"

namespace scalegen {
namespace {

// The line keeps its place, so that others keep their numbers.
std::string without_maker(std::string script) {
  const auto line = script.find("\n# scalegen ");
  if (line != std::string::npos) script.erase(line + 1, script.find('\n', line + 1) - (line + 1));
  return script;
}

Result<void> check_script(const RunDirectory& directory, const Job& job, const std::string& today) {
  const auto path = directory.job_script(job.id);
  const auto there = read_file(path);
  if (!there) return tl::make_unexpected(there.error());
  const auto before = without_maker(*there);
  const auto now = without_maker(today);
  if (before == now) return {};
  const auto difference = first_difference(before, now);
  return failure(fmt::format("'{}' would be another script today: no repeats can be added", path.string()),
                 "begin a new run directory with -o NEW_FOLDER",
                 {fmt::format("line {} there:  {}", difference.line, difference.first),
                  fmt::format("line {} today:  {}", difference.line, difference.second)});
}

Result<void> check_round_one(const ScriptWriter& writer, const RunDirectory& directory, const Plan& plan) {
  const auto runs = runs_by_id(plan);
  for (const auto& job : plan.jobs) {
    const auto& run = *runs.at(job.runs.front());
    if (run.round != 1) continue;
    const auto today = writer.render(job, run);
    if (!today) return tl::make_unexpected(today.error());
    if (auto same = check_script(directory, job, *today); !same) return same;
  }
  return {};
}

// The folder may be there: of a call that was killed before its plan was in place.
Result<std::string> write_job(const ScriptWriter& writer, const RunDirectory& directory, const Job& job,
                              const Run& run) {
  const auto script = writer.render(job, run);
  if (!script) return script;
  if (auto made = make_folders(directory.job_folder(job.id)); !made) return tl::make_unexpected(made.error());
  const auto path = directory.job_script(job.id);
  return replace_file(path, *script).map([&] { return script_sum(directory, path, *script); });
}

// A directory of an older version has no sums, and none of its scripts is taken for an edited one.
Result<void> add_sums(const RunDirectory& directory, const std::string& added) {
  const auto there = read_file_if_there(directory.script_sums());
  if (!there) return tl::make_unexpected(there.error());
  if (!*there || (*there)->find(added) != std::string::npos) return {};
  return replace_file(directory.script_sums(), **there + added);
}

}  // namespace

Result<void> extend_run_directory(const RunDirectory& directory, const std::string& sweep_text,
                                  const Plan& there, const Plan& extended, const ScriptContext& context,
                                  const ScriptOrigin& origin) {
  const auto writer = ScriptWriter::make(extended.head, context, origin);
  if (!writer) return tl::make_unexpected(writer.error());
  if (auto same = check_round_one(*writer, directory, there); !same) return same;
  const auto runs = runs_by_id(extended);
  std::string sums;
  for (auto i = there.jobs.size(); i < extended.jobs.size(); ++i) {
    const auto& job = extended.jobs[i];
    const auto written = write_job(*writer, directory, job, *runs.at(job.runs.front()));
    if (!written) return tl::make_unexpected(written.error());
    sums += *written;
  }
  if (auto added = add_sums(directory, sums); !added) return added;
  if (auto written = write_plan_file(directory.plan_file(), extended); !written) return written;
  return replace_file_durably(directory.sweep_file(), sweep_text);
}

}  // namespace scalegen
