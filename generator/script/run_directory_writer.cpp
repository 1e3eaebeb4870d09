#include "generator/script/run_directory_writer.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <boost/crc.hpp>

#include <cerrno>

#include "core/files.hpp"
#include "core/parallel_chunks.hpp"
#include "core/plan.hpp"
#include "core/plan_file.hpp"
#include "core/run_directory.hpp"
#include "core/text.hpp"
#include "core/try.hpp"

namespace scalegen {

std::string cksum_line(std::string_view text, std::string_view name) {
  boost::crc_optimal<32, 0x04C11DB7, 0, 0xFFFFFFFF, false, false> crc;
  crc.process_bytes(text.data(), text.size());
  for (auto rest = text.size(); rest > 0; rest >>= 8U) crc.process_byte(static_cast<unsigned char>(rest));
  return fmt::format("{} {} {}\n", crc.checksum(), text.size(), name);
}

std::string script_sum(const RunDirectory& directory, const std::filesystem::path& script,
                       std::string_view text) {
  return cksum_line(text, script.lexically_relative(directory.root).string());
}

namespace {

namespace fs = std::filesystem;

/// A folder beside the one to be made; it goes away again unless it is put in its place.
class Staging {
 public:
  explicit Staging(fs::path target) : target_(std::move(target)) {
    root_ = target_.parent_path() / fmt::format(".{}.{}", target_.filename().string(), ::getpid());
  }
  Staging(const Staging&) = delete;
  Staging& operator=(const Staging&) = delete;
  ~Staging() {
    std::error_code none;
    if (!placed_) fs::remove_all(root_, none);
  }

  [[nodiscard]] const fs::path& root() const { return root_; }

  Result<void> make() const {
    TRY(make_folders(target_.parent_path()));
    std::error_code none;
    fs::remove_all(root_, none);  // of a process that had this number and was killed
    if (::mkdir(root_.c_str(), 0777) != 0) return file_failure("make the folder", target_, errno);
    return {};
  }

  Result<void> put_in_place() {
    if (::rename(root_.c_str(), target_.c_str()) != 0) return file_failure("make the folder", target_, errno);
    placed_ = true;
    return sync_folder(target_.parent_path());
  }

 private:
  fs::path target_;
  fs::path root_;
  bool placed_ = false;
};

// Each of these gives the lines of scripts.cksum for what it wrote.

Result<std::string> write_script(const RunDirectory& directory, const fs::path& path,
                                 const Result<std::string>& script) {
  if (!script) return script;
  return write_file(path, *script).map([&] { return script_sum(directory, path, *script); });
}

Result<std::string> write_job(const ScriptWriter& writer, const RunDirectory& directory, const Job& job,
                              const std::vector<const Run*>& runs) {
  const auto folder = directory.job_folder(job.id);
  if (::mkdir(folder.c_str(), 0777) != 0) return file_failure("make the folder", folder, errno);
  std::string sums;
  const auto write = [&](const fs::path& path, const Result<std::string>& script) {
    return write_script(directory, path, script).map([&](const std::string& sum) { sums += sum; });
  };
  if (job.shared)
    for (const auto* run : runs) TRY(write(directory.run_script(job.id, run->id), writer.render(job, *run)));
  return write(directory.job_script(job.id), writer.render_job(job, runs)).map([&] { return sums; });
}

Result<std::string> write_jobs(const ScriptWriter& writer, const RunDirectory& directory, const Plan& plan) {
  TRY(make_folders(directory.root / "jobs"));
  const auto runs = runs_by_id(plan);
  const auto parts =
      parallel_chunks(plan.jobs.size(), [&](std::size_t begin, std::size_t end) -> Result<std::string> {
        std::string sums;
        for (auto i = begin; i < end; ++i) {
          const auto& job = plan.jobs[i];
          TRY_ASSIGN(const auto written, write_job(writer, directory, job, runs_of(job, runs)));
          sums += written;
        }
        return sums;
      });
  std::string sums;
  for (const auto& part : parts) {
    if (!part) return part;
    sums += *part;
  }
  return sums;
}

}  // namespace

Result<void> write_run_directory(const fs::path& folder, const std::string& sweep_text,
                                 const plan::PlannedSweep& planned, const ScriptOrigin& origin) {
  TRY_ASSIGN(const auto target, absolute_path(folder));
  std::error_code none;
  if (fs::exists(fs::symlink_status(target, none)))
    return failure(fmt::format("'{}' is there already", target.string()),
                   "choose another folder with -o FOLDER");
  TRY_ASSIGN(auto writer, ScriptWriter::make(planned.plan.head, planned.scripts, origin));

  Staging staging(target);
  const RunDirectory directory{staging.root()};
  TRY(staging.make());
  TRY_ASSIGN(const auto sums, write_jobs(writer, directory, planned.plan));
  TRY(write_file(directory.script_sums(), sums));
  TRY(write_file(directory.sweep_file(), sweep_text));
  TRY(write_plan_file(directory.plan_file(), planned.plan));
  return staging.put_in_place();
}

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
  const auto difference = first_differing_line(before, now);
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
    TRY_ASSIGN(const auto today, writer.render(job, run));
    TRY(check_script(directory, job, today));
  }
  return {};
}

// The folder may be there: of a call that was killed before its plan was in place.
Result<std::string> write_job(const ScriptWriter& writer, const RunDirectory& directory, const Job& job,
                              const Run& run) {
  TRY_ASSIGN(const auto script, writer.render(job, run));
  TRY(make_folders(directory.job_folder(job.id)));
  const auto path = directory.job_script(job.id);
  return replace_file(path, script).map([&] { return script_sum(directory, path, script); });
}

// A directory of an older version has no sums, and none of its scripts is taken for an edited one.
Result<void> add_sums(const RunDirectory& directory, const std::string& added) {
  TRY_ASSIGN(const auto there, read_file_if_there(directory.script_sums()));
  if (!there || there->find(added) != std::string::npos) return {};
  return replace_file(directory.script_sums(), *there + added);
}

}  // namespace

Result<void> extend_run_directory(const RunDirectory& directory, const std::string& sweep_text,
                                  const Plan& there, const Plan& extended, const ScriptContext& context,
                                  const ScriptOrigin& origin) {
  TRY_ASSIGN(const auto writer, ScriptWriter::make(extended.head, context, origin));
  TRY(check_round_one(writer, directory, there));
  const auto runs = runs_by_id(extended);
  std::string sums;
  for (auto i = there.jobs.size(); i < extended.jobs.size(); ++i) {
    const auto& job = extended.jobs[i];
    TRY_ASSIGN(const auto written, write_job(writer, directory, job, *runs.at(job.runs.front())));
    sums += written;
  }
  TRY(add_sums(directory, sums));
  TRY(write_plan_file(directory.plan_file(), extended));
  return replace_file_durably(directory.sweep_file(), sweep_text);
}

}  // namespace scalegen
