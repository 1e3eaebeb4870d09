#include "cli/expected_starts.hpp"

#include <unistd.h>

#include <filesystem>

#include "cli/command_line.hpp"
#include "cli/version.hpp"
#include "core/files.hpp"
#include "core/plan_jobs.hpp"
#include "generator/write/script.hpp"

namespace scalegen {
namespace {

namespace fs = std::filesystem;

fs::path temporary_folder() {
  std::error_code error;
  const auto folder = fs::temp_directory_path(error);
  return error ? fs::path("/tmp") : folder;
}

/// A script that is gone again when Slurm has seen it.
class PassingScript {
 public:
  explicit PassingScript(const std::string& text)
      : path_(temporary_folder() / ("scalegen-test-only." + std::to_string(::getpid()))),
        written_(write_file(path_, text)) {}
  PassingScript(const PassingScript&) = delete;
  PassingScript& operator=(const PassingScript&) = delete;
  ~PassingScript() {
    std::error_code none;
    fs::remove(path_, none);
  }
  [[nodiscard]] const fs::path& path() const { return path_; }
  [[nodiscard]] const Result<void>& written() const { return written_; }

 private:
  fs::path path_;
  Result<void> written_;
};

}  // namespace

Result<std::vector<Result<ExpectedStart>>> expected_starts(const SweepSpec& spec, const PlannedSweep& planned,
                                                           const std::vector<Job>& jobs) {
  const auto root = working_folder();
  if (!root) return tl::make_unexpected(root.error());
  const auto writer = ScriptWriter::make(planned.plan.head, planned.scripts,
                                         {*root, command_line(), kVersion, spec.templates});
  if (!writer) return tl::make_unexpected(writer.error());
  std::vector<Result<ExpectedStart>> starts;
  const auto runs = runs_by_id(planned.plan);
  for (const auto& job : jobs) {
    const auto text = writer->render_job(job, runs_of(job, runs));
    if (!text) return tl::make_unexpected(text.error());
    const PassingScript script(*text);
    if (!script.written()) return tl::make_unexpected(script.written().error());
    starts.push_back(expected_start(script.path()));
  }
  return starts;
}

}  // namespace scalegen
