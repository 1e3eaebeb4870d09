// The ladders of each site, rung by rung: what a job asks for, what it costs, and how ranks start. Golden
// files in tests/golden/ladders, for those who compare them with the site's own scripts.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <sstream>

#include "core/directives.hpp"
#include "generator/embedded.hpp"
#include "generator/script/launch_line.hpp"
#include "tests/generator/sweeps.hpp"
#include "tests/golden.hpp"

namespace scalegen {
namespace {

Result<Plan> plan_of_ladder(const std::string& site, const std::string& program) {
  plan::PlanOptions options;
  options.overrides.account = "p123";
  options.workdir = "/home/ada";
  const auto planned = plan_text("name: t\nrepeats: 1\nscales: auto\n" + program, site, options);
  return planned.map([](const plan::PlannedSweep& sweep) { return sweep.plan; });
}

/// Leaves out what is the same in all jobs.
std::string request_of(const Run& run, const Launch& launch) {
  std::string text;
  const auto lines = directives(run.resources, launch, "t", "/o").value();
  for (const auto& line : lines) {
    const auto option = line.substr(std::string("#SBATCH ").size());
    if (const auto name = option.substr(0, option.find('=')); name != "--job-name" && name != "--account" &&
                                                              name != "--time" && name != "--no-requeue" &&
                                                              name != "--output")
      text += " " + option;
  }
  return text;
}

std::string price_of(const Run& run) {
  const auto& rate = run.rate;
  const auto held = rate.gpu_hours > 0 ? fmt::format("{} GPU-hours", rate.gpu_hours)
                                       : fmt::format("{} core-hours", rate.core_hours);
  return rate.unit.empty() ? held : fmt::format("{:.6g} {}, {}", rate.units, rate.unit, held);
}

std::string ladder_text(const std::string& site, const std::string& program) {
  const auto plan = plan_of_ladder(site, program);
  if (!plan) return render(plan.error());
  auto runs = plan->runs;
  std::ranges::sort(runs, {}, [](const Run& run) { return size_of(run.rung); });
  std::string text;
  for (const auto& run : runs)
    text += fmt::format("{}: {}\n {}\n  {}\n", run.rung.name, price_of(run),
                        request_of(run, plan->head.launch), launch_line(run, plan->head));
  return text;
}

TEST(SiteLadders, AskStartAndCostSo) {
  for (const auto& file : embedded_clusters()) {
    const auto site = std::filesystem::path(file.name).stem().string();
    if (site == "local") continue;
    std::string text;
    for (const std::string program :
         {"python: train.py\n", "torchrun: train.py\n", "command: srun --ntasks={ranks} ./a.out\n"})
      text += fmt::format("--- {}{}\n", program, ladder_text(site, program));
    expect_golden("ladders/" + site + ".txt", text);
  }
}

}  // namespace
}  // namespace scalegen
