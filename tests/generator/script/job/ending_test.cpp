// Every way out of a script.
#include "tests/generator/script/job/job_library.hpp"

namespace scalegen {
namespace {

class JobEnding : public JobLibrary {};

TEST_F(JobEnding, SaysHowItEndedOnEveryWayOut) {
  for (const auto& [lines, status, end] :
       {std::tuple("exit 3\n", 3, "3 "), std::tuple("false\n", 1, "1 "),
        std::tuple("kill -TERM $$\n", 143, "143 TERM"), std::tuple("kill -HUP $$\n", 129, "129 HUP"),
        std::tuple("kill -INT $$\n", 130, "130 INT"), std::tuple("echo \"$unset\"\n", 1, "1 "),
        std::tuple("sg_fail 'no image'\n", 69, "69 ")}) {
    std::filesystem::remove_all(directory_.root / "runs");
    EXPECT_EQ(run(kBegin + lines).exit_status, status) << lines;
    EXPECT_EQ(ending(), end) << lines;
  }
  EXPECT_EQ(read("runs/r/hand/err"), "scalegen: no image\n");
}

// Bash 5.2 loses a trap between two substitutions of one command: each program that a substitution runs sends
// the signal.
TEST_F(JobEnding, HearsASignalDuringEverySubstitution) {
  EXPECT_TRUE(make_folders(directory_.root / "jobs/prepare"));
  EXPECT_TRUE(write_file(directory_.root / "jobs/prepare/job.sbatch", "true\n"));
  for (const std::string program : {"git", "cat", "cksum"}) {
    std::filesystem::remove_all(directory_.root / "runs");
    const auto result = run(kBegin + program + "() { kill -TERM $$; }\nsg_in_time() { \"${@:2}\"; }\n" +
                            "_workdir=$_root\nsg_record_environment none\nsg_require_prepared bash\n");
    EXPECT_EQ(result.exit_status, 143) << program << ": " << result.err;
    EXPECT_EQ(ending(), "143 TERM") << program;
  }
}

TEST_F(JobEnding, SaysWhatHeldItBeforeItsCommand) {
  EXPECT_EQ(run(kBegin + "exit 3\n").exit_status, 3);
  EXPECT_EQ(text_field(*parse_json(read("runs/r/hand/exit.json")), "held_by"), "its set-up");
  std::filesystem::remove_all(directory_.root / "runs");
  EXPECT_EQ(run(kBegin + "sg_begin_launch\nsg_end_launch\n").exit_status, 0);
  const auto json = *parse_json(read("runs/r/hand/exit.json"));
  EXPECT_FALSE(json.contains("held_by"));
  EXPECT_FALSE(json.contains("suspended"));
  EXPECT_LT(number_field(json, "ran").value_or(99), 5);
  EXPECT_GE(number_field(json, "lasted").value_or(-1), number_field(json, "ran").value_or(99));
}

// A RANK of the surroundings, where torchrun starts the ranks.
TEST_F(JobEnding, NamesNoRankThatIsNoNumber) {
  for (const auto& [rank, named] : {std::pair("3", 3), std::pair("colonel", -1), std::pair("07", -1)}) {
    std::filesystem::remove_all(directory_.root / "runs");
    const auto result = run(kBegin + "sg_begin_launch\necho '5 " + rank + " n1' >\"$_attempt/.failed\"\n" +
                            "false &\nsg_await_in_job \"$!\"\n");
    EXPECT_EQ(result.exit_status, 5) << rank;
    const auto json = parse_json(read("runs/r/hand/exit.json"));
    ASSERT_TRUE(json) << rank;
    EXPECT_EQ(integer_field(*json, "status"), 5);
    EXPECT_EQ(integer_field(*json, "failed_rank").value_or(-1), named) << rank;
  }
}

// A parent that does not wait for its child, as the first process of many containers.
TEST_F(JobEnding, DoesNotWaitForZombies) {
  const auto result =
      run("set -m\ncoproc parent { exec bash -c 'set -m; sleep 0.1 & echo $!; exec sleep 60'; }; disown\n"
          "read -r zombie <&\"${parent[0]}\"\n"
          "until [[ $(<\"/proc/$zombie/stat\") == *') Z '* ]]; do sleep 0.01; done\n"
          "_groups=(\"$zombie\")\n"
          "sg_signal_groups 0 && echo 'there is such a group'\n"
          "sg_groups_end_within 1 && echo 'none of it lives'\n"
          "_groups+=(\"$parent_PID\")\n"
          "sg_groups_end_within 1 || echo 'its parent lives'\n"
          "sg_end_groups\n"
          "sg_groups_end_within 1 && echo 'it was ended'\n");
  EXPECT_EQ(result.out, "there is such a group\nnone of it lives\nits parent lives\nit was ended\n");
  EXPECT_EQ(result.err, "");
}

TEST_F(JobEnding, IsMarkedOnALineOfItsOwn) {
  for (const auto& [printed, out] :
       {std::pair("step 1", "step 1\n"), std::pair("step 1\\n", "step 1\n"), std::pair("", "")}) {
    std::filesystem::remove_all(directory_.root / "runs");
    EXPECT_EQ(run(kBegin + "printf '" + printed + "' >\"$_attempt/out\"\nsg_mark_end\n").exit_status, 0);
    EXPECT_EQ(read("runs/r/hand/out"), std::string(out) + "scalegen: end of r\n");
  }
}

TEST_F(JobEnding, IsAFailureIfTheProgramRemovedItsFiles) {
  const auto result = run(kBegin + "sg_mark_end\n");
  EXPECT_EQ(result.exit_status, 69);
  EXPECT_EQ(result.err, "scalegen: the program removed files of its run, in " +
                            (directory_.root / "runs/r/hand").string() +
                            ", and may have removed its figures\n");
}

TEST_F(JobEnding, IsThatOfAllGroupsThatItStarted) {
  EXPECT_EQ(
      run("set -m\nsg_groups_live || echo none\nsleep 60 & _groups=($!)\n"
          "bash -c 'trap \"\" TERM; while :; do sleep 0.05; done' & _groups+=($!)\ndisown -a\nsleep 0.2\n"
          "sg_groups_live && echo both\nsg_end_groups\nsg_groups_live || echo none\n")
          .out,
      "none\nboth\nnone\n");
}

TEST_F(JobEnding, IsTheScriptsAlsoWhereTheSetupTrapsIt) {
  const auto result =
      run(kBegin + "trap \"echo 'it'\\''s theirs'\" EXIT\ntrap 'exit 5' TERM\nsg_end_setup\nexit 3\n");
  EXPECT_EQ(result.exit_status, 3);
  EXPECT_EQ(result.out, "it's theirs\n");
  EXPECT_EQ(ending(), "3 ");
  std::filesystem::remove_all(directory_.root / "runs");
  EXPECT_EQ(run(kBegin + "trap - EXIT\ntrap '' TERM\nsg_end_setup\nkill -TERM $$\n").exit_status, 143);
  EXPECT_EQ(ending(), "143 TERM");
}

// Some hand on the trap that they find.
TEST_F(JobEnding, ComesOnceWhereTheSetupTrapsItBesideTheScript) {
  const auto result =
      run(kBegin + "trap \"echo theirs \\$? \\$unset; sg_leave\" EXIT\nsg_end_setup\nexit 3\n");
  EXPECT_EQ(result.exit_status, 3);
  EXPECT_EQ(result.out, "theirs 3\n");
  EXPECT_EQ(ending(), "3 ");
}

TEST_F(JobEnding, IsThatOfTheFirstFailureAlsoWhereTheSetupGoesOn) {
  const auto result =
      run(kBegin +
          "set +eu -fC +o pipefail\nIFS=,\nsg_end_setup\nprintf '%s\\n' \"$-\" /proc/uptim[e] $_script\n"
          "false | true\necho 'it went on'\n");
  EXPECT_EQ(result.exit_status, 1);
  EXPECT_EQ(result.out, "ehmuB\n/proc/uptime\njobs/r/job.sbatch\n");
}

// It is no rank either: nobody waits for it.
TEST_F(JobEnding, IsThatOfWhatTheSetupStarted) {
  const auto result = run(kBegin + "sleep 60 & echo $!\nsg_end_setup\nwait -n || echo 'none to wait for'\n");
  const auto pid = result.out.substr(0, result.out.find('\n'));
  EXPECT_EQ(result.out, pid + "\nnone to wait for\n");
  EXPECT_FALSE(std::filesystem::exists("/proc/" + pid));
}

}  // namespace
}  // namespace scalegen
