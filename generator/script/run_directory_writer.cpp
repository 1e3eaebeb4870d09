#include "generator/script/run_directory_writer.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "core/files.hpp"
#include "core/parallel_chunks.hpp"
#include "core/plan.hpp"
#include "core/plan_file.hpp"
#include "core/run_directory.hpp"
#include "core/secrets.hpp"
#include "core/try.hpp"
#include "generator/script/script.hpp"

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

  Result<void> make(mode_t mode = 0777) const {
    TRY(make_folders(target_.parent_path()));
    std::error_code none;
    fs::remove_all(root_, none);  // of a process that had this number and was killed
    if (::mkdir(root_.c_str(), mode) != 0) return file_failure("make the folder", target_, errno);
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

fs::path library_in(const RunDirectory& directory) { return directory.root / "lib/job.bash"; }

// Each of these gives the lines of scripts.cksum for what it wrote.

// A script with another --time for Slurm measures the same.
std::string without_time(std::string script) {
  const auto begin = script.find("\n#SBATCH --time=");
  if (begin != std::string::npos) script.erase(begin, script.find('\n', begin + 1) - begin);
  return script;
}

std::string sums_of(const RunDirectory& directory, const fs::path& path, const std::string& script) {
  const auto same = without_time(script);
  return script_sum(directory, path, script) + (same == script ? "" : script_sum(directory, path, same));
}

Result<std::string> write_script(const RunDirectory& directory, const fs::path& path,
                                 const Result<std::string>& script) {
  if (!script) return script;
  return write_file(path, *script).map([&] { return sums_of(directory, path, *script); });
}

Result<std::string> write_library(const RunDirectory& directory, const Launch& launch,
                                  const std::vector<OwnTemplate>& own_templates) {
  if (launch.standalone) return "";
  TRY(make_folders(library_in(directory).parent_path()));
  return write_script(directory, library_in(directory), job_library(own_templates));
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

Result<std::string> write_preparation(const ScriptWriter& writer, const RunDirectory& directory,
                                      const Plan& plan) {
  if (plan.head.launch.prepare.lines.empty()) return "";
  TRY(make_folders(directory.job_folder(kPreparation)));
  return write_script(directory, directory.job_script(kPreparation), writer.render_preparation(plan.runs));
}

bool is_edited(const RunDirectory& directory, const fs::path& script, std::string_view text,
               const std::string& sums) {
  return !sums.empty() && sums.find(script_sum(directory, script, text)) == std::string::npos;
}

Result<void> check_script(const RunDirectory& directory, const fs::path& path, const std::string& planned,
                          const std::string& sums) {
  TRY_ASSIGN(const auto text, read_file(path));
  if (without_time(text) == without_time(planned)) return {};
  if (is_edited(directory, path, text, sums))
    return failure(fmt::format("'{}' was edited by hand: no runs can be added", path.string()),
                   "begin a new run directory with -o NEW_FOLDER");
  return failure(
      fmt::format("this scalegen and these templates make another script of '{}': no runs can be added",
                  path.string()),
      "give the --templates that made it; what an older scalegen made is measured anew, with -o NEW_FOLDER");
}

// A folder may have several names, by links.
Result<void> check_not_moved(const RunDirectory& directory, const Plan& plan) {
  const fs::path root = plan.head.launch.root;
  std::error_code none;
  if (root == directory.root || fs::equivalent(root, directory.root, none)) return {};
  return failure(fmt::format("the scripts in '{}' are for another folder", directory.root.string()),
                 "move it back there, or begin a new run directory with -o NEW_FOLDER",
                 {fmt::format("its plan has the root '{}'", root.string())});
}

/// Checks the scripts of round 1, and those that `extended` gives larger limits.
Result<void> check_scripts(const ScriptWriter& writer, const RunDirectory& directory, const Plan& there,
                           const Plan& extended, const std::string& library) {
  TRY_ASSIGN(const auto read, read_file_if_there(directory.script_sums()));
  const auto sums = read.value_or("");
  if (!there.head.launch.standalone) TRY(check_script(directory, library_in(directory), library, sums));
  const auto before = runs_by_id(there);
  const auto after = runs_by_id(extended);
  for (const auto& job : there.jobs) {
    const auto& run = *before.at(job.runs.front());
    const auto& changed = *after.at(run.id);
    const bool is_same = changed.resources == run.resources;
    if (is_same && run.round != 1) continue;
    const auto path = directory.job_script(job.id);
    if (!is_same) {  // of a call that was killed before its plan was in place
      TRY_ASSIGN(const auto script, writer.render(job, changed));
      if (check_script(directory, path, script, sums)) continue;
    }
    TRY_ASSIGN(const auto planned, writer.render(job, run));
    TRY(check_script(directory, path, planned, sums));
  }
  return {};
}

// The folder may be there: of a call that was killed before its plan was in place.
Result<std::string> write_job(const ScriptWriter& writer, const RunDirectory& directory, const Job& job,
                              const Run& run) {
  TRY_ASSIGN(const auto script, writer.render(job, run));
  TRY(make_folders(directory.job_folder(job.id)));
  const auto path = directory.job_script(job.id);
  return replace_file(path, script).map([&] { return sums_of(directory, path, script); });
}

// A directory of an older version has no sums, and none of its scripts is taken for an edited one.
Result<void> add_sums(const RunDirectory& directory, const std::string& added) {
  TRY_ASSIGN(const auto there, read_file_if_there(directory.script_sums()));
  if (!there || there->find(added) != std::string::npos) return {};
  return replace_file(directory.script_sums(), *there + added);
}

Result<void> add_scripts(const RunDirectory& directory, const Plan& there, const Plan& extended,
                         const std::vector<OwnTemplate>& own_templates) {
  TRY(check_not_moved(directory, there));
  TRY_ASSIGN(const auto writer, ScriptWriter::make(extended.head, own_templates));
  TRY_ASSIGN(const auto library, job_library(own_templates));
  TRY(check_scripts(writer, directory, there, extended, library));
  const auto before = runs_by_id(there);
  const auto runs = runs_by_id(extended);
  std::string sums;
  for (const auto& job : extended.jobs) {
    const auto& run = *runs.at(job.runs.front());
    if (const auto known = before.find(run.id);
        known != before.end() && known->second->resources == run.resources)
      continue;
    TRY_ASSIGN(const auto written, write_job(writer, directory, job, run));
    sums += written;
  }
  return add_sums(directory, sums);
}

Result<fs::path> new_folder(const fs::path& folder) {
  TRY_ASSIGN(const auto target, absolute_path(folder));
  std::error_code none;
  if (!fs::exists(fs::symlink_status(target, none))) return target;
  return failure(fmt::format("'{}' is there already", target.string()),
                 "choose another folder with -o FOLDER");
}

}  // namespace

Result<void> write_run_directory(const fs::path& folder, const std::string& sweep_text, const Plan& plan,
                                 const std::vector<OwnTemplate>& own_templates) {
  TRY_ASSIGN(const auto target, new_folder(folder));
  TRY_ASSIGN(const auto writer, ScriptWriter::make(plan.head, own_templates));

  Staging staging(target);
  const RunDirectory directory{staging.root()};
  const bool has_secret = !given_secret(sweep_text).empty() || secrets_of(plan).values;
  TRY(staging.make(has_secret ? 0700 : 0777));  // each file of it may have it
  TRY_ASSIGN(const auto library_sum, write_library(directory, plan.head.launch, own_templates));
  TRY_ASSIGN(const auto job_sums, write_jobs(writer, directory, plan));
  TRY_ASSIGN(const auto preparation_sum, write_preparation(writer, directory, plan));
  TRY(write_file(directory.script_sums(), library_sum + job_sums + preparation_sum));
  TRY(write_file(directory.sweep_file(), sweep_text));
  TRY(write_plan_file(directory.plan_file(), plan));
  return staging.put_in_place();
}

Result<std::vector<std::string>> write_plain_scripts(const fs::path& folder, const Plan& plan,
                                                     const std::vector<OwnTemplate>& own_templates) {
  TRY_ASSIGN(const auto target, new_folder(folder));
  TRY_ASSIGN(const auto writer, ScriptWriter::make_plain(plan.head, own_templates));
  Staging staging(target);
  TRY(staging.make(secrets_of(plan).values ? 0700 : 0777));
  std::vector<std::string> names;
  for (const auto& run : plan.runs) {
    auto name = combination_of(run) + (traits_of(plan.head.scheduler).takes_directives ? ".sbatch" : ".bash");
    if (std::ranges::find(names, name) != names.end()) continue;
    TRY_ASSIGN(const auto text, writer.render_plain(run));
    TRY(write_file(staging.root() / name, text));
    names.push_back(std::move(name));
  }
  TRY(staging.put_in_place());
  return names;
}

Result<void> extend_run_directory(const RunDirectory& directory, const std::string& sweep_text,
                                  const Plan& there, const Plan& extended,
                                  const std::vector<OwnTemplate>& own_templates) {
  const bool has_same_scripts =
      std::ranges::equal(there.runs, extended.runs, {}, &Run::resources, &Run::resources);
  if (!has_same_scripts) TRY(add_scripts(directory, there, extended, own_templates));
  if (extended != there) TRY(write_plan_file(directory.plan_file(), extended));
  return replace_file_durably(directory.sweep_file(), sweep_text);
}

}  // namespace scalegen
