#include "app/plan_summary.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <tuple>

#include "app/open_run_directory.hpp"
#include "core/files.hpp"
#include "core/try.hpp"
#include "core/units.hpp"
#include "generator/script/script.hpp"

namespace scalegen {
namespace {

namespace fs = std::filesystem;

fs::path temporary_folder() {
  std::error_code error;
  const auto folder = fs::temp_directory_path(error);
  return error ? fs::path("/tmp") : folder;
}

/// A script that is removed again when Slurm has read it.
class TemporaryScript {
 public:
  TemporaryScript() : path_(temporary_folder() / fmt::format("scalegen-test-only.{}", ::getpid())) {}
  TemporaryScript(const TemporaryScript&) = delete;
  TemporaryScript& operator=(const TemporaryScript&) = delete;
  ~TemporaryScript() {
    std::error_code error;
    fs::remove(path_, error);
  }
  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

// What two runs of one kind have in common.
std::string key_of_kind(const Run& run, const std::vector<std::string>& axes) {
  auto key = run.rung.name;
  for (const auto& axis : axes) key += "\n" + setting_text(run, axis);
  return key;
}

bool is_smaller(const RunKind& a, const RunKind& b) {
  const auto& rung_a = a.first->rung;
  const auto& rung_b = b.first->rung;
  return std::tuple(rung_a.device, world_size(rung_a)) < std::tuple(rung_b.device, world_size(rung_b));
}

}  // namespace

std::vector<RunKind> kinds_of(const Plan& plan) {
  std::vector<RunKind> kinds;
  std::map<std::string, std::size_t> index;
  for (const auto& run : plan.runs) {
    const auto [entry, is_new] = index.emplace(key_of_kind(run, plan.head.axes), kinds.size());
    if (is_new) kinds.push_back({&run, 0});
    ++kinds[entry->second].runs;
  }
  std::stable_sort(kinds.begin(), kinds.end(), is_smaller);
  return kinds;
}

std::string setting_text(const Run& run, const std::string& name) {
  const auto* value = find(run.settings, name);
  return value == nullptr ? "" : to_text(*value);
}

std::string price_text(const plan::Price& price) {
  std::vector<std::string> parts = {three_digits(price.core_hours) + " core-hours",
                                    three_digits(price.gpu_hours) + " GPU-hours"};
  for (const auto& [unit, amount] : price.units) parts.push_back(three_digits(amount) + " " + unit);
  const auto last = parts.back();
  parts.pop_back();
  return fmt::format("{} and {}", fmt::join(parts, ", "), last);
}

std::vector<Job> representative_jobs(const Plan& plan, const std::vector<RunKind>& kinds) {
  if (shares_nodes(plan)) return plan.jobs;
  std::vector<Job> jobs;
  for (const auto& kind : kinds) jobs.push_back({.id = kind.first->id, .runs = {kind.first->id}});
  return jobs;
}

Result<std::vector<Result<slurm::ExpectedStart>>> expected_starts(const SweepSpec& spec, const Plan& plan,
                                                                  const std::vector<Job>& jobs) {
  TRY_ASSIGN(const auto root, working_folder());
  auto head = plan.head;
  head.launch.root = root.string();
  head.launch.made_by = made_by();
  TRY_ASSIGN(const auto writer, ScriptWriter::make(head, spec.templates));
  std::vector<Result<slurm::ExpectedStart>> starts;
  const auto runs = runs_by_id(plan);
  for (const auto& job : jobs) {
    TRY_ASSIGN(const auto text, writer.render_job(job, runs_of(job, runs)));
    const TemporaryScript script;
    TRY(write_file(script.path(), text));
    starts.push_back(slurm::expected_start(script.path()));
  }
  return starts;
}

}  // namespace scalegen
