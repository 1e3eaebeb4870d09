#include "runner/slurm/slurm_scheduler.hpp"

#include <gmock/gmock.h>

#include <algorithm>

#include "tests/runner/slurm/stand_in_clients.hpp"
#include "tests/runner/stand_ins.hpp"

namespace scalegen::slurm {
namespace {

using std::chrono::seconds;
using Calls = std::vector<std::string>;

constexpr const char* kRefused = "sbatch: error: Batch job submission failed: Invalid qos specification";
constexpr const char* kTimedOut =
    "sbatch: error: Batch job submission failed: Socket timed out on send/recv operation";
constexpr const char* kTooMany = "sbatch: error: QOSMaxSubmitJobPerUserLimit";
const JobStatus kActive{.state = JobState::active};
const SubmissionAnswer kUncertain{SubmissionAnswer::Kind::uncertain};
const SubmissionAnswer kDeferred{.kind = SubmissionAnswer::Kind::deferred,
                                 .reason = "QOSMaxSubmitJobPerUserLimit"};
const JobStatus kUnknown{.state = JobState::unknown};
const JobStatus kNotListed{.state = JobState::unknown, .left_queue = true};

SubmissionAnswer accepted(const std::string& id) { return {SubmissionAnswer::Kind::accepted, job_id_of(id)}; }

class SlurmSchedulerTest : public testing::Test {
 protected:
  StandInClients clients_;
  FakeClock clock_;
  SlurmScheduler scheduler_{clock_};
  Submission submission_{.name = "a", .attempt = "1", .script = clients_.folder() / "job.sbatch"};

  void expect(const std::string& id, const JobStatus& status) {
    EXPECT_EQ(scheduler_.query(ids_of({id})).value(), std::vector{status});
  }
  Calls names_of_calls() {
    Calls names;
    for (const auto& call : clients_.calls()) names.push_back(call.substr(0, call.find(' ')));
    return names;
  }
};

TEST_F(SlurmSchedulerTest, HandsOverAndKnowsWhatItHasGot) {
  clients_.answer("sbatch", "42;cm2\n");
  EXPECT_EQ(scheduler_.submit(submission_).value(), accepted("42;cm2"));
  EXPECT_EQ(scheduler_.adopt("a-1-c", {.job = "42"}), job_id_of("42;cm2"));
  scheduler_.remember({"43", "inter"}, "b");
  EXPECT_EQ(scheduler_.adopt("b-1-c", {.job = "43"}), job_id_of("43;inter"));
  EXPECT_EQ(scheduler_.adopt("b-1-c", {.job = "44"}), job_id_of("44"));
  EXPECT_TRUE(scheduler_.traits().keeps_jobs);
}

TEST_F(SlurmSchedulerTest, HandsOnARefusal) {
  clients_.fail("sbatch", kRefused);
  EXPECT_EQ(scheduler_.submit(submission_).error().front().message,
            "Slurm refuses the job: Invalid qos specification");
}

TEST_F(SlurmSchedulerTest, SaysWhereThereIsNoSlurm) {
  clients_.take_away_all();
  EXPECT_EQ(scheduler_.submit(submission_).error().front().message, "there is no sbatch here");
  EXPECT_EQ(scheduler_.query(ids_of({"7"})).error().front().message, "there is no squeue here");
}

// The other tasks may have ended before it is clear that this one was cancelled.
TEST_F(SlurmSchedulerTest, TakesATaskThatLeftTheQueueBeforeOthersForCancelled) {
  clients_.answer("sacct", "");
  clients_.answer("squeue", "7_1|PENDING||5:00|a|JobHeldUser\n7_2|PENDING||5:00|a|JobHeldUser\n");
  expect("7_1", {.state = JobState::waiting, .reason = "JobHeldUser"});
  clients_.answer("squeue", "7_2|RUNNING|n1|5:00|a|None\n");
  clock_.sleep_for(seconds(1));
  expect("7_1", kNotListed);
  clients_.answer("squeue", "");
  clock_.sleep_for(seconds(15));
  expect("7_1", {.state = JobState::ended, .cancelled_in_queue = true});
}

TEST_F(SlurmSchedulerTest, TakesATaskThatLeftTheQueueWithAllOthersForLost) {
  clients_.answer("sacct", "");
  clients_.answer("squeue", "7_1|PENDING||5:00|a|JobHeldUser\n7_2|RUNNING|n1|5:00|a|None\n");
  expect("7_1", {.state = JobState::waiting, .reason = "JobHeldUser"});
  clients_.answer("squeue", "");
  clock_.sleep_for(seconds(1));
  expect("7_1", kNotListed);
  clock_.sleep_for(seconds(15));
  expect("7_1", kNotListed);
  clock_.sleep_for(seconds(60));
  expect("7_1", {.state = JobState::ended});
}

TEST_F(SlurmSchedulerTest, FindsWhatSbatchQueuedAndDidNotConfirm) {
  clients_.fail("sbatch", kTimedOut);
  clients_.put("squeue", "[[ ! -e $here/slow ]] || echo '42|PENDING||5:00|a|Priority'; touch \"$here/slow\"");
  clients_.answer("sacct", "");
  EXPECT_EQ(scheduler_.submit(submission_).value(), kUncertain);
  EXPECT_EQ(scheduler_.submit(submission_).value(), accepted("42"));
  EXPECT_EQ(names_of_calls(), (Calls{"sbatch", "squeue", "sacct", "squeue"}));
}

// Of an attempt that no job has claimed a new job gets the same name.
TEST_F(SlurmSchedulerTest, DoesNotTakeACancelledNamesakeForIt) {
  clients_.fail("sbatch", kTimedOut);
  clients_.answer("squeue", "41|CANCELLED||5:00|a|None\n");
  clients_.answer("sacct", "41|CANCELLED by 1000|0:0|None assigned|5|2026-11-21T10:00:09|||||a\n");
  EXPECT_EQ(scheduler_.submit(submission_).value(), kUncertain);
  clock_.sleep_for(seconds(16));
  clients_.answer("sbatch", "42\n");
  EXPECT_EQ(scheduler_.submit(submission_).value().id, job_id_of("42"));
}

TEST_F(SlurmSchedulerTest, FindsItAtTheClusterOfItsScript) {
  SlurmScheduler scheduler(clock_, {"cm2"});
  clients_.fail("sbatch", kTimedOut);
  clients_.put("squeue", "[[ $* != *--clusters=cm2* ]] || echo '42|PENDING||5:00|a|Priority'");
  EXPECT_EQ(scheduler.submit(submission_).value(), accepted("42;cm2"));
  EXPECT_EQ(scheduler.adopt("a-1-c", {.job = "42"}), job_id_of("42;cm2"));
}

TEST_F(SlurmSchedulerTest, FindsWhatAnEarlierToolHandedToAnotherCluster) {
  SlurmScheduler scheduler(clock_, {"cm2"});
  clients_.put("squeue", "[[ $* != *--clusters=cm2* ]] || echo '42|PENDING||5:00|a|Priority'");
  EXPECT_EQ(scheduler.find({"a"}).value(), (FoundIds{JobId{"42", "cm2"}}));
  EXPECT_EQ(scheduler.find({}).value(), FoundIds{});
  EXPECT_EQ(scheduler.adopt("a-1-c", {.job = "43"}), job_id_of("43;cm2"));
  EXPECT_EQ(scheduler.adopt("a-1-c", {}), job_id_of(""));
  EXPECT_EQ(SlurmScheduler(clock_, {"cm2", "inter"}).adopt("a-1-c", {.job = "43"}), job_id_of("43"));
}

TEST_F(SlurmSchedulerTest, LooksForItAgainBeforeAnotherTry) {
  clients_.fail("sbatch", kTimedOut);
  clients_.fail("squeue", kSlow);
  EXPECT_EQ(scheduler_.submit(submission_).value(), kUncertain);
  EXPECT_EQ(scheduler_.submit(submission_).value(), kUncertain);
  EXPECT_EQ(names_of_calls(), (Calls{"sbatch", "squeue", "squeue"}));
  clients_.answer("squeue", "42|RUNNING|n1|5:00|a|None\n");
  EXPECT_EQ(scheduler_.submit(submission_).value(), accepted("42"));
  EXPECT_EQ(names_of_calls(), Calls{"squeue"});
}

TEST_F(SlurmSchedulerTest, TriesAgainWhereSlurmSurelyHasNotGotIt) {
  clients_.fail("sbatch", kTimedOut);
  clients_.answer("squeue", "");
  clients_.fail("sacct", "Slurm accounting storage is disabled");
  const auto begun = clock_.now();
  EXPECT_EQ(scheduler_.submit(submission_).value(), kUncertain);
  EXPECT_EQ(clock_.now(), begun);  // a person may want to stop it meanwhile
  clients_.answer("sbatch", "43\n");
  clock_.sleep_for(seconds(14));
  EXPECT_EQ(scheduler_.submit(submission_).value(), kUncertain);
  EXPECT_EQ(names_of_calls(), (Calls{"sbatch", "squeue", "sacct", "squeue", "sacct"}));
  clock_.sleep_for(seconds(1));
  auto again = accepted("43");
  again.reason = "sbatch gave no id before, and Slurm listed no job of its name";
  EXPECT_EQ(scheduler_.submit(submission_).value(), again);
}

TEST_F(SlurmSchedulerTest, StopsAfterThreeTriesOfWhichNobodyKnowsAnything) {
  clients_.answer("sbatch", "thank you\n");
  clients_.answer("squeue", "");
  clients_.answer("sacct", "");
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(scheduler_.submit(submission_).value(), kUncertain);
    clock_.sleep_for(seconds(15));
  }
  const auto script = submission_.script.string();
  EXPECT_EQ(render(scheduler_.submit(submission_).error()),
            "error: sbatch was run 3 times for 'a' and gave no id, and Slurm lists no job of this name\n"
            "      = note: sbatch --parsable --job-name=a --output=" +
                script.substr(0, script.rfind('/')) + "/slurm-%j.out " + script +
                " 1\n"
                "      = hint: see what sbatch prints here: one line has to be the job's id alone; then give "
                "the same command again: it looks for the job first\n");
  EXPECT_EQ(std::ranges::count(names_of_calls(), "sbatch"), 3);
}

/// On which each look takes 20 s, as with a squeue that a site caches.
class SlowClock final : public Clock {
 public:
  std::chrono::system_clock::time_point now() override { return now_ += seconds(20); }
  void sleep_for(std::chrono::milliseconds time) override { now_ += time; }

 private:
  std::chrono::system_clock::time_point now_{};
};

// Between two tries somebody looks whether a script has claimed the attempt.
TEST_F(SlurmSchedulerTest, TriesOnceACallHoweverLongALookTakes) {
  SlowClock clock;
  SlurmScheduler scheduler(clock);
  clients_.fail("sbatch", kTimedOut);
  clients_.answer("squeue", "");
  clients_.answer("sacct", "");
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(scheduler.submit(submission_).value(), kUncertain);
    EXPECT_EQ(std::ranges::count(names_of_calls(), "sbatch"), 1);
  }
}

TEST_F(SlurmSchedulerTest, KnowsHowManyTasksAnArrayMayHave) {
  EXPECT_EQ(scheduler_.largest_array(), 1000U);  // no scontrol
  clients_.put("scontrol", "exit 1");
  EXPECT_EQ(scheduler_.largest_array(), 1000U);
  for (const auto& [size, tasks] : {std::pair("4", 4U), {"1001", 1000U}, {"1", 1U}, {"0", 1U}}) {
    clients_.answer("scontrol", "MailProg                = /bin/mail\nMaxArraySize            = " +
                                    std::string(size) + "\nMaxDBDMsgs              = 20024\n");
    EXPECT_EQ(scheduler_.largest_array(), tasks) << size;
  }
}

TEST_F(SlurmSchedulerTest, WaitsForRoomThatJobsOfThisPersonTakeUp) {
  clients_.fail("sbatch", kTooMany);
  clients_.answer("squeue", "7|RUNNING|n1|5:00|of another sweep|None\n");
  for (int i = 0; i < 3; ++i) EXPECT_EQ(scheduler_.submit(submission_).value(), kDeferred);
  EXPECT_EQ(clients_.calls().at(1), kSqueue.substr(0, kSqueue.size() - 1));
}

TEST_F(SlurmSchedulerTest, WaitsForRoomThatOthersOfAGroupTakeUp) {
  clients_.answer("squeue", "");
  for (const std::string limit : {"AssocGrpSubmitJobsLimit", "QOSMaxSubmitJobPerAccountLimit"}) {
    clients_.fail("sbatch", "sbatch: error: " + limit + "\nsbatch: error: Batch job submission failed");
    for (int i = 0; i < 3; ++i)
      EXPECT_EQ(scheduler_.submit(submission_).value(),
                (SubmissionAnswer{.kind = SubmissionAnswer::Kind::deferred, .reason = limit}));
  }
}

// The last of their jobs may have ended between the two questions: so it is asked twice.
TEST_F(SlurmSchedulerTest, RefusesWhereThereIsRoomForNone) {
  clients_.fail("sbatch", kTooMany);
  clients_.answer("squeue", "7|COMPLETED|n1|5:00|of another sweep|None\n");
  EXPECT_EQ(scheduler_.submit(submission_).value(), kDeferred);
  const auto answer = scheduler_.submit(submission_);
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().front().message, "Slurm refuses the job: QOSMaxSubmitJobPerUserLimit");
}

// A partition of two nodes has none left without the one that failed.
TEST_F(SlurmSchedulerTest, DoesWithoutAnExclusionThatLeavesTooFewNodes) {
  clients_.put(
      "sbatch",
      "[[ $* != *--exclude=n1* ]] || { echo 'sbatch: error: Batch job submission failed: Requested node "
      "configuration is not available' >&2; exit 1; }\necho 43");
  submission_.excluded_nodes = {"n1"};
  EXPECT_EQ(scheduler_.submit(submission_).value(), accepted("43"));
  EXPECT_EQ(names_of_calls(), (Calls{"sbatch", "sbatch"}));
}

// slurmctld was killed before it saved its state, and counts on from an earlier one.
TEST_F(SlurmSchedulerTest, ForgetsWhatItKnewOfAnIdThatIsGivenAgain) {
  clients_.answer("sbatch", "42\n");
  clients_.answer("squeue", "42|CANCELLED||5:00|a|None\n");
  clients_.fail("sacct", "Slurm accounting storage is disabled");
  ASSERT_EQ(scheduler_.submit(submission_).value(), accepted("42"));
  expect("42", {.state = JobState::ended, .abnormal_outcome = Cancelled{}});
  clients_.answer("squeue", "42|PENDING||5:00|a|Priority\n");
  ASSERT_EQ(scheduler_.submit(submission_).value(), accepted("42"));
  expect("42", {.state = JobState::waiting, .reason = "Priority"});
}

TEST_F(SlurmSchedulerTest, TakesAJobOfAnotherNameForAnother) {
  clients_.answer("squeue", "42|PENDING||5:00|b|Priority\n");
  clients_.answer("sacct", "");
  scheduler_.remember({"42"}, "a");
  expect("42", kNotListed);
  clients_.answer("squeue", "42|PENDING||5:00|site-a|Priority\n");  // a site may add something
  expect("42", {.state = JobState::waiting, .reason = "Priority"});
}

TEST_F(SlurmSchedulerTest, DoesNotSayThatThereIsNoneWhereNobodyAnswers) {
  clients_.fail("squeue", kUnreachable);
  EXPECT_EQ(scheduler_.find({"a"}).value(), std::nullopt);
  EXPECT_EQ(names_of_calls(), Calls{"squeue"});
}

TEST_F(SlurmSchedulerTest, AsksOnceForAllJobsAndNeverAgainForThoseThatHaveEnded) {
  clients_.answer(
      "squeue", "7|RUNNING|n1|5:00|a|None\n8|FAILED|n1|5:00|b|NonZeroExitCode\n9|PENDING||5:00|c|Priority\n");
  clients_.answer("sacct", "8|FAILED|3:0|n1|5|2026-11-21T10:00:09|||||b\n");
  const std::vector<JobStatus> all{{.state = JobState::ended, .exit_status = 3},
                                   kActive,
                                   {.state = JobState::waiting, .reason = "Priority"}};
  EXPECT_EQ(scheduler_.query(ids_of({"8", "7", "9"})).value(), all);
  EXPECT_EQ(clients_.calls(), (Calls{kSqueue + "--jobs=8,7,9", kSacct + "--jobs=8"}));
  EXPECT_EQ(scheduler_.query(ids_of({"8", "7", "9"})).value(), all);
  EXPECT_EQ(clients_.calls(), Calls{kSqueue + "--jobs=7,9"});
  EXPECT_EQ(scheduler_.query(ids_of({"8"})).value(), std::vector{all[0]});
  EXPECT_EQ(clients_.calls(), Calls{});
}

// Nodes and expected starts change without a change of the state.
TEST_F(SlurmSchedulerTest, KnowsWhereJobsRunAndWhenTheyAreExpectedTo) {
  clients_.answer("squeue",
                  "7|RUNNING|n[1-2]|5:00 2026-11-22T10:00:00|a|None\n"
                  "8|PENDING||5:00 2026-11-23T08:00:00|b|Priority\n9|PENDING||5:00 N/A|c|Priority\n");
  ASSERT_TRUE(scheduler_.query(ids_of({"7", "8", "9"})));
  EXPECT_EQ(scheduler_.place(JobId{"7"}), (JobPlace{.nodes = "n[1-2]"}));
  EXPECT_EQ(scheduler_.place(JobId{"8"}), (JobPlace{.expected_start = "2026-11-23T08:00:00"}));
  EXPECT_EQ(scheduler_.place(JobId{"9"}), JobPlace{});
  EXPECT_EQ(scheduler_.place(JobId{"10"}), JobPlace{});
}

// As soon as anybody says so, though the accounts still write.
TEST_F(SlurmSchedulerTest, KnowsHowJobsEnded) {
  clients_.answer("squeue", "7|CANCELLED||5:00|a|None\n9|COMPLETING|n1|5:00|c|None\n");
  clients_.answer(
      "sacct", "8|LAUNCH_FAILED|0:0|n[1-2]|5|2026-11-21T10:00:09|||||b\n7|RUNNING|0:0|n1|5|Unknown|||||a\n");
  ASSERT_TRUE(scheduler_.query(ids_of({"7", "8", "9"})));
  EXPECT_EQ(scheduler_.place(JobId{"7"}), (JobPlace{.end = "CANCELLED"}));
  EXPECT_EQ(scheduler_.place(JobId{"8"}), (JobPlace{.nodes = "n[1-2]", .end = "LAUNCH_FAILED"}));
  EXPECT_EQ(scheduler_.place(JobId{"9"}), (JobPlace{.nodes = "n1"}));
}

TEST_F(SlurmSchedulerTest, KnowsNothingOfWhatIsNoId) {
  EXPECT_EQ(scheduler_.query(ids_of({""})).value(), std::vector{kUnknown});
  EXPECT_TRUE(scheduler_.cancel(ids_of({""})));
  EXPECT_EQ(clients_.calls(), Calls{});
}

TEST_F(SlurmSchedulerTest, WaitsWithoutAnErrorForAControllerThatIsAway) {
  clients_.answer("squeue", "7|RUNNING|n1|5:00|a|None\n");
  expect("7", kActive);
  for (const auto* text : {kUnreachable, kSlow}) {
    clients_.fail("squeue", text);
    for (int hour = 0; hour < 3; ++hour) {
      expect("7", {.state = JobState::unknown, .complaint = text});
      clock_.sleep_for(seconds(3600));
    }
  }
  EXPECT_EQ(names_of_calls(), Calls(7, "squeue"));
  clients_.answer("squeue", "7|RUNNING|n1|5:00|a|None\n");
  expect("7", kActive);
}

TEST_F(SlurmSchedulerTest, GivesAJobUpOnlyAMinuteAfterAllHaveForgottenIt) {
  clients_.fail("squeue", "slurm_load_jobs error: Invalid job id specified");
  clients_.answer("sacct", "");
  expect("7", kNotListed);
  clock_.sleep_for(seconds(59));
  expect("7", kNotListed);
  clock_.sleep_for(seconds(1));
  expect("7", {.state = JobState::ended});
}

TEST_F(SlurmSchedulerTest, CountsNoOutageAsForgetting) {
  clients_.answer("sacct", "");
  for (int i = 0; i < 3; ++i) {
    clients_.answer("squeue", "");
    expect("7", kNotListed);
    clock_.sleep_for(seconds(59));
    clients_.fail("squeue", kUnreachable);
    expect("7", {.state = JobState::unknown, .complaint = kUnreachable});
  }
}

TEST_F(SlurmSchedulerTest, AsksNoSoonerAfterOtherWordsOfSqueue) {
  clients_.answer("squeue", "7|RUNNING|n1|5:00|a|None\n");
  expect("7", kActive);
  for (int i = 0; i < 8; ++i) {
    clients_.fail("squeue", i % 2 == 0 ? kUnreachable : kSlow);
    ASSERT_TRUE(scheduler_.query(ids_of({"7"})));
  }
  EXPECT_GE(scheduler_.poll_interval(), seconds(30));
}

TEST_F(SlurmSchedulerTest, WaitsForTheAccountsOfAnEnd) {
  clients_.answer("squeue", "7|COMPLETED|n1|5:00|a|None\n");
  clients_.answer("sacct", "7|RUNNING|0:0|n1|5|Unknown|||||allocation\n");
  expect("7", kActive);
  clients_.answer("sacct",
                  "7|COMPLETED|0:0|n1|5|2026-11-21T10:00:09|||||a\n"
                  "7.0|OUT_OF_MEMORY|0:125|n1||2026-11-21T10:00:08|||||bash\n");
  expect("7", {.state = JobState::ended, .abnormal_outcome = OutOfMemory{}, .exit_status = 0});
}

TEST_F(SlurmSchedulerTest, GoesByTheQueueWhileTheAccountsAreAway) {
  clients_.answer("squeue", "7|TIMEOUT|n1|5:00|a|TimeLimit\n");
  clients_.fail("sacct", "sacct: error: Problem talking to the database: Connection refused");
  expect("7", kActive);
  clock_.sleep_for(seconds(15));
  expect("7", {.state = JobState::ended, .abnormal_outcome = TimedOut{seconds(300)}});
  EXPECT_EQ(names_of_calls(), (Calls{"squeue", "sacct", "squeue", "sacct"}));
}

TEST_F(SlurmSchedulerTest, AsksOnceWhetherThereAreAccounts) {
  clients_.answer("squeue", "7|COMPLETED|n1|5:00|a|None\n8|COMPLETED|n1|5:00|b|None\n");
  clients_.fail("sacct", "Slurm accounting storage is disabled");
  expect("7", {.state = JobState::ended, .exit_status = 0});
  expect("8", {.state = JobState::ended, .exit_status = 0});
  EXPECT_EQ(names_of_calls(), (Calls{"squeue", "sacct", "squeue"}));
}

TEST_F(SlurmSchedulerTest, AsksEachClusterForItsOwn) {
  clients_.put(
      "squeue",
      "[[ $* != *--clusters=cm2* ]] && echo '7|RUNNING|n1|5:00|a|None' || echo '7|PENDING||5:00|b|Priority'");
  EXPECT_EQ(scheduler_.query(ids_of({"7;cm2", "7"})).value(),
            (std::vector<JobStatus>{{.state = JobState::waiting, .reason = "Priority"}, kActive}));
}

TEST_F(SlurmSchedulerTest, AsksWhichOfSeveralNodesFailed) {
  clients_.answer("squeue", "");
  clients_.answer("sacct", "7|NODE_FAIL|0:0|n[1-3]|5|2026-11-21T10:00:09|||||a\n");
  clients_.answer("sinfo", "n3\nn3\nn2\n");
  expect("7", {.state = JobState::ended, .abnormal_outcome = NodeFailed{"n2,n3"}});
  EXPECT_EQ(clients_.calls().back(),
            "sinfo --noheader --Node --states=down,fail,no_respond --format=%N --nodes=n[1-3]");
}

TEST_F(SlurmSchedulerTest, TellsTheLastWordOfAScriptThatItHandedOver) {
  clients_.answer("sbatch", "42\n");
  ASSERT_TRUE(scheduler_.submit(submission_));
  ASSERT_TRUE(write_file(clients_.folder() / "slurm-42.out",
                         "loading\nno such module\nslurmstepd: error: *** JOB 42 ***\n"));
  clients_.answer("squeue", "42|FAILED|n1|5:00|a|NonZeroExitCode\n");
  clients_.answer("sacct", "42|FAILED|69:0|n1|5|2026-11-21T10:00:09|||||a\n");
  expect("42", {.state = JobState::ended, .exit_status = 69, .last_line = "no such module"});
}

TEST_F(SlurmSchedulerTest, LooksLessAndLessOftenWhileNothingChanges) {
  const auto about = [&](int milliseconds) {
    EXPECT_GE(scheduler_.poll_interval().count(), milliseconds * 9 / 10);
    EXPECT_LE(scheduler_.poll_interval().count(), milliseconds * 11 / 10);
  };
  clients_.answer("squeue", "7|RUNNING|n1|5:00|a|None\n");
  about(2'000);
  expect("7", kActive);
  about(2'000);
  expect("7", kActive);
  about(3'000);
  for (int i = 0; i < 10; ++i) expect("7", kActive);
  about(60'000);
  clients_.answer("sbatch", "42\n");
  ASSERT_TRUE(scheduler_.submit(submission_));
  about(2'000);
}

// A number may be another job's: that of a person's own, or of another cluster that shares the disk.
TEST_F(SlurmSchedulerTest, BelievesOfAClaimsJobOnlyWhatSlurmSaysUnderItsName) {
  clients_.answer(
      "squeue",
      "7|RUNNING|n1|5:00|thesis|None\n8|RUNNING|n1|5:00|thesis|None\n9|RUNNING|n1|5:00|b-1-c|None\n");
  clients_.answer("sacct", "");
  EXPECT_EQ(scheduler_.adopt("a-1-c", {.job = "7"}), job_id_of("7"));
  EXPECT_EQ(scheduler_.adopt("b-hand-c", {.job = "8", .job_name = "thesis"}), job_id_of("8"));
  EXPECT_EQ(scheduler_.adopt("b-1-c", {.job = "9"}), job_id_of("9"));
  EXPECT_EQ(scheduler_.query(ids_of({"7", "8", "9"})).value(), (std::vector{kNotListed, kActive, kActive}));
}

TEST_F(SlurmSchedulerTest, KnowsAJobOfScalegen02WhoseNameHasCommas) {
  clients_.answer("squeue", "7|RUNNING|n1|5:00|opt=a,b-1-c|None\n8|RUNNING|n1|5:00|opt=a,b-1-c|None\n");
  EXPECT_EQ(scheduler_.adopt("opt=a:b-1-c", {.job = "7", .job_name = "opt=a,b-1-c"}), job_id_of("7"));
  scheduler_.remember(job_id_of("8"), "opt=a:b-1-c");
  EXPECT_EQ(scheduler_.query(ids_of({"7", "8"})).value(), (std::vector{kActive, kActive}));
}

TEST_F(SlurmSchedulerTest, IsOfTheClustersThatAPersonChoseForAllClients) {
  ::setenv("SLURM_CLUSTERS", "kelda,mini", 1);
  EXPECT_EQ(scheduler_.cluster().value(), "kelda,mini");
  ::unsetenv("SLURM_CLUSTERS");
}

TEST_F(SlurmSchedulerTest, AsksNobodyHereAboutAJobOfAnotherCluster) {
  clients_.answer("scontrol", "Configuration data as of 2026-11-29\nClusterName             = mini\n");
  EXPECT_EQ(scheduler_.cluster().value(), "mini");
  EXPECT_EQ(scheduler_.adopt("a-hand-c", {.job = "7", .job_name = "a", .cluster = "kelda"}), JobId{});
  EXPECT_EQ(scheduler_.adopt("a-hand-c", {.job = "7", .job_name = "a", .cluster = "mini"}), job_id_of("7"));
  EXPECT_EQ(clients_.calls(), Calls{"scontrol show config"});
  SlurmScheduler of_two(clock_, {"cm2", "inter"});
  EXPECT_EQ(of_two.cluster().value(), "cm2,inter");
  EXPECT_EQ(of_two.adopt("a-1-c", {.job = "7", .cluster = "inter"}), job_id_of("7;inter"));
  EXPECT_EQ(of_two.adopt("a-hand-c", {.job = "8", .job_name = "a", .cluster = "kelda"}), JobId{});
}

TEST_F(SlurmSchedulerTest, CountsAmongASweepsJobsOnlyThoseThatBearItsMark) {
  clients_.answer(
      "squeue",
      "7|RUNNING|n1|5:00|thesis|None\n8|PENDING||5:00|a-1-cc|None\n9|RUNNING|n1|5:00|c|None\n"
      "10|RUNNING|n1|5:00|a-1-c|None\n11|CANCELLED|n1|5:00|b-1-c|None\n12_3|PENDING||5:00|x-c|None\n");
  EXPECT_EQ(scheduler_.find_all("c").value(), ids_of({"10", "12_3"}));
  clients_.fail("squeue", kUnreachable);
  EXPECT_EQ(
      render(scheduler_.find_all("c").error()),
      "error: Slurm's queue does not answer: nothing was cancelled\n"
      "      = note: squeue: slurm_load_jobs error: Unable to contact slurm controller (connect failure)\n"
      "      = hint: give the same command again when squeue answers\n");
}

TEST_F(SlurmSchedulerTest, KnowsNoClusterOfASlurmThatDoesNotAnswer) {
  clients_.fail("scontrol", kUnreachable);
  EXPECT_EQ(scheduler_.cluster().value(), std::nullopt);
}

TEST_F(SlurmSchedulerTest, AsksForTheJobsOfTheDirectorysOwner) {
  SlurmScheduler scheduler(clock_, {}, 4711);
  clients_.answer("squeue", "");
  clients_.answer("sacct", "");
  ASSERT_TRUE(scheduler.query(ids_of({"7"})));
  ASSERT_TRUE(scheduler.find({"a"}));
  ASSERT_TRUE(scheduler.find_all("c"));
  for (const auto& call : clients_.calls()) EXPECT_THAT(call, testing::HasSubstr(" --user=4711")) << call;
}

TEST(BackOff, LooksSoonAfterAChangeAndLaterAndLaterWithoutOneOutOfStepWithOthers) {
  using std::chrono::milliseconds;
  EXPECT_EQ(next_interval(milliseconds(40'000), true), milliseconds(2'000));
  EXPECT_EQ(next_interval(milliseconds(2'000), false), milliseconds(3'000));
  EXPECT_EQ(next_interval(milliseconds(50'000), false), milliseconds(60'000));
  EXPECT_EQ(next_interval(milliseconds(60'000), false), milliseconds(60'000));
  EXPECT_EQ(with_jitter(milliseconds(10'000), 0), milliseconds(9'000));
  EXPECT_EQ(with_jitter(milliseconds(10'000), 1), milliseconds(11'000));
}

}  // namespace
}  // namespace scalegen::slurm
