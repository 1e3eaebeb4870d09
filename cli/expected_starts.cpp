#include "cli/expected_starts.hpp"

#include <unistd.h>

#include <filesystem>
#include <unordered_map>

#include "cli/command_line.hpp"
#include "cli/version.hpp"
#include "core/files.hpp"
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

Result<std::string> script_of(const Job& job, const std::unordered_map<std::string_view, const Run*>& runs,
                              const ScriptWriter& writer) {
  if (!job.shared) return writer.render(job, *runs.at(job.runs.front()));
  std::vector<const Run*> in_turn;
  for (const auto& run : job.runs) in_turn.push_back(runs.at(run));
  return writer.render_shared(job, in_turn);
}

}  // namespace

Result<std::vector<Result<ExpectedStart>>> expected_starts(const SweepSpec& spec, const PlannedSweep& planned,
                                                           const std::vector<Job>& jobs) {
  const auto root = working_folder();
  if (!root) return tl::make_unexpected(root.error());
  const auto writer = ScriptWriter::make(planned.plan.head, planned.scripts,
                                         {*root, command_line(), kVersion, spec.templates});
  if (!writer) return tl::make_unexpected(writer.error());
  std::vector<Result<ExpectedStart>> starts;
  std::unordered_map<std::string_view, const Run*> runs;
  for (const auto& run : planned.plan.runs) runs.emplace(run.id, &run);
  for (const auto& job : jobs) {
    const auto text = script_of(job, runs, *writer);
    if (!text) return tl::make_unexpected(text.error());
    const PassingScript script(*text);
    if (!script.written()) return tl::make_unexpected(script.written().error());
    starts.push_back(expected_start(script.path()));
  }
  return starts;
}

}  // namespace scalegen
