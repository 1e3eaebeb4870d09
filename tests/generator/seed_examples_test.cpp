// examples/seeds: what each asks its site for, and what it starts.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <sstream>

#include "core/number_pattern.hpp"
#include "core/process.hpp"
#include "core/shell_quote.hpp"
#include "generator/script/script.hpp"
#include "tests/generator/plans.hpp"
#include "tests/golden.hpp"

namespace scalegen {
namespace {

struct SeedExample {
  std::string name{};
  std::string cluster{};
};

const std::vector<SeedExample>& examples() {
  static const std::vector<SeedExample> all = {{"cyclone", "cyclone"},     {"della", "della"},
                                               {"gujarat", "param_rudra"}, {"lumi_ddp", "lumi"},
                                               {"lumi_zero1", "lumi"},     {"olivia", "olivia"}};
  return all;
}

plan::PlannedSweep planned(const SeedExample& example) {
  const auto file = "examples/seeds/" + example.name + ".yaml";
  const auto profile = find_profile(example.cluster);
  const auto sweep = read_sweep(file, read_text(SCALEGEN_SOURCE_DIR "/" + file));
  EXPECT_TRUE(profile && sweep) << file;
  if (!profile || !sweep) return {};
  auto plan =
      plan::plan_sweep(*sweep, *profile, {}, {.workdir = "/home/ada/seeds", .overrides = {"p123", "", ""}});
  EXPECT_TRUE(plan) << render(plan ? Diagnostics{} : plan.error());
  return plan.value_or(plan::PlannedSweep{});
}

/// The runs of the first round, in the order of the ladder.
std::vector<Run> runs_of(const Plan& plan) {
  std::vector<Run> runs;
  for (const auto& run : plan.runs)
    if (run.round == 1) runs.push_back(run);
  std::sort(runs.begin(), runs.end(), [](const Run& a, const Run& b) {
    return std::pair(world_size(a.rung), a.id) < std::pair(world_size(b.rung), b.id);
  });
  return runs;
}

std::string script_of(const plan::PlannedSweep& planned, const Run& run) {
  const auto plan = plan_at("/home/ada/runs", planned.plan);
  const auto writer = ScriptWriter::make(plan.head, {});
  EXPECT_TRUE(writer) << render(writer ? Diagnostics{} : writer.error());
  return writer ? writer->render({run.id, {run.id}}, run).value_or("no script") : "";
}

std::string requests_in(const std::string& script) {
  std::string requests;
  std::istringstream lines(script);
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("#SBATCH")) requests += line + "\n";
  return requests;
}

TEST(SeedExample, AsksForWhatItsPageAsksForAndStartsItsProgram) {
  std::string text;
  for (const auto& example : examples()) {
    const auto plan = planned(example);
    for (const auto& run : runs_of(plan.plan))
      text += fmt::format("== {} {}\n{}{}\n\n", example.name, run.rung.name,
                          requests_in(script_of(plan, run)), shell_command(run.command));
    text += render(plan.warnings);
  }
  expect_golden("seed-examples.txt", text);
}

TEST(SeedExample, GivesScriptsThatPleaseBashAndShellCheck) {
  const TemporaryFolder folder;
  std::vector<std::string> shellcheck = {"shellcheck", "--shell=bash"};
  for (const auto& example : examples()) {
    const auto plan = planned(example);
    for (const auto& run : runs_of(plan.plan)) {
      const auto path = folder.path() / (example.name + "-" + run.id + ".sbatch");
      ASSERT_TRUE(write_file(path, script_of(plan, run)));
      shellcheck.push_back(path.string());
    }
  }
  const auto checked = run_program(shellcheck);
  ASSERT_TRUE(checked) << render(checked.error());
  EXPECT_EQ(checked->out + checked->err, "");
}

TEST(SeedExample, IsListedHere) {
  std::vector<std::string> listed;
  std::vector<std::string> there;
  for (const auto& example : examples()) listed.push_back(example.name);
  for (const auto& entry : std::filesystem::directory_iterator(SCALEGEN_SOURCE_DIR "/examples/seeds"))
    there.push_back(entry.path().stem().string());
  std::sort(there.begin(), there.end());
  EXPECT_EQ(listed, there);
}

// The lines that the programs of the seeds print, and the numbers that count.
TEST(SeedExample, FindsTheNumberInTheLogLineOfItsSeed) {
  const auto number = [](const SeedExample& example, const std::string& log) {
    const auto metrics = planned(example).plan.head.metrics;
    if (metrics.size() != 1) return std::string("no pattern");
    std::string last = "none";
    NumberPattern::compile(metrics[0].regex).value().for_each_in(log, [&](const auto& group) {
      last = log.substr(group.begin, group.size);
    });
    return last;
  };
  EXPECT_EQ(number({"cyclone", "cyclone"}, "Exiting training loop...\nTraining time = 25.612423181533813\n"),
            "25.612423181533813");
  EXPECT_EQ(number({"olivia", "olivia"},
                   "Epoch Throughput: 36251.588 images/second\n\nTraining Summary:\n"
                   "Total training time: 133.107 seconds\nThroughput: 36926.594 images/second\n"),
            "36926.594");
}

}  // namespace
}  // namespace scalegen
