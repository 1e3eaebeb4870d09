#include "runner/run_lock.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>

#include "tests/runner/stand_ins.hpp"

namespace scalegen {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;

class LockFile : public testing::Test {
 protected:
  [[nodiscard]] Result<Lock> take() { return Lock::take(path_, clock_); }
  [[nodiscard]] std::vector<std::string> names() const { return names_in(folder_.path()).value(); }
  [[nodiscard]] std::string place() const { return folder_.path().string(); }

  void hold_by(const ProcessIdentity& process, seconds silent = seconds(0)) const {
    ASSERT_TRUE(write_file(path_, to_text(LockHolder{process, 1'763'719'200})));
    be_silent(silent);
  }
  void be_silent(seconds silent) const {
    std::filesystem::last_write_time(path_, std::filesystem::file_time_type::clock::now() - silent);
  }
  [[nodiscard]] LockHolder holder() const { return parse_lock_holder(read_file(path_).value()); }

  TemporaryFolder folder_;
  std::filesystem::path path_ = folder_.path() / "lock";
  FakeClock clock_;
};

TEST_F(LockFile, SaysWhoHoldsItAndGoesWithThem) {
  {
    const auto lock = take();
    ASSERT_TRUE(lock);
    EXPECT_EQ(holder(), (LockHolder{this_process(), 1'763'719'200}));
    EXPECT_THAT(names(), testing::ElementsAre("lock"));
  }
  EXPECT_THAT(names(), testing::IsEmpty());
}

TEST_F(LockFile, OfALivingHolderIsLeftAlone) {
  const auto parent = identity_of(::getppid());
  hold_by(parent);
  EXPECT_EQ(
      render(take().error()),
      fmt::format(
          "error: '{}' is in use: process {} on host '{}' has worked there since 2025-11-21 10:00:00 UTC\n"
          "      = hint: wait for it, or end it with: kill {}\n",
          place(), parent.pid, parent.host, parent.pid));
  EXPECT_THAT(names(), testing::ElementsAre("lock"));
}

TEST_F(LockFile, TellsWhoHoldsItToThoseWhoOnlyAsk) {
  EXPECT_EQ(living_holder(path_), std::nullopt);
  hold_by(this_process());
  EXPECT_EQ(living_holder(path_), (LockHolder{this_process(), 1'763'719'200}));
  hold_by(process_elsewhere());
  EXPECT_EQ(living_holder(path_), (LockHolder{process_elsewhere(), 1'763'719'200}));
  hold_by(process_elsewhere(), minutes(11));
  EXPECT_EQ(living_holder(path_), std::nullopt);
  hold_by(dead_process());
  EXPECT_EQ(living_holder(path_), std::nullopt);
  EXPECT_THAT(names(), testing::ElementsAre("lock"));
}

TEST_F(LockFile, OfADeadHolderOnThisHostIsTakenAtOnce) {
  auto before_a_reboot = this_process();
  before_a_reboot.boot_id = "the one before";
  for (const auto& holder_then : {dead_process(), before_a_reboot}) {
    hold_by(holder_then);
    const auto lock = take();
    ASSERT_TRUE(lock);
    EXPECT_EQ(holder().process, this_process());
    EXPECT_THAT(names(), testing::ElementsAre("lock"));
  }
}

TEST_F(LockFile, OfAnotherHostIsTakenAfterTenSilentMinutes) {
  hold_by(process_elsewhere(), minutes(9));
  EXPECT_EQ(render(take().error()),
            fmt::format("error: '{0}' is in use: process {1} on host 'elsewhere' has worked there since "
                        "2025-11-21 10:00:00 UTC\n"
                        "      = hint: wait for it, or end it on 'elsewhere' with: kill {1}; if it has died "
                        "there, its lock is taken over when it has been silent for 10 minutes\n",
                        place(), ::getpid()));
  be_silent(minutes(10));
  EXPECT_TRUE(take());
}

TEST_F(LockFile, ThatAPowerCutLeftEmptyIsTakenAfterTenSilentMinutes) {
  ASSERT_TRUE(write_file(path_, ""));
  EXPECT_EQ(render(take().error()), "error: '" + place() +
                                        "' is in use: its file 'lock' does not say by whom\n"
                                        "      = hint: give the same command again in 10 minutes: a lock "
                                        "that is silent for so long is taken over\n");
  be_silent(minutes(10));
  EXPECT_TRUE(take());
}

TEST_F(LockFile, IsTouchedEveryHalfMinute) {
  auto lock = take();
  be_silent(minutes(9));
  const auto old = std::filesystem::last_write_time(path_);
  clock_.sleep_for(seconds(29));
  ASSERT_TRUE(lock->keep());
  EXPECT_EQ(std::filesystem::last_write_time(path_), old);
  clock_.sleep_for(seconds(1));
  ASSERT_TRUE(lock->keep());
  EXPECT_GT(std::filesystem::last_write_time(path_), old);
}

TEST_F(LockFile, TellsTheOneWhoLostItAndIsLeftAlone) {
  {
    auto lock = take();
    hold_by(identity_of(::getppid()));
    EXPECT_THAT(render(lock->check().error()),
                testing::StartsWith("error: '" + place() + "' is in use: process "));
    clock_.sleep_for(seconds(30));
    EXPECT_FALSE(lock->keep());
  }
  EXPECT_EQ(holder().process, identity_of(::getppid()));
}

TEST_F(LockFile, ThatWasRemovedIsMissed) {
  const auto lock = take();
  std::filesystem::remove(path_);
  EXPECT_EQ(render(lock->check().error()), "error: '" + path_.string() +
                                               "' has been removed while this process worked there\n"
                                               "      = hint: give the same command again: it continues\n");
}

TEST_F(LockFile, IsTakenThoughATakerWasKilledHalfWay) {
  hold_by(dead_process());
  auto second = dead_process();
  second.start_time += 1;
  const auto process = dead_process();
  const auto right =
      folder_.path() / fmt::format(".lock.from-{}-{}-{}", process.host, process.pid, process.start_time);
  ASSERT_TRUE(write_file(right, to_text(LockHolder{second, 0})));
  const auto lock = take();
  ASSERT_TRUE(lock) << render(lock.error());
  EXPECT_THAT(names(), testing::ElementsAre("lock"));
}

TEST_F(LockFile, CannotBeTakenInAFolderThatIsNotThere) {
  path_ = folder_.path() / "none" / "lock";
  EXPECT_THAT(
      render(take().error()),
      testing::MatchesRegex("error: cannot write '.*/none/.lock.by-.*': No such file or directory\n"));
}

struct Pipe {
  Pipe() { (void)!::pipe(ends); }
  void wait_until_closed() {  // by whoever did not fork from here
    ::close(ends[1]);
    char byte = 0;
    (void)!::read(ends[0], &byte, 1);
  }
  int ends[2]{};
};

// Starts when `gate` closes, says how it went, and lives until `hold` closes: a winner that ended would be
// stale again.
pid_t start_taker(const std::filesystem::path& lock, Pipe& gate, Pipe& said, Pipe& hold) {
  const pid_t pid = ::fork();
  if (pid != 0) return pid;
  ::close(hold.ends[1]);
  gate.wait_until_closed();
  const char won = claim_lock(lock, to_text(LockHolder{this_process(), 1})) ? 1 : 0;
  (void)!::write(said.ends[1], &won, 1);
  hold.wait_until_closed();
  ::_exit(0);
}

TEST_F(LockFile, IsTakenByOneOfManyWhoFindItStale) {
  constexpr int kTakers = 12;
  for (int round = 0; round < 50; ++round) {
    hold_by(dead_process());
    Pipe gate;
    Pipe said;
    Pipe hold;
    std::vector<pid_t> takers;
    for (int i = 0; i < kTakers; ++i) takers.push_back(start_taker(path_, gate, said, hold));
    ::close(gate.ends[1]);
    int winners = 0;
    for (int i = 0; i < kTakers; ++i) {
      char won = 0;
      ASSERT_EQ(::read(said.ends[0], &won, 1), 1);
      winners += won;
    }
    EXPECT_EQ(winners, 1) << "in round " << round;
    EXPECT_EQ(std::count(takers.begin(), takers.end(), holder().process.pid), 1);
    ::close(hold.ends[1]);
    for (const auto taker : takers) ::waitpid(taker, nullptr, 0);
    for (auto* pipe : {&gate, &said, &hold}) ::close(pipe->ends[0]);
    ::close(said.ends[1]);
  }
}

}  // namespace
}  // namespace scalegen
