#include "runner/local/local_scheduler.hpp"

#include <gmock/gmock.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <functional>

#include "runner/local/process_tree.hpp"
#include "tests/runner/stand_ins.hpp"

namespace scalegen {
namespace {

class LocalJobs : public testing::Test {
 protected:
  [[nodiscard]] Submission submission() const {
    return {.name = name_, .attempt = "1", .script = directory_.get().job_script("1cpu-r1")};
  }
  JobId start(const std::string& bash) {
    EXPECT_TRUE(make_folders(directory_.get().job_folder("1cpu-r1")));
    EXPECT_TRUE(write_file(submission().script, bash));
    return scheduler_.submit(submission()).value().id;
  }
  JobStatus status(const JobId& id) { return scheduler_.query({id}).value().at(0); }
  JobStatus wait_for_end(const JobId& id) {
    wait_until([&] { return status(id).state != JobState::active; });
    return status(id);
  }
  [[nodiscard]] std::string said() const {
    return read_file(directory_.get().job_folder("1cpu-r1") / "local-1.out").value_or("");
  }
  void wait_until_it_said(const std::string& text) {
    wait_until([&] { return said().find(text) != std::string::npos; });
  }
  // Without the help of the session.
  [[nodiscard]] std::vector<pid_t> family() const {
    return process_tree_of({.name = submission().name, .process = this_process()});
  }

  Directory directory_;
  std::string name_ =
      directory_.path().filename().string() + "-1cpu-r1-1";  // no other test's, they run side by side
  SystemClock clock_;
  LocalScheduler scheduler_{clock_, std::chrono::milliseconds(300)};
};

TEST_F(LocalJobs, EndWithTheStatusAndTheLastLineOfTheirScript) {
  const auto id = start("echo \"attempt $1\"; echo no such module >&2; exit 7");
  EXPECT_EQ(wait_for_end(id),
            (JobStatus{.state = JobState::ended, .exit_status = 7, .last_line = "no such module"}));
  EXPECT_EQ(said(), "attempt 1\nno such module\n");
  EXPECT_EQ(wait_for_end(start("kill -KILL $$")).exit_status, 137);
}

TEST_F(LocalJobs, LeadASessionOfTheirOwnAndHaveNothingToRead) {
  wait_for_end(
      start("read -ra f </proc/$$/stat; echo $(( ${f[5]} == $$ )) $(( ${f[4]} == $$ )); cat; readlink "
            "/proc/$$/fd/0"));
  EXPECT_EQ(said(), "1 1\n/dev/null\n");
}

TEST_F(LocalJobs, StartWithDefaultSignalsWhateverTheToolDoes) {
  sigset_t blocked;
  sigset_t old;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGTERM);
  sigprocmask(SIG_BLOCK, &blocked, &old);
  signal(SIGINT, SIG_IGN);
  signal(SIGHUP, SIG_IGN);
  const auto id = start("sed -nE 's/^(SigBlk|SigIgn):.*(.{7})$/\\1 \\2/p' /proc/self/status");
  signal(SIGINT, SIG_DFL);
  signal(SIGHUP, SIG_DFL);
  sigprocmask(SIG_SETMASK, &old, nullptr);
  wait_for_end(id);
  EXPECT_EQ(said(), "SigBlk 0000000\nSigIgn 0000000\n");
}

TEST_F(LocalJobs, AreHeardOfThoughTheToolIgnoresItsChildren) {
  signal(SIGCHLD, SIG_IGN);
  const auto id = start("sleep 0.05");
  const auto end = wait_for_end(id);
  signal(SIGCHLD, SIG_DFL);
  EXPECT_EQ(end, (JobStatus{.state = JobState::ended}));
}

TEST_F(LocalJobs, CannotStartWhereTheirFolderIsMissing) {
  EXPECT_EQ(render(scheduler_.submit(submission()).error()),
            "error: cannot write '" + (directory_.get().job_folder("1cpu-r1") / "local-1.out").string() +
                "': No such file or directory\n");
}

TEST_F(LocalJobs, MayEndInTheirOwnWayWhenTheyAreCancelled) {
  const auto id = start("trap 'echo ended well; exit 143' TERM; echo ready; while :; do sleep 0.01; done");
  wait_until_it_said("ready");
  ASSERT_TRUE(scheduler_.cancel({id}));
  EXPECT_EQ(said(), "ready\nended well\n");
  EXPECT_EQ(status(id), (JobStatus{.state = JobState::ended, .exit_status = 143, .last_line = "ended well"}));
}

// Those that ignore TERM, that lead sessions of their own, and that hide what they inherited.
TEST_F(LocalJobs, LeaveNobodyBehindWhenTheyAreCancelled) {
  const auto id = start(
      "trap '' TERM\n"
      "env -i sleep 1000 & echo $!\n"
      "sleep 1001 & (sleep 1002 & sleep 1003) & setsid sleep 1004 &\n"
      "sleep 0.1; echo ready; while :; do sleep 0.01; done");
  wait_until_it_said("ready");
  const auto hidden = identity_of(std::stoi(said()));
  EXPECT_TRUE(is_alive(hidden));
  EXPECT_GE(family().size(), 5U);
  ASSERT_TRUE(scheduler_.cancel({id}));
  EXPECT_FALSE(is_alive(hidden));
  EXPECT_THAT(family(), testing::IsEmpty());
  EXPECT_EQ(status(id).state, JobState::ended);
}

TEST_F(LocalJobs, AreClearedAwayAfterTheirScriptWasKilled) {
  const auto id = start("sleep 1000 & echo ready; kill -KILL $$");
  EXPECT_EQ(wait_for_end(id).exit_status, 137);
  wait_until(
      [&] { return family().size() == 1; });  // not in the middle of its exec, when it has no environment
  ASSERT_TRUE(scheduler_.cancel({id}));
  EXPECT_THAT(family(), testing::IsEmpty());
}

TEST_F(LocalJobs, AreKnownToAnotherToolByWhatTheyWrote) {
  const auto id = start("sleep 1000 & echo ready; wait");
  wait_until_it_said("ready");
  const auto pid = static_cast<pid_t>(std::stol(id.number.substr(id.number.find(':') + 1)));
  LocalScheduler other(clock_, std::chrono::milliseconds(300));
  const auto adopted = other.adopt(submission().name, {.process = identity_of(pid)});
  EXPECT_EQ(adopted, id);
  EXPECT_EQ(other.query({adopted}).value().at(0).state, JobState::active);
  ASSERT_TRUE(other.cancel({adopted}));
  EXPECT_EQ(other.query({adopted}).value().at(0).state, JobState::ended);
  EXPECT_THAT(family(), testing::IsEmpty());
}

TEST_F(LocalJobs, OfAPidThatCameAgainHaveEndedAndTheStrangerLives) {
  const auto stranger = start("echo ready; sleep 1000");
  wait_until_it_said("ready");
  auto process =
      identity_of(static_cast<pid_t>(std::stol(stranger.number.substr(stranger.number.find(':') + 1))));
  process.start_time -= 1;
  LocalScheduler other(clock_, std::chrono::milliseconds(300));
  const auto id = other.adopt(name_ + "-later", {.process = process});
  EXPECT_EQ(other.query({id}).value().at(0).state, JobState::ended);
  ASSERT_TRUE(other.cancel({id}));
  EXPECT_EQ(status(stranger).state, JobState::active);
  ASSERT_TRUE(scheduler_.cancel({stranger}));
}

TEST_F(LocalJobs, OfAnotherHostAreUnknownAndCannotBeEnded) {
  const auto id = scheduler_.adopt(name_, {.process = process_elsewhere()});
  EXPECT_EQ(status(id), (JobStatus{.state = JobState::unknown}));
  EXPECT_EQ(render(scheduler_.cancel({id}).error()),
            "error: cannot end process " + std::to_string(::getpid()) + " on host 'elsewhere' from here\n");
}

}  // namespace
}  // namespace scalegen
