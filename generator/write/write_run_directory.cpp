#include "generator/write/write_run_directory.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "core/files.hpp"
#include "core/in_parts.hpp"
#include "core/plan_file.hpp"
#include "core/plan_jobs.hpp"
#include "core/run_directory.hpp"
#include "generator/write/script_sum.hpp"

namespace scalegen {
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
    if (auto made = make_folders(target_.parent_path()); !made) return made;
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
    for (const auto* run : runs)
      if (auto written = write(directory.run_script(job.id, run->id), writer.render(job, *run)); !written)
        return tl::make_unexpected(written.error());
  return write(directory.job_script(job.id), writer.render_job(job, runs)).map([&] { return sums; });
}

Result<std::string> write_jobs(const ScriptWriter& writer, const RunDirectory& directory, const Plan& plan) {
  if (auto made = make_folders(directory.root / "jobs"); !made) return tl::make_unexpected(made.error());
  const auto runs = runs_by_id(plan);
  const auto parts =
      in_parts(plan.jobs.size(), [&](std::size_t begin, std::size_t end) -> Result<std::string> {
        std::string sums;
        for (auto i = begin; i < end; ++i) {
          const auto& job = plan.jobs[i];
          const auto written = write_job(writer, directory, job, runs_of(job, runs));
          if (!written) return written;
          sums += *written;
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
                                 const PlannedSweep& planned, const ScriptOrigin& origin) {
  const auto target = absolute_path(folder);
  if (!target) return tl::make_unexpected(target.error());
  std::error_code none;
  if (fs::exists(fs::symlink_status(*target, none)))
    return failure(fmt::format("'{}' is there already", target->string()),
                   "choose another folder with -o FOLDER");
  auto writer = ScriptWriter::make(planned.plan.head, planned.scripts, origin);
  if (!writer) return tl::make_unexpected(std::move(writer.error()));

  Staging staging(*target);
  const RunDirectory directory{staging.root()};
  if (auto made = staging.make(); !made) return made;
  const auto sums = write_jobs(*writer, directory, planned.plan);
  if (!sums) return tl::make_unexpected(sums.error());
  if (auto written = write_file(directory.script_sums(), *sums); !written) return written;
  if (auto written = write_file(directory.sweep_file(), sweep_text); !written) return written;
  if (auto written = write_plan_file(directory.plan_file(), planned.plan); !written) return written;
  return staging.put_in_place();
}

}  // namespace scalegen
