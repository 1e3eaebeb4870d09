#include "app/imported_script.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "analysis/readers/proposed_metric.hpp"
#include "core/files.hpp"
#include "core/text.hpp"
#include "core/try.hpp"
#include "generator/job_script/imported_sweep.hpp"
#include "runner/slurm/slurm_client.hpp"

namespace scalegen {
namespace {

namespace fs = std::filesystem;
using job_script::ImportedSweep;
using job_script::TextEdit;

/// The newest of the files that the script's jobs print into, if one is there: slurm-%j.out, logs/%x_%j.out.
fs::path newest_log(const JobScript& script) {
  const auto* const output = find_directive(script, "--output");
  const auto pattern = fs::path(output == nullptr ? "slurm-%j.out" : output->value);
  const auto folder = fs::path(script.file).parent_path() / pattern.parent_path();
  const auto name = pattern.filename().string();
  const auto before = name.substr(0, name.find('%'));
  const auto last = name.rfind('%');
  const auto behind = last == std::string::npos ? "" : name.substr(std::min(last + 2, name.size()));
  fs::path newest;
  for (const auto& found : names_in(folder.empty() ? "." : folder).value_or(std::vector<std::string>{})) {
    const bool is_log = found.starts_with(before) && found.ends_with(behind);
    std::error_code none;
    const auto path = folder / found;
    if (is_log && fs::is_regular_file(path, none) &&
        (newest.empty() || fs::last_write_time(path, none) > fs::last_write_time(newest, none)))
      newest = path;
  }
  return newest;
}

/// The lines of the sweep file that say what the figure is, from a log; comments where none is sure.
Result<std::string> metrics_from(const fs::path& log) {
  const auto usual =
      std::string("# CHECK: no figure is known, so that the wall time counts (docs/metrics.md)\n");
  if (log.empty()) return usual;
  TRY_ASSIGN(const auto proposal, propose_metric(log));
  const auto name = log.string();
  if (proposal.has_event_lines) return std::string();
  if (proposal.metric)
    return fmt::format("{} # {}:{}: {}\n", metrics_line(proposal.metric->pattern), name,
                       proposal.metric->line.number, proposal.metric->line.text);
  auto text = usual;
  for (const auto& line : proposal.likely)
    text += fmt::format("# CHECK: {}:{}: {}\n", name, line.number, line.text);
  return text;
}

/// The edits of one line, as a diff with their reasons.
std::string diff_of_line(const JobScript& script, const std::vector<TextEdit>& edits) {
  const auto place = cite(script, edits.front().begin);
  const auto begin = script.lines[static_cast<std::size_t>(place.line) - 1];
  auto changed = place.source_line;
  std::string text;
  for (auto edit = edits.rbegin(); edit != edits.rend(); ++edit)
    changed.replace(edit->begin - begin, edit->end - edit->begin, edit->text);
  for (const auto& edit : edits) text += fmt::format("{}:{}: {}\n", script.file, place.line, edit.reason);
  return text + fmt::format("-{}\n+{}\n", place.source_line, changed);
}

std::string told_of(const JobScript& script, const ImportedSweep& imported) {
  std::string text;
  for (const auto& [offset, reason] : imported.left_out)
    text += fmt::format("{}:{}: {}\n", script.file, cite(script, offset).line, reason);
  std::vector<TextEdit> of_line;
  for (const auto& edit : imported.edits) {
    if (!of_line.empty() && cite(script, edit.begin).line != cite(script, of_line.front().begin).line) {
      text += diff_of_line(script, of_line);
      of_line.clear();
    }
    of_line.push_back(edit);
  }
  if (!of_line.empty()) text += diff_of_line(script, of_line);
  for (const auto& question : imported.questions) text += fmt::format("CHECK: {}\n", question);
  return text;
}

fs::path sweep_file_of(const std::string& script) { return fs::path(script).replace_extension(".yaml"); }

}  // namespace

Result<ImportedScript> import_job_script(const ScriptImport& request) {
  TRY_ASSIGN(auto text, read_file(request.file));
  const auto script = read_job_script(request.file, std::move(text));
  TRY_ASSIGN(const auto metrics,
             metrics_from(request.log.empty() ? newest_log(script) : fs::path(request.log)));
  TRY_ASSIGN(const auto imported, job_script::import_script(script, {request.scales, metrics}));
  return ImportedScript{imported.yaml, without_control_characters(told_of(script, imported))};
}

// A pipe, such as <(command), could not be read again.
bool is_script(const std::string& file) {
  std::error_code unreadable;
  return std::filesystem::is_regular_file(file, unreadable) && read_beginning(file, 2).value_or("") == "#!";
}

Result<void> check_is_for_this_machine(const std::string& file) {
  TRY_ASSIGN(auto text, read_file(file));
  const auto script = read_job_script(file, std::move(text));
  const auto* const partition = find_directive(script, "--partition");
  if (partition == nullptr || !slurm::run_client({"sbatch", "--version"})) return {};
  return tl::make_unexpected(Diagnostics{
      {.cited = cite(script, partition->begin),
       .message =
           "the script names a partition, and sbatch is here: its runs may be jobs, or run on this machine",
       .hint = "for jobs, --cluster NAME: see 'scalegen clusters list', or 'scalegen clusters detect' for a "
               "profile of this one; to run on this machine, --cluster local"}});
}

Result<std::string> write_imported(const std::string& script, const ImportedScript& imported) {
  const auto path = sweep_file_of(script);
  TRY_ASSIGN(const auto there, read_file_if_there(path));
  if (there && *there != imported.yaml)
    return failure(fmt::format("'{}' is there, and is not what '{}' becomes", path.string(), script),
                   fmt::format("go on with 'scalegen sweep {}', or remove it", path.string()));
  if (there) return path.string();
  TRY(write_file(path, ""));  // before it holds the script's text, and with it its secrets, it is as private
  std::error_code error;
  const auto readers = fs::status(script, error).permissions() & fs::perms(0666);
  fs::permissions(path, readers | fs::perms::owner_write, error);
  return write_file(path, imported.yaml).map([&] { return path.string(); });
}

}  // namespace scalegen
