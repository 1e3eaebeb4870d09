// The whole runner as a program, with real scripts, and real kills.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/json.hpp"
#include "core/plan_file.hpp"
#include "runner/run_lock.hpp"
#include "tests/runner/stand_ins.hpp"

namespace scalegen {
namespace {

class SweepProcess : public testing::Test {
 protected:
  SweepProcess() {
    auto plan = plan_of({"a", "b"});
    plan.head.scalings = {Scaling::strong};
    EXPECT_TRUE(write_file(directory_.get().plan_file(), write_plan(plan)));
    directory_.write_script("a", measure());
    directory_.write_script("b", measure());
  }
  ~SweepProcess() override {
    for (const auto pid : living()) ::kill(pid, SIGKILL);
  }

  // A run does this when it really measures, after `first`.
  [[nodiscard]] std::string measure(const std::string& first = "") const {
    return "here='" + directory_.path().string() + "'\nwork() { " + first +
           "\necho \"$run\" >>\"$here/ledger\"; }";
  }
  // True once: for whoever comes first.
  static std::string once(const std::string& what) { return "mkdir \"$here/once\" 2>/dev/null && " + what; }

  ProgramResult sweep() { return run_program({SWEEP_DRIVER, directory_.path().string()}).value(); }
  pid_t start_sweep() {
    const auto folder = directory_.path().string();
    const pid_t pid = ::fork();
    if (pid != 0) return pid;
    const int nowhere = ::open("/dev/null", O_WRONLY);
    ::dup2(nowhere, STDOUT_FILENO);
    ::dup2(nowhere, STDERR_FILENO);
    ::execl(SWEEP_DRIVER, SWEEP_DRIVER, folder.c_str(), nullptr);
    ::_exit(127);
  }
  static int wait_for(pid_t pid) {
    int status = 0;
    ::waitpid(pid, &status, 0);
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  }
  void wait_for_file(const std::string& name) const {
    wait_until([&] { return std::filesystem::exists(directory_.path() / name); });
  }
  [[nodiscard]] std::string ledger() const { return read_file(directory_.path() / "ledger").value_or(""); }

  // Processes whose command line speaks of this directory, or that a script of it started.
  [[nodiscard]] std::vector<pid_t> living() const {
    const auto names = names_in("/proc");
    std::vector<pid_t> pids;
    for (const auto& name : *names) {
      const auto words = read_file("/proc/" + name + "/cmdline").value_or("");
      const auto folder = read_file("/proc/" + name + "/environ").value_or("");
      const bool ours =
          folder.find(marker()) != std::string::npos || words.find(directory_.path()) != std::string::npos;
      if (ours && name[0] > '0' && name[0] <= '9') pids.push_back(std::stoi(name));
    }
    return pids;
  }
  [[nodiscard]] std::string marker() const {
    const auto journal = read_file(directory_.get().journal()).value_or("");
    const auto head = parse_json(journal.substr(0, journal.find('\n'))).value_or(Json::object());
    return "-" + text_field(head, "campaign").value_or("none");
  }

  Directory directory_;
};

TEST_F(SweepProcess, RunsEachJobOnce) {
  EXPECT_EQ(sweep(), (ProgramResult{.out = "a 1 completed\nb 1 completed\n"}));
  EXPECT_EQ(sweep(), (ProgramResult{.out = "a 1 completed\nb 1 completed\n"}));
  EXPECT_EQ(ledger(), "a\nb\n");
}

TEST_F(SweepProcess, AdoptsTheScriptOfAToolThatWasKilled) {
  directory_.write_script("a",
                          measure("touch \"$here/begun\"; until [[ -e $here/go ]]; do sleep 0.01; done"));
  const auto tool = start_sweep();
  wait_for_file("begun");
  ::kill(tool, SIGKILL);
  EXPECT_EQ(wait_for(tool), 137);
  const auto second = start_sweep();
  ::usleep(100'000);
  ASSERT_TRUE(write_file(directory_.path() / "go", ""));
  EXPECT_EQ(wait_for(second), 0);
  EXPECT_EQ(ledger(), "a\nb\n");
  EXPECT_EQ(sweep().out, "a 1 completed\nb 1 completed\n");
}

// Neither script claims before both are there.
TEST_F(SweepProcess, MeasuresOnceThoughTheToolIsKilledBeforeItsScriptClaims) {
  directory_.write_script("a", measure() + "\nbefore_claim() {\n" + once("kill -KILL $PPID") +
                                   " || touch \"$here/second\"\n"
                                   "until [[ -e $here/second ]]; do sleep 0.01; done; }");
  EXPECT_EQ(sweep().exit_status, 137);
  EXPECT_EQ(sweep(), (ProgramResult{.out = "a 1 completed\nb 1 completed\n"}));
  EXPECT_EQ(ledger(), "a\nb\n");
  wait_until([&] {
    const auto said = read_file(directory_.get().job_folder("a") / "local-1.out").value();
    return said.find("already run by {") != std::string::npos;
  });
}

TEST_F(SweepProcess, MeasuresOnceThoughTheToolIsKilledAsItsScriptEnds) {
  directory_.write_script("a", measure() + "\nafter_exit() { kill -KILL $PPID; }");
  EXPECT_EQ(sweep().exit_status, 137);
  EXPECT_EQ(sweep().out, "a 1 completed\nb 1 completed\n");
  EXPECT_EQ(ledger(), "a\nb\n");
}

TEST_F(SweepProcess, StartsAScriptAgainThatWasKilledBeforeItClaimed) {
  directory_.write_script("a", measure() + "\nbefore_claim() { " + once("kill -KILL $$") + "; }");
  EXPECT_EQ(sweep().out, "a 1 completed\nb 1 completed\n");
  EXPECT_EQ(ledger(), "a\nb\n");
}

// Its work would otherwise go on, and be measured beside what repeats it.
TEST_F(SweepProcess, RepeatsARunWhoseScriptWasKilledAndEndsWhatItLeft) {
  directory_.write_script("a", measure(once("{ kill -KILL $$; sleep 1000; }")));
  EXPECT_EQ(sweep().out, "a 2 completed\nb 1 completed\n");
  EXPECT_EQ(ledger(), "a\nb\n");
  EXPECT_THAT(living(), testing::IsEmpty());
}

TEST_F(SweepProcess, EndsWhatALostScriptLeftThoughTheToolWasKilledToo) {
  directory_.write_script("a", measure(once("{ kill -KILL $$ $PPID; touch \"$here/orphan\"; sleep 1000; }")));
  const auto tool = start_sweep();
  wait_for_file("orphan");
  ::kill(tool, SIGKILL);
  wait_for(tool);
  EXPECT_EQ(sweep().out, "a 2 completed\nb 1 completed\n");
  EXPECT_EQ(ledger(), "a\nb\n");
  EXPECT_THAT(living(), testing::IsEmpty());
}

TEST_F(SweepProcess, LeavesNobodyBehindAfterAnInterruptAndContinues) {
  directory_.write_script(
      "a", measure("sleep 1000 & (trap '' TERM INT; sleep 1001 & sleep 1002) & touch \"$here/begun\"; " +
                   once("wait") + "; kill %% %-"));
  const auto tool = start_sweep();
  wait_for_file("begun");
  ::kill(tool, SIGINT);
  EXPECT_EQ(wait_for(tool), 130);
  EXPECT_THAT(living(), testing::IsEmpty());
  EXPECT_FALSE(std::filesystem::exists(directory_.get().lock()));
  EXPECT_EQ(ledger(), "");
  directory_.write_script("a", measure());
  EXPECT_EQ(sweep().out, "a 2 completed\nb 1 completed\n");
}

TEST_F(SweepProcess, TellsASecondToolWhoIsAtWork) {
  directory_.write_script("a",
                          measure("touch \"$here/begun\"; until [[ -e $here/go ]]; do sleep 0.01; done"));
  const auto tool = start_sweep();
  wait_for_file("begun");
  const auto second = sweep();
  EXPECT_EQ(second.exit_status, 2);
  EXPECT_THAT(second.err, testing::MatchesRegex("error: '.*' is in use: process " + std::to_string(tool) +
                                                " on host '.*' has worked there since .* UTC\n"
                                                "      = hint: wait for it, or end it with: kill " +
                                                std::to_string(tool) + "\n"));
  ASSERT_TRUE(write_file(directory_.path() / "go", ""));
  EXPECT_EQ(wait_for(tool), 0);
  EXPECT_EQ(ledger(), "a\nb\n");
}

// The lock is a courtesy: without it too the scripts' claims let each run be measured once.
TEST_F(SweepProcess, MeasuresOnceThoughTwoToolsWorkWithoutALock) {
  directory_.write_script("a",
                          measure("touch \"$here/begun\"; until [[ -e $here/go ]]; do sleep 0.01; done"));
  const auto first = start_sweep();
  wait_for_file("begun");
  std::filesystem::remove(directory_.get().lock());
  const auto second = start_sweep();
  ::usleep(50'000);
  ASSERT_TRUE(write_file(directory_.path() / "go", ""));
  wait_for(first);
  EXPECT_EQ(wait_for(second), 0);
  EXPECT_EQ(ledger(), "a\nb\n");
}

}  // namespace
}  // namespace scalegen
