#include <gtest/gtest.h>

#include "runner/slurm/sbatch.hpp"
#include "tests/runner/slurm/stand_in_clients.hpp"

namespace scalegen::slurm {
namespace {

using Kind = SbatchAnswer::Kind;

const Submission kSubmission{
    .name = "c1-1gpu-r1-2", .attempt = "2", .script = "/runs/mnist 100%/jobs/1gpu-r1/job.sbatch"};
constexpr const char* kScript =
    "#!/bin/bash\n"
    "#SBATCH --time-min=1\n"
    "#SBATCH --nodes=3\n"
    "#SBATCH --cpus-per-task=72.\n"
    "srun --partition=gpu true\n";
constexpr const char* kCommand =
    "sbatch --parsable --job-name=c1-1gpu-r1-2 '--output=/runs/mnist 100%%/jobs/1gpu-r1/slurm-%j.out' "
    "'/runs/mnist 100%/jobs/1gpu-r1/job.sbatch' 2";
constexpr const char* kHint =
    "      = hint: fix the script, or ask for something else in a new run directory (-o)\n";

SbatchAnswer read(int status, const std::string& out, const std::string& err) {
  return read_sbatch_answer({status, out, err}, kSubmission, kScript);
}

std::string refusal(const std::string& err, int status = 1) {
  const auto answer = read(status, "", err);
  EXPECT_EQ(answer.kind, Kind::refused) << err;
  return render(answer.refusal);
}

TEST(Sbatch, IsGivenWhatBelongsToTheAttempt) {
  auto submission = kSubmission;
  submission.excluded_nodes = {"n1", "n[3-4]"};
  EXPECT_EQ(
      sbatch_command(submission),
      (std::vector<std::string>{"sbatch", "--parsable", "--job-name=c1-1gpu-r1-2",
                                "--output=/runs/mnist 100%%/jobs/1gpu-r1/slurm-%j.out", "--exclude=n1,n[3-4]",
                                "/runs/mnist 100%/jobs/1gpu-r1/job.sbatch", "2"}));
}

TEST(Sbatch, IsGivenAnArrayWithoutAnAttempt) {
  EXPECT_EQ(
      sbatch_command({.name = "2x1gpu-array3-c1",
                      .script = "/runs/arrays/3/array.sbatch",
                      .tasks = {{"/runs/jobs/a/job.sbatch", "1"}, {"/runs/jobs/b/job.sbatch", "2"}}}),
      (std::vector<std::string>{"sbatch", "--parsable", "--job-name=2x1gpu-array3-c1",
                                "--output=/runs/arrays/3/slurm-%A_%a.out", "/runs/arrays/3/array.sbatch"}));
}

TEST(Sbatch, IsGivenWholePaths) {
  const auto here = std::filesystem::current_path().string();
  EXPECT_EQ(sbatch_command({.name = "a", .attempt = "1", .script = "jobs/r1/job.sbatch"}),
            (std::vector<std::string>{"sbatch", "--parsable", "--job-name=a",
                                      "--output=" + here + "/jobs/r1/slurm-%j.out",
                                      here + "/jobs/r1/job.sbatch", "1"}));
}

TEST(Sbatch, GivesAnIdOnALineOfItsOwn) {
  EXPECT_EQ(read(0, "42\n", ""), (SbatchAnswer{.kind = Kind::accepted, .id = {"42"}}));
  EXPECT_EQ(read(0, "42;cm2\n", ""), (SbatchAnswer{.kind = Kind::accepted, .id = {"42", "cm2"}}));
  EXPECT_EQ(read(0, "Welcome to the cluster\n\n42\n", "sbatch: your quota is nearly used up\n"),
            (SbatchAnswer{.kind = Kind::accepted, .id = {"42"}}));
  EXPECT_EQ(read(0, "42;cm2\nVielen Dank; bis bald\n### cached\n", ""),
            (SbatchAnswer{.kind = Kind::accepted, .id = {"42", "cm2"}}));
  EXPECT_EQ(read(0, "42 jobs of yours wait\n42; thank you\n", ""), SbatchAnswer{.kind = Kind::uncertain});
  EXPECT_EQ(read(1, "42\n", "Socket timed out"), SbatchAnswer{.kind = Kind::uncertain});
}

TEST(Sbatch, MayHaveQueuedTheJobThoughItFailed) {
  for (const auto* text : {
           "sbatch: error: Batch job submission failed: Socket timed out on send/recv operation",
           "sbatch: error: Batch job submission failed: Unable to contact slurm controller (connect failure)",
           "sbatch: error: Slurm temporarily unable to accept job, sleeping and retrying\n"
           "sbatch: error: Batch job submission failed: Resource temporarily unavailable",
           "sbatch: error: Batch job submission failed: Zero Bytes were transmitted or received",
       })
    EXPECT_EQ(read(1, "", text), SbatchAnswer{.kind = Kind::uncertain}) << text;
  EXPECT_EQ(read(130, "", ""), SbatchAnswer{.kind = Kind::uncertain});
  EXPECT_EQ(read(0, "what is no id\n", ""), SbatchAnswer{.kind = Kind::uncertain});
}

TEST(Sbatch, TakesTheSameJobLaterWhereItsPersonHasTooMany) {
  EXPECT_EQ(read(1, "",
                 "sbatch: error: AssocMaxSubmitJobLimit\n"
                 "sbatch: error: Batch job submission failed: Job violates accounting/QOS policy (job submit "
                 "limit, user's size and/or time limits)\n")
                .kind,
            Kind::full);
}

TEST(Sbatch, RefusesInItsOwnWords) {
  EXPECT_EQ(
      refusal("sbatch: unrecognized option '--nosuch=1'\nTry \"sbatch --help\" for more information\n", 255),
      "error: Slurm refuses the job: unrecognized option '--nosuch=1'\n"
      "      = note: " +
          std::string(kCommand) + "\n" + kHint);
  EXPECT_EQ(
      refusal("sbatch: error: Batch job submission failed: Requested node configuration is not available\n"),
      "error: Slurm refuses the job: Requested node configuration is not available\n"
      "      = note: " +
          std::string(kCommand) + "\n" + kHint);
  EXPECT_EQ(refusal("", 1),
            "error: Slurm refuses the job: it gives no reason\n"
            "      = note: " +
                std::string(kCommand) + "\n" + kHint);
}

TEST(Sbatch, SaysWhereItKnowsNoSlurm) {
  EXPECT_EQ(
      refusal("sbatch: error: resolve_ctls_from_dns_srv: res_nsearch error: Unknown host\n"
              "sbatch: error: fetch_config: DNS SRV lookup failed\n"
              "sbatch: error: _establish_config_source: failed to fetch config\n"
              "sbatch: fatal: Could not establish a configuration source\n"),
      "error: no Slurm answers here: Could not establish a configuration source\n"
      "      = note: resolve_ctls_from_dns_srv: res_nsearch error: Unknown host\n"
      "      = note: fetch_config: DNS SRV lookup failed\n"
      "      = note: _establish_config_source: failed to fetch config\n"
      "      = note: " +
          std::string(kCommand) +
          "\n"
          "      = hint: run this on a login node of the cluster; 'scalegen generate' writes the scripts "
          "anywhere\n");
}

TEST(Sbatch, RefusesAnArrayThatIsTooLarge) {
  const Submission array{.name = "2x1gpu-array3-c1",
                         .script = "/runs/arrays/3/array.sbatch",
                         .tasks = {{"/runs/jobs/a/job.sbatch", "1"}}};
  const auto hint_for = [&](const std::string& said) {
    return read_sbatch_answer({1, "", said}, array, "").refusal.front().hint;
  };
  const std::string none = "leave out --array: the site takes no array of so many tasks";
  EXPECT_EQ(hint_for("sbatch: error: Batch job submission failed: Invalid job array specification\n"), none);
  EXPECT_NE(hint_for("sbatch: error: invalid partition specified: gpu\n"), none);
}

TEST(Sbatch, RefusesALineOfTheScript) {
  EXPECT_EQ(
      refusal("sbatch: error: Invalid numeric value \"72.\" for --cpus-per-task.\n"),
      "/runs/mnist 100%/jobs/1gpu-r1/job.sbatch:4:9: error: Slurm refuses the job: Invalid numeric value "
      "\"72.\" for --cpus-per-task.\n"
      "    4 | #SBATCH --cpus-per-task=72.\n"
      "      |         ^\n"
      "      = note: " +
          std::string(kCommand) + "\n" + kHint);
  EXPECT_EQ(
      refusal("sbatch: error: CPU count per node can not be satisfied\n"
              "sbatch: error: Batch job submission failed: Requested node configuration is not available\n"),
      "/runs/mnist 100%/jobs/1gpu-r1/job.sbatch:4:9: error: Slurm refuses the job: Requested node "
      "configuration is not available\n"
      "    4 | #SBATCH --cpus-per-task=72.\n"
      "      |         ^\n"
      "      = note: CPU count per node can not be satisfied\n"
      "      = note: " +
          std::string(kCommand) + "\n" + kHint);
}

TEST(Sbatch, IsNotAskedAgainForEverAfterAScriptThatItOnlyTested) {
  const ProgramResult answer{
      0, "", "sbatch: Job 7 to start at 2026-11-21T15:04:05 using 1 processors on nodes n1 in partition p\n"};
  const auto read = [&](const std::string& script) {
    auto known = read_sbatch_answer(answer, kSubmission, script);
    EXPECT_EQ(known.kind, Kind::refused);
    return render(known.refusal);
  };
  const std::string hint =
      "      = hint: take '--test-only' out of its lines '#SBATCH', then run the same command: it "
      "continues\n";
  EXPECT_EQ(
      read("#!/bin/bash\n#SBATCH --hold --test-only\n"),
      "/runs/mnist 100%/jobs/1gpu-r1/job.sbatch:2:16: error: sbatch only tested the script, and submitted "
      "nothing\n    2 | #SBATCH --hold --test-only\n      |                ^\n" +
          hint);
  EXPECT_EQ(read("#!/bin/bash\n#SBATCH --test\n"),
            "error: sbatch only tested the script, and submitted nothing\n" + hint);
}

TEST(Sbatch, NamesNoLineThatSaysSomethingElse) {
  // --time-min is another option, and --partition stands below the #SBATCH lines.
  for (const auto* text : {"sbatch: error: Batch job submission failed: Requested time limit is invalid",
                           "sbatch: error: invalid partition specified: gpu"})
    EXPECT_EQ(read(1, "", text).refusal.front().cited, std::nullopt) << text;
  EXPECT_EQ(read(1, "", "sbatch: error: Batch job submission failed: Node count specification invalid")
                .refusal.front()
                .cited->line,
            3);
}

TEST(Sbatch, IsRunWithoutVariablesThatWouldWinOverTheScript) {
  const StandInClients clients;
  clients.put("sbatch", "[[ ! ${SBATCH_PARTITION-} ]] && echo 42");
  ::setenv("SBATCH_PARTITION", "other", 1);
  const auto answer = run_sbatch(kSubmission);
  ::unsetenv("SBATCH_PARTITION");
  EXPECT_EQ(answer.value(), (SbatchAnswer{.kind = Kind::accepted, .id = {"42"}}));
}

TEST(ExpectedStart, IsReadFromWhatSbatchSays) {
  EXPECT_EQ(parse_expected_start("sbatch: Job 7 to start at 2026-11-21T15:04:05 using 24 processors on nodes "
                                 "gpu-[1-2] in partition gpu\n"),
            (ExpectedStart{"2026-11-21T15:04:05", "gpu-[1-2]", "gpu"}));
  EXPECT_EQ(parse_expected_start("allocation failure: Requested node configuration is not available\n"),
            std::nullopt);
  EXPECT_EQ(parse_expected_start(""), std::nullopt);
}

}  // namespace
}  // namespace scalegen::slurm
