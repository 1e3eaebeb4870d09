#include "app/train_build.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <utility>

#include "app/open_run_directory.hpp"
#include "app/user_settings.hpp"
#include "core/files.hpp"
#include "core/json.hpp"
#include "core/process.hpp"
#include "core/try.hpp"
#include "runner/slurm/job_id.hpp"
#include "runner/slurm/sbatch.hpp"
#include "runner/slurm/slurm_client.hpp"
#include "runner/slurm/squeue.hpp"

namespace scalegen {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kProgramInFolder = "/bin/scalegen-train";
constexpr auto kHowToBuild = "build it with 'scalegen build', or name it with --train PATH";

std::string expand_tilde(const std::string& path) {
  return path.starts_with("~/") ? home_folder() + path.substr(1) : path;
}

std::string abbreviate_home(const std::string& path) {
  const auto home = home_folder();
  return !home.empty() && path.starts_with(home + "/") ? "~" + path.substr(home.size()) : path;
}

// A program that the site itself installed is outside the home: users cannot build there.
std::string default_build_folder(const Profile& profile) {
  const auto& program = profile.program;
  if (program.starts_with("~/") && program.ends_with(kProgramInFolder))
    return program.substr(0, program.size() - kProgramInFolder.size());
  return "~/scalegen/" + profile.name;
}

fs::path built_program_file(const Profile& profile) {
  return own_path(owner(), fs::path("programs") / profile.name);
}

// Paths in the home are written as ~/...: the scripts may run where the home has another path.
Result<void> remember_build(const BuildFolder& folder, const Profile& profile) {
  const auto file = built_program_file(profile);
  if (!file.is_absolute()) return {};
  TRY(make_folders(file.parent_path()));
  return replace_file(file, abbreviate_home(folder.program().string()) + "\n");
}

Result<plan::PlannedBuild> plan_build_job(const BuildRequest& request, const Profile& profile) {
  TRY_ASSIGN(const auto defaults, user_defaults(profile.name));
  const SlurmChoices options{request.account, request.partition, request.qos, request.reservation};
  return plan::plan_build(profile, {with_fallbacks(options, defaults), request.image, request.torch_root,
                                    (owner().config / "settings.yaml").string()});
}

bool is_executable(const fs::path& path) {
  std::error_code error;
  return ::access(path.c_str(), X_OK) == 0 && !fs::is_directory(path, error);
}

fs::path path_beside_this() {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error).parent_path() / "scalegen-train";
}

fs::path default_train_program() {
  const auto built = fs::path(home_folder()) / "scalegen/local/bin/scalegen-train";
  return is_executable(path_beside_this()) || !is_executable(built) ? path_beside_this() : built;
}

bool has_gpu_driver() {
  std::error_code error;
  return fs::exists("/dev/nvidiactl", error) || fs::exists("/dev/kfd", error);
}

constexpr std::size_t kEnoughBytes = 1 << 16;
constexpr std::size_t kLinesShown = 20;

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

/// The last lines of the script, which tell how it ended.
enum class Said { nothing, built, failed };

Said last_said(const BuildJob& job, const BuildFolder& folder) {
  const auto text = read_end(job.output, kEnoughBytes).value_or("");
  if (text.ends_with(fmt::format("scalegen: built {}\n", folder.program().string()))) return Said::built;
  return text.ends_with("scalegen: the build has failed\n") ? Said::failed : Said::nothing;
}

// Returns as well if a person leaves.
Result<JobStatus> await_end(const BuildJob& job, Scheduler& scheduler, Clock& clock,
                            const std::function<void(const std::string&)>& tell,
                            const std::function<bool()>& wants_stop) {
  std::string said;
  while (true) {
    TRY_ASSIGN(const auto answers, scheduler.query({job.id}));
    const auto& status = answers.front();
    if (status.state == JobState::ended || wants_stop()) return status;
    if (auto now = state_text(status, job); !now.empty() && now != said) tell(said = std::move(now));
    clock.sleep_for(scheduler.poll_interval());
  }
}

// On a shared disk the last lines may be late; if Slurm ended the script, they never come.
bool has_built(const BuildJob& job, const BuildFolder& folder, Scheduler& scheduler, Clock& clock,
               const std::function<bool()>& wants_stop) {
  const auto deadline = clock.now() + scheduler.traits().file_lag;
  while (last_said(job, folder) == Said::nothing && clock.now() < deadline && !wants_stop())
    clock.sleep_for(std::chrono::seconds(1));
  return last_said(job, folder) == Said::built;
}

std::string end_of_output(const std::filesystem::path& output) {
  const auto lines = slurm::lines_of(read_end(output, kEnoughBytes).value_or(""));
  std::string text;
  for (auto i = lines.size() - std::min(lines.size(), kLinesShown); i < lines.size(); ++i)
    text += fmt::format("  {}\n", lines[i]);
  return text;
}

}  // namespace

Result<BuildFolder> build_folder(const std::string& path, const Profile& profile) {
  if (path.empty() && home_folder().empty())
    return failure("there is no home folder to build in: HOME is not set", "name a folder with -o FOLDER");
  TRY_ASSIGN(const auto root,
             absolute_path(path.empty() ? expand_tilde(default_build_folder(profile)) : path));
  return BuildFolder{root};
}

// The script is written last: once it exists, everything that it needs does.
Result<WrittenBuild> write_build_job(const BuildRequest& request, const Profile& profile) {
  TRY_ASSIGN(auto folder, build_folder(request.directory, profile));
  TRY_ASSIGN(auto build, plan_build_job(request, profile));
  build.launch.root = folder.root.string();
  build.launch.made_by = made_by();
  TRY_ASSIGN(const auto templates, user_templates(request.templates));
  TRY_ASSIGN(const auto script, build_script(build, templates));
  TRY(write_train_sources(folder.sources()));
  TRY(replace_file(folder.script(), script));
  TRY(remember_build(folder, profile));
  return WrittenBuild{std::move(folder), std::move(build.launch.clusters)};
}

Result<BuildJob> submit_build(const BuildFolder& folder, const std::string& cluster, Scheduler& scheduler,
                              Clock& clock) {
  const auto name = fmt::format("scalegen-build-{}-{:.0f}", cluster, unix_seconds(clock.now()));
  TRY_ASSIGN(const auto answer,
             scheduler.submit({.name = name, .attempt = "build", .script = folder.script()}));
  if (answer.kind != SubmissionAnswer::Kind::accepted)
    return failure("Slurm does not answer now", "give the same command again");
  return BuildJob{answer.id, slurm::script_output(folder.script(), answer.id.number)};
}

Result<BuildEnd> await_build(const BuildJob& job, const BuildFolder& folder, Scheduler& scheduler,
                             Clock& clock, const std::function<void(const std::string&)>& tell,
                             const std::function<bool()>& wants_stop) {
  TRY_ASSIGN(const auto status, await_end(job, scheduler, clock, tell, wants_stop));
  if (status.state != JobState::ended)
    return BuildEnd{.kind = BuildEnd::Kind::left, .how_to_end = "scancel " + slurm::as_argument(job.id)};
  if (!status.abnormal_outcome && has_built(job, folder, scheduler, clock, wants_stop)) return BuildEnd{};
  return BuildEnd{.kind = BuildEnd::Kind::failed, .last_lines = end_of_output(job.output)};
}

Result<std::vector<std::string>> prepare_local_build(const BuildRequest& request, const Profile& profile) {
  TRY_ASSIGN(const auto folder, build_folder(request.directory, profile));
  TRY(write_train_sources(folder.sources()));
  std::vector<std::string> command{"bash", folder.compile_script().string(), folder.root.string()};
  if (!request.torch_root.empty()) command.push_back("-DTORCH_ROOT=" + request.torch_root);
  return command;
}

Result<std::string> built_program(const Profile& profile) {
  if (traits_of(profile.scheduler).runs_here) return "";
  TRY_ASSIGN(const auto text, read_file_if_there(built_program_file(profile)));
  return text.value_or("").substr(0, text.value_or("").find('\n'));
}

Result<void> check_built(const Profile& profile) {
  const auto program = expand_tilde(profile.program);
  if (program.empty() || is_executable(program)) return {};
  return failure(
      fmt::format("there is no scalegen-train for '{}': '{}' is not an executable file", profile.name,
                  program),
      fmt::format("build it with 'scalegen build --cluster {} --submit', or name it with --train PATH",
                  profile.name));
}

std::string program_beside_this() {
  return is_executable(path_beside_this()) ? path_beside_this().string() : "";
}

Result<std::string> train_program(const std::string& path) {
  TRY_ASSIGN(const auto program, absolute_path(path.empty() ? default_train_program() : fs::path(path)));
  if (is_executable(program)) return program.string();
  return failure(fmt::format("'{}' is not an executable file", program.string()), kHowToBuild);
}

Result<int> usable_gpus(const std::string& program) {
  if (!has_gpu_driver()) return 0;
  TRY_ASSIGN(const auto answer, run_program({program, "--capabilities"}));
  const auto json = parse_json(answer.out);
  const auto gpus = json ? integer_field(*json, "gpus") : std::nullopt;
  if (answer.exit_status == 0 && gpus) return static_cast<int>(*gpus);
  return failure(fmt::format("'{} --capabilities' does not say how many GPUs it can use", program),
                 kHowToBuild, {fmt::format("exit status {}, output: {}", answer.exit_status, answer.err)});
}

bool computes_on_cpu(const std::string& program, const std::string& precision) {
  const auto answer = run_program({program, "--capabilities"});
  const auto json = answer ? parse_json(answer->out) : std::nullopt;
  if (!json || !json->contains("cpu_precisions")) return true;
  const auto& known = json->at("cpu_precisions");
  return std::find(known.begin(), known.end(), precision) != known.end();
}

}  // namespace scalegen
