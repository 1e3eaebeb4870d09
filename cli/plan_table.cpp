#include "cli/plan_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <vector>

#include "app/open_run_directory.hpp"
#include "cli/terminal.hpp"
#include "core/files.hpp"
#include "core/plan.hpp"
#include "core/text_table.hpp"
#include "core/try.hpp"
#include "core/units.hpp"
#include "generator/script/script.hpp"

namespace scalegen {

std::string price_text(const plan::Price& price) {
  std::vector<std::string> parts = {three_digits(price.core_hours) + " core-hours",
                                    three_digits(price.gpu_hours) + " GPU-hours"};
  for (const auto& [unit, amount] : price.units) parts.push_back(three_digits(amount) + " " + unit);
  const auto last = parts.back();
  parts.pop_back();
  return fmt::format("{} and {}", fmt::join(parts, ", "), last);
}

namespace {

std::vector<std::string> row_of(const RunKind& kind, const std::vector<std::string>& axes) {
  const auto& run = *kind.first;
  const auto& r = run.resources;
  std::vector<std::string> row{run.rung.name};
  for (const auto& axis : axes) row.push_back(setting_text(run, axis));
  for (const int count : {world_size(run.rung), r.nodes, r.tasks_per_node * r.cpus_per_task, r.gpus_per_node})
    row.push_back(std::to_string(count));
  row.push_back(setting_text(run, "per_rank_batch"));
  row.push_back(duration_text(r.time_limit));
  row.push_back(std::to_string(kind.runs));
  return row;
}

std::string partition_text(const Resources& r) {
  if (!r.partition.empty()) return r.partition;
  return r.constraint.empty() ? "the site's choice" : "the site's choice, " + r.constraint;
}

}  // namespace

std::string setting_text(const Run& run, const std::string& name) {
  const auto* value = find(run.settings, name);
  return value == nullptr ? "" : to_text(*value);
}

std::vector<RunKind> kinds_of(const Plan& plan) {
  std::vector<RunKind> kinds;
  std::map<std::string, std::size_t> index;
  for (const auto& run : plan.runs) {
    auto key = run.rung.name;
    for (const auto& axis : plan.head.axes) key += "\n" + setting_text(run, axis);
    const auto [at, is_new] = index.emplace(key, kinds.size());
    if (is_new) kinds.push_back({&run, 0});
    ++kinds[at->second].runs;
  }
  std::stable_sort(kinds.begin(), kinds.end(), [](const RunKind& a, const RunKind& b) {
    return std::tuple(a.first->rung.device, world_size(a.first->rung)) <
           std::tuple(b.first->rung.device, world_size(b.first->rung));
  });
  return kinds;
}

std::string plan_table(const Plan& plan, const std::vector<RunKind>& kinds,
                       const std::vector<std::string>& starts) {
  const bool has_partitions = plan.head.scheduler == "slurm";
  TextTable table;
  table.header = {"rung"};
  table.header.insert(table.header.end(), plan.head.axes.begin(), plan.head.axes.end());
  for (const auto* title : {"ranks", "nodes", "cores/node", "GPUs/node", "batch/rank", "time limit", "runs"})
    table.header.emplace_back(title);
  table.right_aligned.assign(table.header.size(), true);
  table.right_aligned[0] = false;
  if (has_partitions) table.header.emplace_back("partition");
  if (!starts.empty()) table.header.emplace_back("Slurm would start it");
  table.right_aligned.resize(table.header.size(), false);
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    auto row = row_of(kinds[i], plan.head.axes);
    if (has_partitions) row.push_back(partition_text(kinds[i].first->resources));
    if (!starts.empty()) row.push_back(starts[i]);
    table.rows.push_back(std::move(row));
  }
  return render(table);
}

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
    const PassingScript script(text);
    if (!script.written()) return tl::make_unexpected(script.written().error());
    starts.push_back(slurm::expected_start(script.path()));
  }
  return starts;
}

}  // namespace scalegen
