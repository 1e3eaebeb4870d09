#include "core/process.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>

namespace scalegen {
namespace {

// A child that waits to be killed.
class Child {
 public:
  Child() : pid_(::fork()) {
    if (pid_ == 0)
      while (true) ::pause();
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    kill();
    ::waitpid(pid_, nullptr, 0);
  }
  void kill() const { ::kill(pid_, SIGKILL); }
  void kill_and_leave_a_zombie() const {
    kill();
    siginfo_t info;
    ::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOWAIT);
  }
  [[nodiscard]] pid_t pid() const { return pid_; }

 private:
  pid_t pid_;
};

TEST(Process, KnowsItself) {
  const auto self = this_process();
  EXPECT_EQ(self.pid, ::getpid());
  EXPECT_GT(self.start_time, 0U);
  EXPECT_EQ(self.boot_id.size(), 36U);
  EXPECT_EQ(self.host, host_name());
  EXPECT_EQ(liveness(self), Liveness::alive);
}

TEST(Process, TellsALivingOneFromAZombieAndAGoneOne) {
  const Child child;
  const auto identity = identity_of(child.pid());
  EXPECT_EQ(liveness(identity), Liveness::alive);
  child.kill_and_leave_a_zombie();
  EXPECT_EQ(liveness(identity), Liveness::dead);
  ::waitpid(child.pid(), nullptr, 0);
  EXPECT_EQ(liveness(identity), Liveness::dead);
}

TEST(Process, IsDeadWhereItsPidCameAgain) {
  auto other = this_process();
  other.start_time += 1;
  EXPECT_EQ(liveness(other), Liveness::dead);
  EXPECT_FALSE(is_alive(other));
}

TEST(Process, IsDeadAfterAReboot) {
  auto before = this_process();
  before.boot_id = "another boot";
  EXPECT_EQ(liveness(before), Liveness::dead);
}

TEST(Process, IsUnknownOnAnotherHost) {
  auto elsewhere = this_process();
  elsewhere.host = "another host";
  EXPECT_EQ(liveness(elsewhere), Liveness::unknown);
  EXPECT_FALSE(is_alive(elsewhere));
}

TEST(Process, IsFoundBehindANameWithBlanksAndBrackets) {
  std::array<char, 16> old_name{};
  ::prctl(PR_GET_NAME, old_name.data());
  ::prctl(PR_SET_NAME, "a) R 1 (b");
  const auto renamed = this_process();
  ::prctl(PR_SET_NAME, old_name.data());
  EXPECT_EQ(renamed, this_process());
}

TEST(RunProgram, KeepsBothStreamsAndTheStatus) {
  EXPECT_EQ(run_program({"bash", "-c", "echo out; echo err >&2; exit 7"}),
            (ProgramResult{.exit_status = 7, .out = "out\n", .err = "err\n"}));
}

TEST(RunProgram, TakesMoreOutputThanAPipeHolds) {
  const auto result = run_program({"bash", "-c", "head -c 300000 /dev/zero >&2; head -c 300000 /dev/zero"});
  ASSERT_TRUE(result);
  EXPECT_EQ(result->out.size(), 300'000U);
  EXPECT_EQ(result->err.size(), 300'000U);
}

TEST(RunProgram, CountsASignalAsBashDoes) {
  EXPECT_EQ(run_program({"bash", "-c", "kill -SEGV $$"}).value().exit_status, 128 + SIGSEGV);
}

TEST(RunProgram, GivesItNothingToRead) { EXPECT_EQ(run_program({"cat"}), ProgramResult{}); }

TEST(RunInSight, GivesTheStatusOfWhatAPersonSees) {
  testing::internal::CaptureStdout();
  EXPECT_EQ(run_in_foreground({"bash", "-c", "echo seen; exit 7"}), 7);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "seen\n");
  EXPECT_EQ(run_in_foreground({"bash", "-c", "kill -TERM $$"}), 143);
}

TEST(RunInSight, SaysWhatItCannotStart) {
  const auto status = run_in_foreground({"no-such-program"});
  ASSERT_FALSE(status);
  EXPECT_EQ(render(status.error()), "error: cannot start 'no-such-program': No such file or directory\n");
}

TEST(RunProgram, GivesItTheEnvironmentThatItIsToHave) {
  EXPECT_EQ(run_program({"env"}, {"A=1", "B=two words"}).value().out, "A=1\nB=two words\n");
  ::setenv("SCALEGEN_TEST", "here", 1);
  EXPECT_EQ(run_program({"bash", "-c", "echo $SCALEGEN_TEST"}, this_environment()).value().out, "here\n");
  ::unsetenv("SCALEGEN_TEST");
}

TEST(RunProgram, SaysWhatItCannotStart) {
  EXPECT_EQ(render(run_program({"/no/such/program"}).error()),
            "error: cannot start '/no/such/program': No such file or directory\n");
}

TEST(RunProgram, DoesNotTakeAnUnknownStatusForAGoodOne) {
  ::signal(SIGCHLD, SIG_IGN);
  const auto result = run_program({"bash", "-c", "exit 7"});
  ::signal(SIGCHLD, SIG_DFL);
  ASSERT_FALSE(result);
  EXPECT_EQ(render(result.error()), "error: cannot get the exit status of 'bash': SIGCHLD is ignored here\n");
}

TEST(RunProgram, LeavesNoDescriptorOpen) {
  const auto next_free = [] {
    const int fd = ::dup(0);
    ::close(fd);
    return fd;
  };
  const int before = next_free();
  ASSERT_TRUE(run_program({"true"}));
  ASSERT_FALSE(run_program({"/no/such/program"}));
  EXPECT_EQ(next_free(), before);
}

TEST(Process, IsWaitedForUntilWhoStartedItGivesUp) {
  const GivesUp at_once = [](std::chrono::milliseconds) { return true; };
  EXPECT_EQ(run_program({"bash", "-c", "exec sleep 60"}, this_environment(), at_once)->exit_status, 143);
  // One that does not listen, and one whose child holds its output open.
  for (const auto* bash :
       {"trap '' TERM; echo ready; while :; do sleep 60; done", "echo ready; sleep 60 & wait"}) {
    const auto begun = std::chrono::steady_clock::now();
    const auto result = run_program({"bash", "-c", bash}, this_environment(),
                                    [](auto elapsed) { return elapsed.count() > 500; });
    EXPECT_EQ(result.value(), (ProgramResult{.exit_status = 143, .out = "ready\n"})) << bash;
    EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(30)) << bash;
  }
  const GivesUp never = [](std::chrono::milliseconds) { return false; };
  EXPECT_EQ(run_program({"bash", "-c", "sleep 0.6; echo done; exit 3"}, this_environment(), never).value(),
            (ProgramResult{.exit_status = 3, .out = "done\n"}));
}

}  // namespace
}  // namespace scalegen
