#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>

#include "cli/load_sweep.hpp"
#include "cli/notices.hpp"
#include "cli/output.hpp"
#include "cli/verbs.hpp"
#include "core/plan_file.hpp"
#include "core/text_table.hpp"
#include "core/units.hpp"
#include "generator/plan/price.hpp"

namespace scalegen {
namespace {

std::string setting_text(const Run& run, const std::string& name) {
  const auto* value = find(run.settings, name);
  return value == nullptr ? "" : to_text(*value);
}

std::string headline(const PlanHead& head, const Profile& profile) {
  const auto data = head.dataset.empty() ? "data as the cluster has it" : head.dataset;
  return fmt::format("{}: {} on {} ({}) · {} · {} scaling · {}, order shuffled (seed {})\n", head.name,
                     head.workload, profile.name, profile.title, data, to_text(head.scaling),
                     counted(head.rounds, "round"), head.seed);
}

// One row for the runs that differ in their round alone.
struct Row {
  const Run* run = nullptr;
  int runs = 0;
};

std::vector<Row> rows_of(const Plan& plan) {
  std::vector<Row> rows;
  std::map<std::string, std::size_t> index;
  for (const auto& run : plan.runs) {
    auto key = run.rung.name;
    for (const auto& axis : plan.head.axes) key += "\n" + setting_text(run, axis);
    const auto [at, is_new] = index.emplace(key, rows.size());
    if (is_new) rows.push_back({&run, 0});
    ++rows[at->second].runs;
  }
  std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) {
    return std::tuple(a.run->rung.device, world_size(a.run->rung)) <
           std::tuple(b.run->rung.device, world_size(b.run->rung));
  });
  return rows;
}

std::string table_of(const Plan& plan) {
  TextTable table;
  table.header = {"rung"};
  table.header.insert(table.header.end(), plan.head.axes.begin(), plan.head.axes.end());
  for (const auto* title : {"ranks", "nodes", "cores/node", "GPUs/node", "batch/rank", "time limit", "runs"})
    table.header.emplace_back(title);
  table.right_aligned.assign(table.header.size(), true);
  table.right_aligned[0] = false;
  for (const auto& [run, runs] : rows_of(plan)) {
    std::vector<std::string> row{run->rung.name};
    for (const auto& axis : plan.head.axes) row.push_back(setting_text(*run, axis));
    const auto& r = run->resources;
    for (const int count :
         {world_size(run->rung), r.nodes, r.tasks_per_node * r.cpus_per_task, r.gpus_per_node})
      row.push_back(std::to_string(count));
    row.push_back(setting_text(*run, "per_rank_batch"));
    row.push_back(duration_text(r.time_limit));
    row.push_back(std::to_string(runs));
    table.rows.push_back(std::move(row));
  }
  return render(table);
}

std::string held_text(const Plan& plan) {
  std::vector<std::string> held;
  for (const auto& name : plan.head.held)
    held.push_back(fmt::format("{} {}", name, setting_text(plan.runs.front(), name)));
  return fmt::format("held constant: {}\n", fmt::join(held, ", "));
}

std::string summary(const Plan& plan) {
  const auto cost = price(plan);
  return fmt::format(
      "baseline: {} ({})\n{}; at most {} core-hours and {} GPU-hours, if each takes all of its time "
      "limit\n",
      plan.head.baseline, plan.head.baseline_reason, counted(std::ssize(plan.runs), "run"),
      three_digits(cost.core_hours), three_digits(cost.gpu_hours));
}

std::string json_of(const Plan& plan) {
  auto json = to_json(plan);
  const auto cost = price(plan);
  json["price_at_most"] = {{"core_hours", cost.core_hours}, {"gpu_hours", cost.gpu_hours}};
  return json.dump(2) + "\n";
}

}  // namespace

Result<ExitCode> run_verb(const PlanCommand& command) {
  const auto spec = read_spec(command.source);
  if (!spec) return tl::make_unexpected(spec.error());
  const auto planned = plan_spec(*spec, command.source);
  if (!planned) return tl::make_unexpected(planned.error());
  notice(*spec, *planned);
  const auto& plan = planned->plan;
  if (command.json)
    put(json_of(plan));
  else
    put(headline(plan.head, spec->profile) + "\n" + table_of(plan) + "\n" + held_text(plan) + summary(plan));
  return kDone;
}

}  // namespace scalegen
