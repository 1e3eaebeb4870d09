#include "check.hpp"
#include "core/plan_file.hpp"
#include "generator/plan/plan_sweep.hpp"
#include "generator/profile/profile_reader.hpp"
#include "generator/sweep_file/sweep_reader.hpp"

using namespace scalegen;

namespace {

Result<plan::PlannedSweep> planned(const std::string& text, const std::string& cluster) {
  const auto sweep = read_sweep("sweep.yaml", text);
  if (!sweep) return tl::make_unexpected(sweep.error());
  static const auto here = find_profile("local").value();
  static const auto there = find_profile("cyclone").value();
  plan::PlanOptions options{.program = "/opt/scalegen-train", .workdir = "/home/a"};
  options.dataset = plan::Dataset{"synthetic digits", "synthetic"};
  options.fallbacks.account = "p123";
  return plan::plan_sweep(*sweep, cluster == "local" ? here : there, {.cores = {0, 1}}, options);
}

void plan_on(const std::string& text, const std::string& cluster) {
  const auto sweep = planned(text, cluster);
  if (!sweep) return fuzz::check_refusal(sweep.error());
  const auto lines = write_plan(sweep->plan);
  const auto again = read_plan("plan.jsonl", lines);
  if (!again) fputs(render(again.error()).c_str(), stderr);
  fuzz::check(again.has_value(), "a plan that was written can be read");
  fuzz::check(write_plan(*again) == lines, "a plan that was read and written again is the same");
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto text = fuzz::text_of(data, size);
  plan_on(text, "local");
  plan_on(text, "cyclone");
  return 0;
}
