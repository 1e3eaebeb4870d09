// A build in a job, as it is waited for.
#include <gmock/gmock.h>

#include "app/train_build.hpp"
#include "tests/runner/fake_scheduler.hpp"

namespace scalegen {
namespace {

using testing::ElementsAre;

class AwaitedBuilds : public testing::Test {
 protected:
  AwaitedBuilds() { scheduler_.given_ids["b/build"] = "7"; }

  BuildJob submit() { return submit_build(folder_, "lumi", scheduler_, clock_).value(); }
  /// Waits, while the scheduler says this of the job, one after the other.
  BuildEnd end_after(std::vector<JobStatus> statuses) {
    const auto job = submit();
    std::size_t polls = 0;
    scheduler_.script["7"] = [&] { return statuses[std::min(polls++, statuses.size() - 1)]; };
    return await_build(
               job, folder_, scheduler_, clock_, [&](const std::string& line) { told_.push_back(line); },
               [&] { return polls >= most_polls_; })
        .value();
  }
  void print(const std::string& text) {
    ASSERT_TRUE(make_folders(folder_.root));
    ASSERT_TRUE(write_file(folder_.root / "slurm-7.out", text));
  }

  Directory directory_;
  BuildFolder folder_{directory_.path() / "b"};
  FakeScheduler scheduler_{directory_};
  FakeClock clock_;
  std::vector<std::string> told_;
  std::size_t most_polls_ = 100;
};

TEST_F(AwaitedBuilds, AreJobsWhoseOutputLiesBesideTheirScript) {
  const auto job = submit();
  EXPECT_EQ(job.id, JobId{"7"});
  EXPECT_EQ(job.output, folder_.root / "slurm-7.out");
}

TEST_F(AwaitedBuilds, NeedAnAnswer) {
  scheduler_.not_now = 1;
  const auto job = submit_build(folder_, "lumi", scheduler_, clock_);
  ASSERT_FALSE(job);
  EXPECT_EQ(render(job.error()),
            "error: Slurm does not answer now\n      = hint: give the same command again\n");
}

TEST_F(AwaitedBuilds, TellEachStateOnce) {
  print("scalegen: built " + folder_.program().string() + "\n");
  const JobStatus waiting{.state = JobState::waiting, .reason = "Priority"};
  EXPECT_EQ(end_after({waiting, waiting, {.complaint = "no route"}, {.left_queue = true}, kActive, kEnded}),
            BuildEnd{});
  EXPECT_THAT(told_, ElementsAre("job 7 waits: Priority",
                                 "Slurm does not say what job 7 does (squeue: no route); asking again",
                                 "job 7 compiles, which takes minutes"));
}

TEST_F(AwaitedBuilds, WaitForOutputThatASharedDiskShowsLater) {
  scheduler_.lag = std::chrono::seconds(75);
  const auto before = clock_.now();
  EXPECT_EQ(end_after({kEnded}).kind, BuildEnd::Kind::failed);
  EXPECT_EQ(clock_.now() - before, std::chrono::seconds(75));
}

TEST_F(AwaitedBuilds, ShowTheEndOfTheirOutputIfTheyFail) {
  std::string text;
  for (int line = 1; line <= 25; ++line) text += "line " + std::to_string(line) + "\n";
  print(text + "scalegen: the build has failed\n");
  const auto end = end_after({kEnded});
  EXPECT_EQ(end.kind, BuildEnd::Kind::failed);
  EXPECT_TRUE(end.last_lines.starts_with("  line 7\n  line 8\n")) << end.last_lines;
  EXPECT_TRUE(end.last_lines.ends_with("  scalegen: the build has failed\n")) << end.last_lines;
}

// The program that was built before says nothing of this job.
TEST_F(AwaitedBuilds, HaveFailedIfSlurmSaysSo) {
  print("scalegen: built " + folder_.program().string() + "\n");
  EXPECT_EQ(end_after({{.state = JobState::ended, .abnormal_outcome = Failed{.exit_status = 1}}}).kind,
            BuildEnd::Kind::failed);
}

TEST_F(AwaitedBuilds, GoOnWhenAPersonLeaves) {
  most_polls_ = 2;
  EXPECT_EQ(end_after({kActive}), (BuildEnd{.kind = BuildEnd::Kind::left, .how_to_end = "scancel 7"}));
}

}  // namespace
}  // namespace scalegen
