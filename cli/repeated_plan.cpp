#include "cli/repeated_plan.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "core/files.hpp"
#include "core/plan_file.hpp"
#include "core/plan_jobs.hpp"
#include "core/run_directory.hpp"

namespace scalegen {

bool names_a_plan(const std::string& file) { return file.ends_with(".jsonl"); }

Result<RepeatedPlan> read_repeated_plan(const SweepSource& source) {
  const auto text = read_file(source.file);
  if (!text) return tl::make_unexpected(text.error());
  auto plan = read_plan(source.file, *text);
  if (!plan) return tl::make_unexpected(std::move(plan.error()));
  const auto folder = working_folder();
  if (!folder) return tl::make_unexpected(folder.error());
  RepeatedPlan repeated{.source = source, .plan = *std::move(plan)};
  const RunDirectory directory{std::filesystem::path(source.file).parent_path()};
  repeated.source.file = directory.sweep_file().string();
  repeated.source.folder = folder->string();
  repeated.source.one_allocation = shares_nodes(repeated.plan);
  if (source.cluster == SweepSource().cluster) repeated.source.cluster = repeated.plan.head.cluster;
  return repeated;
}

Result<PlannedSweep> planned_again(PlannedSweep planned, const Plan& plan) {
  const auto& today = planned.plan.head;
  if (today.cluster != plan.head.cluster)
    return failure(fmt::format("the plan is for the cluster '{}', and this would be for '{}'",
                               plan.head.cluster, today.cluster),
                   fmt::format("add --cluster {}, or the path of that profile", plan.head.cluster));
  if (today.dataset != plan.head.dataset)
    return failure(
        fmt::format("the plan is for the data '{}', and here is '{}'", plan.head.dataset, today.dataset),
        "put the data of the plan where they were, or sweep the sweep file itself");
  planned.plan = plan;
  return planned;
}

}  // namespace scalegen
