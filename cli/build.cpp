#include <fmt/format.h>

#include "app/cluster_profiles.hpp"
#include "app/train_build.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "core/clock.hpp"
#include "core/files.hpp"
#include "core/process.hpp"
#include "core/shell_quote.hpp"
#include "core/stop_signal.hpp"
#include "core/try.hpp"
#include "generator/script/build_script.hpp"
#include "runner/slurm/job_id.hpp"
#include "runner/slurm/sbatch.hpp"
#include "runner/slurm/slurm_client.hpp"
#include "runner/slurm/slurm_scheduler.hpp"
#include "runner/slurm/squeue.hpp"

namespace scalegen {
namespace {

constexpr std::size_t kEnoughBytes = 1 << 16;
constexpr std::size_t kLinesShown = 20;

/// A job that was submitted, and where its output is.
struct BuildJob {
  JobId id{};
  std::filesystem::path output{};
};

Result<BuildJob> submit(const BuildFolder& folder, const std::string& cluster, Scheduler& scheduler,
                        Clock& clock) {
  const auto name = fmt::format("scalegen-build-{}-{:.0f}", cluster, unix_seconds(clock.now()));
  TRY_ASSIGN(const auto answer,
             scheduler.submit({.name = name, .attempt = "build", .script = folder.script()}));
  if (answer.kind != SubmissionAnswer::Kind::accepted)
    return failure("Slurm does not answer now", "give the same command again");
  return BuildJob{answer.id, slurm::script_output(folder.script(), answer.id.number)};
}

std::string state_text(const JobStatus& status, const BuildJob& job) {
  if (is_unanswered(status))
    return fmt::format("Slurm does not say what job {} does{}; asking again", to_string(job.id),
                       status.complaint.empty() ? "" : fmt::format(" (squeue: {})", status.complaint));
  if (status.state == JobState::unknown) return "";  // it has just left the queue
  if (status.state == JobState::active)
    return fmt::format("job {} compiles, which takes minutes", to_string(job.id));
  const auto advice = slurm::advice_for(status.reason, job.id);
  return fmt::format("job {} waits: {}", to_string(job.id), advice.empty() ? status.reason : advice);
}

/// Waits until it has ended, or a person leaves. Prints each change once.
Result<JobStatus> await(const BuildJob& job, Scheduler& scheduler, Clock& clock) {
  std::string said;
  while (true) {
    TRY_ASSIGN(const auto answers, scheduler.query({job.id}));
    const auto& status = answers.front();
    if (status.state == JobState::ended || stop_signal() != 0) return status;
    if (auto now = state_text(status, job); !now.empty() && now != said) tell((said = std::move(now)) + "\n");
    clock.sleep_for(scheduler.poll_interval());
  }
}

/// The last lines of the script, which tell how it ended.
enum class Said { nothing, built, failed };

Said last_said(const BuildJob& job, const BuildFolder& folder) {
  const auto text = read_end(job.output, kEnoughBytes).value_or("");
  if (text.ends_with(fmt::format("scalegen: built {}\n", folder.program().string()))) return Said::built;
  return text.ends_with("scalegen: the build has failed\n") ? Said::failed : Said::nothing;
}

/// On a shared disk the last lines may be late; if Slurm ended the script, they never come.
bool has_built(const BuildJob& job, const BuildFolder& folder, Scheduler& scheduler, Clock& clock) {
  const auto deadline = clock.now() + scheduler.traits().file_lag;
  while (last_said(job, folder) == Said::nothing && clock.now() < deadline && stop_signal() == 0)
    clock.sleep_for(std::chrono::seconds(1));
  return last_said(job, folder) == Said::built;
}

std::string last_lines(const std::filesystem::path& output) {
  const auto lines = slurm::lines_of(read_end(output, kEnoughBytes).value_or(""));
  std::string text;
  for (auto i = lines.size() - std::min(lines.size(), kLinesShown); i < lines.size(); ++i)
    text += fmt::format("  {}\n", lines[i]);
  return text;
}

/// Submits the script of a build for the site `cluster` to one of Slurm's `clusters`, prints what it does
/// until it has ended, and the end of its output if it failed. A person may leave: the job goes on.
Result<ExitCode> submit_and_await(const BuildFolder& folder, const std::string& cluster,
                                  const std::vector<std::string>& clusters) {
  SystemClock clock;
  slurm::SlurmScheduler scheduler(clock, clusters);
  TRY_ASSIGN(const auto job, submit(folder, cluster, scheduler, clock));
  tell(fmt::format("job {}, whose output is {}\n", to_string(job.id), job.output.string()));
  catch_stop_signals();
  TRY_ASSIGN(const auto status, await(job, scheduler, clock));
  if (status.state != JobState::ended) {
    tell(fmt::format("job {} goes on without scalegen; end it with: scancel {}\n", to_string(job.id),
                     slurm::as_argument(job.id)));
    return 128 + stop_signal();
  }
  if (!status.abnormal_outcome && has_built(job, folder, scheduler, clock)) {
    put(fmt::format("built {}; sweeps on '{}' take it\n", folder.program().string(), cluster));
    return kDone;
  }
  tell(fmt::format("job {} has built nothing; the end of {}:\n{}", to_string(job.id), job.output.string(),
                   last_lines(job.output)));
  return kRunFailed;
}

void print_next_steps(const BuildFolder& folder, const Profile& profile) {
  put(fmt::format("wrote {}\n", folder.script().string()));
  put(fmt::format("submit it:  sbatch {}\n", shell_quote(folder.script().string())));
  put(fmt::format("it makes {}, which sweeps on '{}' use\n", folder.program().string(), profile.name));
}

Result<ExitCode> build_on_cluster(const BuildCommand& command, const Profile& profile) {
  TRY_ASSIGN(const auto build, write_build_job(command.request, profile));
  if (command.submit) return submit_and_await(build.folder, profile.name, build.clusters);
  print_next_steps(build.folder, profile);
  return kDone;
}

// Without a scheduler the compiler runs here and now, unless ./scalegen keeps a program up to date.
Result<ExitCode> build_here(const BuildRequest& request, const Profile& profile) {
  if (const auto program = program_beside_this(); request.directory.empty() && !program.empty()) {
    put(fmt::format("scalegen-train is there: {}\n", program));
    return kDone;
  }
  TRY_ASSIGN(const auto compile, prepare_local_build(request, profile));
  TRY_ASSIGN(const auto status, run_in_foreground(compile));
  return status == 0 ? kDone : kRunFailed;
}

}  // namespace

Result<ExitCode> run_verb(const BuildCommand& command) {
  TRY_ASSIGN(const auto profile, load_profile(command.cluster));
  return traits_of(profile.scheduler).runs_here ? build_here(command.request, profile)
                                                : build_on_cluster(command, profile);
}

}  // namespace scalegen
