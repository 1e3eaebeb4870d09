#include "runner/run_status.hpp"

#include <gmock/gmock.h>

#include "tests/runner/fake_scheduler.hpp"

namespace scalegen {
namespace {

using testing::ElementsAre;

const JobStatus kWaiting{.state = JobState::waiting, .reason = "Priority"};

class Standings : public testing::Test {
 protected:
  Standings() { scheduler_.keeps_jobs = true; }

  /// The run's attempt, what became of it, and the id of its job.
  std::string standing() {
    const auto all = query_status(directory_.get(), plan_of({"a"}), scheduler_, clock_);
    if (!all) return render(all.error());
    const auto& record = all->runs.front().record;
    const auto id = all->runs.front().job ? to_string(all->runs.front().job->id) : "";
    return record.attempt + "|" + (record.outcome ? describe(*record.outcome) : "open") + "|" + id +
           (is_with_scheduler(all->runs.front()) ? "|with the scheduler" : "");
  }

  Directory directory_;
  FakeScheduler scheduler_{directory_};
  FakeClock clock_;
};

TEST_F(Standings, OfAJobFromBeforeItIsHandedOverUntilItEndsWithItsRun) {
  EXPECT_EQ(standing(), "|open|");
  directory_.write_journal("{\"event\":\"submitted\",\"job\":\"a\",\"attempt\":\"1\",\"id\":\"a/1\"}\n");
  scheduler_.script["a/1"] = [] { return kWaiting; };
  EXPECT_EQ(standing(), "|open|a/1|with the scheduler");
  scheduler_.keeps_jobs = false;
  EXPECT_EQ(standing(), "|open|") << "the jobs of a local tool end with it";
  scheduler_.keeps_jobs = true;
  scheduler_.script.clear();
  directory_.complete("a", "1");
  EXPECT_EQ(standing(), "1|completed|");
}

TEST_F(Standings, AnEarlierAttemptThatFailedDoesNotHideTheNextThatWaits) {
  directory_.end("a", "1", 7);
  directory_.write_journal(
      "{\"event\":\"submitted\",\"job\":\"a\",\"attempt\":\"1\",\"id\":\"a/1\"}\n"
      "{\"event\":\"submitted\",\"job\":\"a\",\"attempt\":\"2\",\"id\":\"a/2\"}\n");
  scheduler_.script["a/2"] = [] { return kWaiting; };
  EXPECT_EQ(standing(), "1|failed: exit status 7|a/2|with the scheduler");
}

TEST_F(Standings, OfAJobThatWasPutBackIntoTheQueueAfterItsRunHadEnded) {
  directory_.end("a", "1", 143, "TERM");
  directory_.write_journal("{\"event\":\"submitted\",\"job\":\"a\",\"attempt\":\"1\",\"id\":\"a/1\"}\n");
  scheduler_.script["a/1"] = [] { return kWaiting; };
  EXPECT_EQ(standing(), "1|cancelled|a/1|with the scheduler");
  for (const auto state : {JobState::active, JobState::ended, JobState::unknown}) {
    scheduler_.script["a/1"] = [&] { return JobStatus{.state = state}; };
    EXPECT_EQ(standing(), "1|cancelled|");
  }
  scheduler_.keeps_jobs = false;
  scheduler_.script["a/1"] = [] { return kWaiting; };
  EXPECT_EQ(standing(), "1|cancelled|");
}

TEST_F(Standings, AJobWhoseIdWasNotWrittenDownIsFoundByItsNameIfTheSchedulerGotIt) {
  directory_.write_journal("{\"event\":\"submitting\",\"job\":\"a\",\"attempt\":\"1\"}\n");
  EXPECT_EQ(standing(), "|open|");
  EXPECT_THAT(scheduler_.calls, ElementsAre("find a-1"));
  scheduler_.known_by_name["a-1"] = "a/1";
  scheduler_.script["a/1"] = [] { return kWaiting; };
  EXPECT_EQ(standing(), "|open|a/1|with the scheduler");
}

TEST_F(Standings, AreNotKnownWhileNobodySaysWhetherTheSchedulerGotAJob) {
  directory_.write_journal("{\"event\":\"submitting\",\"job\":\"a\",\"attempt\":\"1\"}\n");
  scheduler_.is_away = true;
  const auto begun = clock_.now();
  EXPECT_EQ(standing(),
            "error: Slurm's controller does not answer: it may have jobs of this sweep whose ids were not "
            "recorded\n"
            "      = hint: give the same command again when squeue answers: it continues\n");
  EXPECT_EQ(clock_.now() - begun, std::chrono::seconds(30));
}

// One of three runs has completed, one is with the scheduler, and of one nobody knows.
TEST_F(Standings, AtOnceAreThoseOfFilesAndJournalWhileTheSchedulerIsAway) {
  directory_.complete("a", "1");
  directory_.write_journal(
      "{\"event\":\"submitted\",\"job\":\"b\",\"attempt\":\"1\",\"id\":\"b/1\"}\n"
      "{\"event\":\"submitting\",\"job\":\"c\",\"attempt\":\"1\"}\n");
  scheduler_.is_away = true;
  const auto begun = clock_.now();
  const auto all = query_status_once(directory_.get(), plan_of({"a", "b", "c", "d"}), scheduler_, clock_);
  ASSERT_TRUE(all);
  EXPECT_FALSE(all->scheduler_answers);
  std::vector<std::string_view> words;
  for (const auto& run : all->runs) words.push_back(status_word(run));
  EXPECT_THAT(words, ElementsAre("completed", "submitted", "submitted", "not submitted"));
  EXPECT_EQ(clock_.now(), begun);
}

TEST_F(Standings, AtOnceTellAJobThatLeftTheQueueFromASchedulerThatIsAway) {
  directory_.write_journal("{\"event\":\"submitted\",\"job\":\"a\",\"attempt\":\"1\",\"id\":\"a/1\"}\n");
  JobStatus status{.state = JobState::unknown};
  scheduler_.script["a/1"] = [&] { return status; };
  const auto seen = [&] {
    const auto all = query_status_once(directory_.get(), plan_of({"a"}), scheduler_, clock_).value();
    return std::string(status_word(all.runs.front())) + (all.scheduler_answers ? "" : ", no answer");
  };
  EXPECT_EQ(seen(), "submitted, no answer");
  status.left_queue = true;
  EXPECT_EQ(seen(), "left the queue");
  status = {.state = JobState::unknown, .reason = "REVOKED"};
  EXPECT_EQ(seen(), "submitted");
  EXPECT_EQ(clock_.now(), FakeClock().now());
}

// Slurm has its end, and the accounts are still writing it.
TEST_F(Standings, AtOnceAreNoStartOfAJobThatHasEnded) {
  RunStatus run{.job = ObservedJob{.status = {.state = JobState::active}}};
  EXPECT_EQ(status_word(run), "starting");
  run.job->place = {.end = "CANCELLED"};
  EXPECT_EQ(status_word(run), "ended before it began");
  run.record.attempt = "1";
  EXPECT_EQ(status_word(run), "running");  // until a file says otherwise
}

}  // namespace
}  // namespace scalegen
