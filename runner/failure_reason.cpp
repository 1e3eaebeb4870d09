#include "runner/failure_reason.hpp"

#include <fmt/format.h>

#include <system_error>

#include "core/event_log.hpp"
#include "core/files.hpp"
#include "core/text.hpp"
#include "runner/stderr_reason.hpp"

namespace scalegen {

namespace {

constexpr std::size_t kEnoughBytes = 65'536;

std::string last_error_event(std::string_view lines) {
  const auto errors = read_event_excerpt(lines).errors;
  return errors.empty() ? "" : last_line(errors.back().message);
}

// What Slurm itself prints into the output of a script.
bool is_of_slurm(std::string_view line) {
  return line.starts_with("srun: ") || line.starts_with("slurmstepd");
}

/// Empty if there is no other line.
std::string last_line_of_bash(std::string_view text) {
  auto line = last_line(text);
  for (auto rest = text; is_of_slurm(line); line = last_line(rest)) rest = rest.substr(0, rest.rfind(line));
  return line;
}

// "/home/you/sweep/jobs/a/job.sbatch: line 9: ...". Slurm runs a copy of the script in a folder of its own.
std::string without_folder_of_script(std::string line) {
  const auto after_name = line.find(": line ");
  const auto slash = line.rfind('/', after_name);
  if (after_name == std::string::npos || slash == std::string::npos) return line;
  line.erase(0, slash + 1);
  constexpr std::string_view kCopy = "slurm_script:";
  if (line.starts_with(kCopy)) line.replace(0, kCopy.size(), "job.sbatch:");
  return line;
}

}  // namespace

std::string last_line_of_script(const std::filesystem::path& output) {
  return without_folder_of_script(last_line_of_bash(read_end(output, kEnoughBytes).value_or("")));
}

std::filesystem::path file_about_failure(const AttemptFolder& attempt) {
  const auto has_text = [](const std::filesystem::path& file) {
    std::error_code error;
    return std::filesystem::file_size(file, error) > 0 && !error;
  };
  if (has_text(attempt.err()) || !has_text(attempt.script_output())) return attempt.err();
  std::error_code error;
  const auto output = std::filesystem::canonical(attempt.script_output(), error);
  return error ? attempt.err() : output;
}

std::string failure_reason(const AttemptFolder& attempt, std::string_view err) {
  auto reason = last_error_event(read_end(attempt.metrics(), kEnoughBytes).value_or(""));
  if (reason.empty()) reason = reason_in_stderr(err);
  if (reason.empty()) reason = last_line_of_script(attempt.script_output());
  return without_control_characters(reason);
}

}  // namespace scalegen
