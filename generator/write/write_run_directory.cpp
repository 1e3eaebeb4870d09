#include "generator/write/write_run_directory.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "core/files.hpp"
#include "core/in_parts.hpp"
#include "core/plan_file.hpp"
#include "core/plan_jobs.hpp"
#include "core/run_directory.hpp"

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

Result<void> write_script(const fs::path& path, const Result<std::string>& script) {
  if (!script) return tl::make_unexpected(script.error());
  return write_file(path, *script);
}

Result<void> write_job(const ScriptWriter& writer, const RunDirectory& directory, const Job& job,
                       const std::vector<const Run*>& runs) {
  const auto folder = directory.job_folder(job.id);
  if (::mkdir(folder.c_str(), 0777) != 0) return file_failure("make the folder", folder, errno);
  if (job.shared)
    for (const auto* run : runs)
      if (auto written = write_script(directory.run_script(job.id, run->id), writer.render(job, *run));
          !written)
        return written;
  return write_script(directory.job_script(job.id), writer.render_job(job, runs));
}

Result<void> write_jobs(const ScriptWriter& writer, const RunDirectory& directory, const Plan& plan) {
  if (auto made = make_folders(directory.root / "jobs"); !made) return made;
  const auto runs = runs_by_id(plan);
  const auto parts = in_parts(plan.jobs.size(), [&](std::size_t begin, std::size_t end) -> Result<void> {
    for (auto i = begin; i < end; ++i) {
      const auto& job = plan.jobs[i];
      if (auto written = write_job(writer, directory, job, runs_of(job, runs)); !written) return written;
    }
    return {};
  });
  const auto failed = std::find_if(parts.begin(), parts.end(), [](const auto& part) { return !part; });
  return failed == parts.end() ? Result<void>() : *failed;
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
  if (auto written = write_jobs(*writer, directory, planned.plan); !written) return written;
  if (auto written = write_file(directory.sweep_file(), sweep_text); !written) return written;
  if (auto written = write_plan_file(directory.plan_file(), planned.plan); !written) return written;
  return staging.put_in_place();
}

}  // namespace scalegen
