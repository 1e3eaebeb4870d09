#include "app/sweep_spec.hpp"

#include "core/units.hpp"
#include "tests/app/user_session.hpp"
#include "tests/cited.hpp"

namespace scalegen {
namespace {

using SweepTexts = UserSession;
using SweepSpecs = UserSession;
using Reruns = UserSession;

TEST_F(SweepTexts, AreThoseOfFiles) {
  write("sweep.yaml", "name: t\n");
  const auto text = read_sweep_text("sweep.yaml");
  ASSERT_TRUE(text) << error_of(text);
  EXPECT_EQ(text->name, "sweep.yaml");
  EXPECT_EQ(text->text, "name: t\n");
  EXPECT_FALSE(text->bundled);
}

TEST_F(SweepTexts, AreThoseOfExamplesIfThereIsNoSuchFile) {
  for (const std::string name : {"mnist.yaml", "mnist", "example:mnist", "example:mnist.yaml"}) {
    const auto text = read_sweep_text(name);
    ASSERT_TRUE(text) << error_of(text);
    EXPECT_TRUE(text->bundled) << name;
    EXPECT_NE(text->text.find("\nname: mnist\n"), std::string::npos) << name;
  }
  EXPECT_EQ(read_sweep_text("example:mnist")->name, "mnist.yaml");
}

TEST_F(SweepTexts, OfAFileWinOverTheExampleOfItsNameButNotIfTheExampleIsNamed) {
  write("mnist.yaml", "name: mine\n");
  EXPECT_EQ(read_sweep_text("mnist.yaml")->text, "name: mine\n");
  EXPECT_TRUE(read_sweep_text("example:mnist.yaml")->bundled);
}

TEST_F(SweepTexts, ThatDoNotExistAreRefused) {
  EXPECT_EQ(error_of(read_sweep_text("absent.yaml")),
            "error: cannot read 'absent.yaml': No such file or directory\n");
  EXPECT_EQ(error_of(read_sweep_text("example:mnits")),
            "error: there is no example 'mnits'\n      = hint: known: mnist.yaml\n");
}

TEST_F(SweepSpecs, RunWhereTheirFileIsUnlessAFolderIsGiven) {
  write("sub/mine.yaml", kOwnProgram);
  const auto planned = plan_from({.file = "sub/mine.yaml", .cluster = "cyclone"});
  ASSERT_TRUE(planned) << error_of(planned);
  EXPECT_EQ(planned->plan.head.launch.workdir, (work() / "sub").string());
  const auto given = plan_from({.file = "sub/mine.yaml", .folder = "/data/mine", .cluster = "cyclone"});
  ASSERT_TRUE(given) << error_of(given);
  EXPECT_EQ(given->plan.head.launch.workdir, "/data/mine");
}

// Option, sweep file, settings.yaml, SBATCH_ACCOUNT: each is added below, from the last to the first.
TEST_F(SweepSpecs, TakeTheAccountFromTheNearestPlaceThatNamesOne) {
  write("mine.yaml", kOwnProgram);
  SweepSource source{.file = "mine.yaml", .cluster = "cyclone"};
  const auto account = [&] {
    const auto planned = plan_from(source);
    return planned ? planned->plan.head.launch.account : error_of(planned);
  };
  EXPECT_EQ(account(), "");
  ::setenv("SBATCH_ACCOUNT", "of_variable", 1);
  EXPECT_EQ(account(), "of_variable");
  write(settings_folder() / "settings.yaml", "cyclone: {account: of_settings}\nlumi: {account: other}\n");
  EXPECT_EQ(account(), "of_settings");
  write("mine.yaml", kOwnProgram + "account: of_file\n");
  EXPECT_EQ(account(), "of_file");
  source.account = "of_option";
  EXPECT_EQ(account(), "of_option");
}

TEST_F(SweepSpecs, TakeTheTimeLimitOfTheCommandLine) {
  write("mine.yaml", kOwnProgram);
  const auto limit_of = [](const Result<plan::PlannedSweep>& planned) {
    return planned ? duration_text(planned->plan.runs.front().resources.time_limit) : error_of(planned);
  };
  EXPECT_EQ(limit_of(plan_from({.file = "mine.yaml", .cluster = "cyclone", .time_limit = "7m"})), "7 min");
  EXPECT_EQ(limit_of(plan_from({.file = "mine.yaml", .cluster = "cyclone", .time_limit = "soon"})),
            "error: '--time' is not a time: 'soon'\n"
            "      = hint: write 90s, 10m, 2h, 1d or hours:minutes:seconds\n");
}

TEST_F(SweepSpecs, OnThisMachineNeedAProgramThatExists) {
  write("digits.yaml", "name: digits\nworkload: mnist_cnn\nscales: [1cpu]\n");
  EXPECT_EQ(error_of(plan_from({.file = "digits.yaml", .train = "./absent"})),
            "error: '" + (work() / "absent").string() +
                "' is not an executable file\n"
                "      = hint: build it with 'scalegen build', or name it with --train PATH\n");
}

TEST_F(Reruns, AreAskedForByAPlan) {
  EXPECT_TRUE(is_plan_file("old/plan.jsonl"));
  EXPECT_FALSE(is_plan_file("mnist.yaml"));
  EXPECT_FALSE(is_plan_file("plan"));
}

TEST_F(Reruns, OfWhatIsNoPlanAreRefused) {
  EXPECT_EQ(error_of(read_rerun_request({.file = "old/plan.jsonl"})),
            "error: cannot read 'old/plan.jsonl': No such file or directory\n");
}

Plan plan_for(const std::string& cluster, const std::string& dataset) {
  Plan plan;
  plan.head.cluster = cluster;
  plan.head.dataset = dataset;
  plan.runs = {{.id = dataset + "-r1"}};
  return plan;
}

TEST_F(Reruns, HaveTheRunsOfThePlan) {
  plan::PlannedSweep planned{.plan = plan_for("cyclone", "MNIST")};
  planned.plan.runs.front().id = "of-today";
  const auto rerun = rerun_plan(planned, plan_for("cyclone", "MNIST"), {});
  ASSERT_TRUE(rerun) << error_of(rerun);
  EXPECT_EQ(rerun->plan.runs.front().id, "MNIST-r1");
}

TEST_F(Reruns, WithOtherDataOrATimeLimitAreRefused) {
  EXPECT_EQ(
      error_of(rerun_plan({.plan = plan_for("local", "Fashion-MNIST")}, plan_for("local", "MNIST"), {})),
      "error: the plan is for the data 'MNIST', but 'Fashion-MNIST' was found here\n"
      "      = hint: put the plan's data back in place, or sweep the sweep file itself\n");
  EXPECT_EQ(error_of(rerun_plan({.plan = plan_for("local", "MNIST")}, plan_for("local", "MNIST"),
                                {.time_limit = "7m"})),
            "error: the runs of a plan have their time limits, and --time sets none\n"
            "      = hint: leave it out, or sweep the sweep file itself\n");
}

TEST_F(SweepSpecs, ReportTheMistakesOfAllFilesAtOnce) {
  write("mine.yaml", "name: mine\ntime_limit: 30\ncommand: ./train {gpus}\n");
  write("site.yaml", "name: site\nscheduler: local\ntitel: x\n");
  EXPECT_EQ(error_of(plan_from({.file = "mine.yaml", .cluster = "./site.yaml"})),
            cited("mine.yaml:2:13: error: 'time_limit' has no unit: '30'", "time_limit: 30",
                  "write 30m for minutes, 30h for hours or 30s for seconds") +
                cited("./site.yaml:3:1: error: unknown key 'titel'", "titel: x", "did you mean 'title'?"));
}

TEST_F(SweepSpecs, WarnOfAFolderOfThisMachineWhereScriptsAreForAnother) {
  write("mine.yaml", kOwnProgram);
  const auto warning = [](const std::string& lines, const std::string& root) {
    write("mine.yaml", kOwnProgram + lines);
    const auto spec = read_spec({.file = "mine.yaml", .cluster = "cyclone"});
    const auto planned = plan_spec(*spec, {.file = "mine.yaml", .cluster = "cyclone"});
    return render(foreign_workdir(*spec, planned->plan, root));
  };
  EXPECT_EQ(warning("", "/nowhere/runs"),
            "mine.yaml:2:1: warning: the program runs in '" + work().string() +
                "', a folder of this machine, and '/nowhere/runs' seems to be on another\n"
                "    2 | command: ./train {gpus}\n"
                "      | ^\n"
                "      = hint: add 'workdir:' with the program's folder there\n");
  EXPECT_EQ(warning("workdir: ~/lab\n", "/nowhere/runs"), "");
  EXPECT_EQ(warning("", (work() / "runs").string()), "");
  EXPECT_EQ(warning("", ""), "");
}

TEST_F(SweepSpecs, LookForTheScriptOfAProgram) {
  write("mine.yaml", "name: mine\npython: train.py\nscales: [1cpu]\n");
  EXPECT_EQ(error_of(plan_from({.file = "mine.yaml"})),
            "mine.yaml:2:9: error: there is no 'train.py' in '" + work().string() +
                "'\n"
                "    2 | python: train.py\n"
                "      |         ^\n"
                "      = hint: the program runs in the folder of the sweep file, or in 'workdir:'\n");
  write("train.py", "");
  EXPECT_EQ(error_of(plan_from({.file = "mine.yaml"})), "no error\n");
}

}  // namespace
}  // namespace scalegen
