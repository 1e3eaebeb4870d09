#include "app/submission.hpp"

#include "tests/app/user_session.hpp"

namespace scalegen {
namespace {

class Submissions : public UserSession {
 protected:
  Submissions() {
    write("mine.yaml", kOwnProgram);
    write("digits.yaml", kMnist);
  }
};

using SubmissionCosts = Submissions;

SweepSource mine_on(const std::string& cluster) { return {.file = "mine.yaml", .cluster = cluster}; }
SweepSource digits_on(const std::string& cluster) { return {.file = "digits.yaml", .cluster = cluster}; }

TEST_F(Submissions, NeedSbatchHere) {
  const std::string path = ::getenv("PATH");
  ::setenv("PATH", "/nowhere", 1);
  const auto checked = check_sbatch(read_spec(mine_on("cyclone"))->profile, mine_on("cyclone"));
  const auto checked_local =
      check_sbatch({.name = "local", .scheduler = SchedulerKind::local}, mine_on("local"));
  ::setenv("PATH", path.c_str(), 1);
  EXPECT_EQ(
      error_of(checked),
      "error: there is no sbatch here to submit the jobs for 'cyclone'\n"
      "      = hint: give this command on a login node there, or write the scripts with 'scalegen generate "
      "mine.yaml --cluster cyclone'\n");
  EXPECT_TRUE(checked_local);
}

TEST_F(Submissions, NeedTheProfilesProgramUnlessAnotherIsNamed) {
  auto source = digits_on("cyclone");
  auto spec = read_spec(source).value();
  spec.profile.program = "/opt/bin/scalegen-train";
  EXPECT_EQ(error_of(check_program(spec, source)),
            "error: there is no scalegen-train for 'cyclone': '/opt/bin/scalegen-train' is not an executable "
            "file\n      = hint: build it with 'scalegen build --cluster cyclone --submit', or name it with "
            "--train PATH\n");
  source.train = "/only/on/the/nodes";
  EXPECT_TRUE(check_program(spec, source));
}

TEST_F(Submissions, OfAProgramOfTheUsersOwnNeedNoScalegenTrain) {
  auto spec = read_spec(mine_on("cyclone")).value();
  spec.profile.program = "/opt/bin/scalegen-train";
  EXPECT_TRUE(check_program(spec, mine_on("cyclone")));
}

TEST_F(Submissions, NeedAnAccountWhereTheSiteWantsOne) {
  auto source = mine_on("cyclone");
  const auto checked = [&] {
    const auto spec = read_spec(source).value();
    return error_of(check_account(spec, plan_spec(spec, source).value()));
  };
  EXPECT_EQ(checked(),
            "error: 'cyclone' requires an account for each job\n"
            "      = hint: add 'account:' to the sweep file, or --account\n");
  source.account = "p1";
  EXPECT_EQ(checked(), "no error\n");
  source = mine_on("generic");
  EXPECT_EQ(checked(), "no error\n");
}

TEST_F(Submissions, OfAnExampleThatIsNotNamedNeedSomebodyToAsk) {
  const SweepSource unnamed{.file = "mnist.yaml", .cluster = "cyclone"};
  const auto spec = read_spec(unnamed).value();
  EXPECT_EQ(
      error_of(check_example_intended(spec, unnamed, false)),
      "error: there is no file 'mnist.yaml' here, and nobody to ask whether the example of that name is "
      "meant\n      = hint: if it is: example:mnist.yaml, or --yes\n");
  EXPECT_TRUE(check_example_intended(spec, unnamed, true));
  const SweepSource named{.file = "example:mnist.yaml", .cluster = "cyclone"};
  EXPECT_TRUE(check_example_intended(read_spec(named).value(), named, false));
  EXPECT_TRUE(check_example_intended(read_spec(mine_on("cyclone")).value(), mine_on("cyclone"), false));
}

TEST_F(Submissions, CanBeLeftOnlyIfTheJobsGoOn) {
  EXPECT_TRUE(check_can_detach(true, true));
  EXPECT_TRUE(check_can_detach(false, false));
  EXPECT_EQ(error_of(check_can_detach(false, true)),
            "error: --detach needs a scheduler that keeps the jobs: on this machine they end with scalegen\n"
            "      = hint: leave it out; an interrupted sweep continues with the same command\n");
}

/// Two jobs of an hour on a GPU each.
Plan two_gpu_hours() {
  Plan plan;
  for (const std::string id : {"a", "b"}) {
    Run run{.id = id, .rate = {.core_hours = 4, .gpu_hours = 1}};
    run.resources.time_limit = std::chrono::hours(1);
    plan.runs.push_back(run);
    plan.jobs.push_back({.id = id, .runs = {id}});
  }
  return plan;
}

TEST_F(SubmissionCosts, OfANewPlanAreThoseOfAllRuns) {
  EXPECT_EQ(submission_cost(two_gpu_hours()), (SubmissionCost{2, {.core_hours = 8, .gpu_hours = 2}}));
  EXPECT_EQ(cost_text(submission_cost(two_gpu_hours())),
            "2 runs to submit, at most 8.00 core-hours and 2.00 GPU-hours");
}

TEST_F(SubmissionCosts, LeaveOutWhatIsDoneOrWithTheScheduler) {
  const auto plan = two_gpu_hours();
  std::vector<RunStatus> statuses = {{.record = {.run = plan.runs[0]}}, {.record = {.run = plan.runs[1]}}};
  statuses[0].job = ObservedJob{.id = job_id_of("4711"), .status = {.state = JobState::waiting}};
  EXPECT_EQ(submission_cost(plan, statuses, false), (SubmissionCost{1, {.core_hours = 4, .gpu_hours = 1}}));
  statuses[1].record.attempt = "1";
  statuses[1].record.outcome = Failed{.exit_status = 1};
  EXPECT_EQ(submission_cost(plan, statuses, false), SubmissionCost{});
  EXPECT_EQ(submission_cost(plan, statuses, true).runs, 1);
}

TEST_F(SubmissionCosts, AreThoseOfTheWholeJobEvenForOneOfItsRuns) {
  auto plan = two_gpu_hours();
  plan.jobs = {{.id = "both", .runs = {"a", "b"}, .shared = Allocation{.rate = {.gpu_hours = 4}}}};
  plan.jobs.front().shared->resources.time_limit = std::chrono::hours(2);
  std::vector<RunStatus> statuses = {{.record = {.run = plan.runs[0]}}, {.record = {.run = plan.runs[1]}}};
  statuses[0].record.attempt = "1";
  statuses[0].record.outcome = Completed{};
  EXPECT_EQ(submission_cost(plan, statuses, false), (SubmissionCost{1, {.gpu_hours = 8}}));
}

TEST_F(SubmissionCosts, AboveTheLimitAreRefused) {
  const auto cost = submission_cost(two_gpu_hours());
  EXPECT_EQ(error_of(check_gpu_hours(cost, 1.5)),
            "error: 2 runs to submit, at most 8.00 core-hours and 2.00 GPU-hours, but --max-gpu-hours allows "
            "1.50\n      = hint: allow more, or ask for fewer runs or a shorter time_limit\n");
  EXPECT_TRUE(check_gpu_hours(cost, 2));
  EXPECT_TRUE(check_gpu_hours(cost, std::nullopt));
  EXPECT_TRUE(check_gpu_hours({.runs = 0, .price = {.gpu_hours = 2}}, 1));
}

}  // namespace
}  // namespace scalegen
