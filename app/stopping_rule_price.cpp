#include "app/stopping_rule_price.hpp"

#include <algorithm>
#include <chrono>
#include <functional>
#include <map>
#include <set>
#include <vector>

#include "analysis/statistics/stopping.hpp"

namespace scalegen {
namespace {

int rungs_in(const Plan& plan) {
  std::set<std::string> rungs;
  for (const auto& run : plan.runs) rungs.insert(run.rung.name);
  return static_cast<int>(rungs.size());
}

/// The smallest size on each kind of device.
std::map<DeviceKind, int> smallest_sizes(const Plan& plan) {
  std::map<DeviceKind, int> sizes;
  for (const auto& run : plan.runs) {
    const auto [size, is_new] = sizes.emplace(run.rung.device, size_of(run.rung));
    if (!is_new) size->second = std::min(size->second, size_of(run.rung));
  }
  return sizes;
}

/// The jobs of a plan as they are with these runs alone: one that runs share is shorter then.
std::vector<Job> jobs_with(const Plan& plan, const std::function<bool(const Run&)>& is_run) {
  const auto runs = runs_by_id(plan);
  std::vector<Job> jobs;
  for (auto job : plan.jobs) {
    std::erase_if(job.runs, [&](const std::string& id) { return !is_run(*runs.at(id)); });
    if (job.runs.empty()) continue;
    if (job.shared) {
      job.shared->resources.time_limit = {};
      for (const auto* run : runs_of(job, runs))
        job.shared->resources.time_limit += run->resources.time_limit;
    }
    jobs.push_back(std::move(job));
  }
  return jobs;
}

RoundsPrice price_of(const Plan& plan, int rounds, const std::function<bool(const Run&)>& is_run) {
  const auto jobs = jobs_with(plan, [&](const Run& run) {
    return run.round <= rounds && !is_confirming(plan.head, run.round) && is_run(run);
  });
  RoundsPrice price{.rounds = rounds, .price = plan::price(plan, jobs)};
  for (const auto& job : jobs) price.runs += std::ssize(job.runs);
  return price;
}

std::optional<stats::StoppingRule> rule_of(const PlanHead& head) {
  if (!head.until) return std::nullopt;
  return stats::StoppingRule{
      .half_width = head.until->half_width, .at_least = head.until->at_least, .at_most = repeats_of(head)};
}

}  // namespace

std::optional<StoppingRulePrice> stopping_rule_price(const Plan& plan) {
  const auto& head = plan.head;
  if (!measures_no_more_than_needed(head)) return std::nullopt;
  const auto rule = rule_of(head);
  const int least = rule ? stats::fewest_rounds(*rule) : repeats_of(head);
  const auto smallest = smallest_sizes(plan);
  const auto is_smallest = [&](const Run& run) {
    return head.climb.empty() || size_of(run.rung) == smallest.at(run.rung.device);
  };
  StoppingRulePrice price{.least = price_of(plan, least, is_smallest)};
  if (!rule) return price;
  const int expected = stats::expected_rounds(*rule, rungs_in(plan), kAssumedScatter);
  price.expected = price_of(plan, expected, [](const Run&) { return true; });
  return price;
}

}  // namespace scalegen
