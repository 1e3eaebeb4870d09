#include "runner/job_array.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <string_view>
#include <unordered_set>

#include "core/attempt_files.hpp"
#include "core/directives.hpp"
#include "core/files.hpp"
#include "core/script_sum.hpp"
#include "core/text.hpp"
#include "core/try.hpp"
#include "runner/run_selection.hpp"

namespace scalegen {

namespace {

const Resources& resources_of(const Campaign& campaign, JobIndex job) {
  return campaign.record(campaign.job(job).runs.front()).run.resources;
}

// Without scripts.cksum nothing says that a script was edited.
bool was_edited(Sweep& sweep, const std::filesystem::path& script, std::string_view text) {
  const auto& directory = sweep.campaign.directory();
  auto& sums = sweep.script_sums;
  if (!sums) {
    const auto lines = lines_of(read_file(directory.script_sums()).value_or(""));
    sums.emplace(lines.begin(), lines.end());
  }
  auto line = script_sum(directory, script, text);
  line.pop_back();  // its newline
  return !sums->empty() && !sums->contains(line);
}

// A template of a person's own may have other lines: an array would lack them. sbatch's command line says
// each job's name and output.
bool asks_for_more(std::string_view text, const std::vector<std::string>& directives) {
  const auto is_known = [&](const std::string& line) {
    return line.starts_with("#SBATCH --job-name=") || line.starts_with("#SBATCH --output=") ||
           std::ranges::find(directives, line) != directives.end();
  };
  const auto lines = lines_of(text);
  if (lines.empty() || lines.front() != "#!/bin/bash") return true;
  for (const auto& line : lines) {
    if (!line.starts_with('#')) return false;
    if (line.starts_with("#SBATCH") && !is_known(line)) return true;
  }
  return false;
}

bool is_as_generated(Sweep& sweep, JobIndex job) {
  const auto& campaign = sweep.campaign;
  const auto script = campaign.directory().job_script(campaign.job(job).id);
  const auto text = read_file(script);
  if (!text) return true;  // whoever submits it says why it cannot be read
  const auto directives = array_directives(campaign, job, "array");
  return directives && !was_edited(sweep, script, *text) && !asks_for_more(*text, *directives);
}

}  // namespace

bool may_join_array(Sweep& sweep, JobIndex job) {
  const auto& campaign = sweep.campaign;
  if (!sweep.options.as_arrays || !is_ready(sweep, job) || !sweep.traits.takes_directives ||
      campaign.job(job).shared || !campaign.failed_nodes(job).empty() ||
      !sweep.options.excluded_nodes.empty())
    return false;
  const auto [known, is_new] = sweep.is_as_generated.try_emplace(job);
  if (is_new) known->second = is_as_generated(sweep, job);
  return known->second;
}

bool asks_for_the_same(const Campaign& campaign, JobIndex one, JobIndex other) {
  return !campaign.job(one).shared && !campaign.job(other).shared &&
         resources_of(campaign, one) == resources_of(campaign, other);
}

Result<std::vector<std::string>> array_directives(const Campaign& campaign, JobIndex job,
                                                  const std::string& name) {
  return directives(resources_of(campaign, job), campaign.plan().head.launch, name, "slurm-%A_%a.out");
}

// The folder is there before anything of the array is written: a tool that comes after a crash looks for its
// tasks under this name.
Result<std::string> make_array_folder(const RunDirectory& directory) {
  TRY(make_folders(directory.arrays()));
  TRY_ASSIGN(const auto names, names_in(directory.arrays()));
  auto name = next_attempt(names);
  const auto folder = directory.array_script(name).parent_path();
  if (::mkdir(folder.c_str(), 0777) != 0) return file_failure("make the folder", folder, errno);
  TRY(sync_folder(directory.arrays()));
  return name;
}

}  // namespace scalegen
