// lib/job.bash by itself, sourced by scripts of a few lines.
#include "core/evidence.hpp"
#include "core/json.hpp"
#include "core/process.hpp"
#include "core/run_directory.hpp"
#include "core/script_sum.hpp"
#include "core/shell_quote.hpp"
#include "generator/script/template_files.hpp"
#include "tests/generator/sweeps.hpp"

namespace scalegen {
namespace {

class JobLibrary : public testing::Test {
 protected:
  JobLibrary() {
    EXPECT_TRUE(make_folders(directory_.root / "lib"));
    EXPECT_TRUE(write_file(directory_.root / "lib/job.bash", *job_library({})));
  }

  /// Runs a script of these lines, in bash and without Slurm's variables.
  [[nodiscard]] ProgramResult run(const std::string& lines, const std::string& before = "") const {
    const auto script = directory_.root / "script";
    EXPECT_TRUE(write_file(script, "set -euo pipefail\nroot=" + directory_.root.string() +
                                       "\nsource \"$root/lib/job.bash\"\n" + lines));
    auto result =
        run_program({"env", "-u", "SLURM_JOB_ID", "bash", "-c", before + "\nexec bash " + script.string()});
    EXPECT_TRUE(result);
    return result.value_or(ProgramResult{});
  }

  [[nodiscard]] std::string read(const std::string& file) const { return read_text(directory_.root / file); }

  /// "status cause" of exit.json.
  [[nodiscard]] std::string ending() const {
    const auto json = parse_json(read("runs/r/hand/exit.json"));
    if (!json) return "none";
    return std::to_string(integer_field(*json, "status").value_or(-1)) + " " +
           text_field(*json, "cause").value_or("?");
  }

  TemporaryFolder folder_;
  RunDirectory directory_{folder_.path() / "run"};
};

const std::string kBegin = "begin_local_run r jobs/r/job.sbatch\n";

TEST_F(JobLibrary, ClaimsAnAttemptOnce) {
  EXPECT_EQ(run(kBegin).exit_status, 0);
  EXPECT_EQ(ending(), "0 ");
  const auto again = run(kBegin + "echo measured");
  EXPECT_EQ(again.exit_status, 75);
  EXPECT_EQ(again.out, "");
  EXPECT_EQ(again.err, "scalegen: " + (directory_.root / "runs/r/hand").string() + ": already run by " +
                           read("runs/r/hand/started.json"));
}

TEST_F(JobLibrary, SaysHowItEndedOnEveryWayOut) {
  for (const auto& [lines, status, end] :
       {std::tuple("exit 3\n", 3, "3 "), std::tuple("false\n", 1, "1 "),
        std::tuple("kill -TERM $$\n", 143, "143 TERM"), std::tuple("kill -HUP $$\n", 129, "129 HUP"),
        std::tuple("kill -INT $$\n", 130, "130 INT"), std::tuple("echo \"$unset\"\n", 1, "1 "),
        std::tuple("fail 'no image'\n", 69, "69 ")}) {
    std::filesystem::remove_all(directory_.root / "runs");
    EXPECT_EQ(run(kBegin + lines).exit_status, status) << lines;
    EXPECT_EQ(ending(), end) << lines;
  }
  EXPECT_EQ(read("runs/r/hand/err"), "scalegen: no image\n");
}

// Bash 5.2 loses a trap between two substitutions of one command: each program that a substitution runs sends
// the signal.
TEST_F(JobLibrary, HearsASignalDuringEverySubstitution) {
  EXPECT_TRUE(make_folders(directory_.root / "jobs/prepare"));
  EXPECT_TRUE(write_file(directory_.root / "jobs/prepare/job.sbatch", "true\n"));
  for (const std::string program : {"uname", "sed", "git", "cat", "cksum"}) {
    std::filesystem::remove_all(directory_.root / "runs");
    const auto result = run(kBegin + program + "() { kill -TERM $$; }\nin_time() { \"${@:2}\"; }\n" +
                            "workdir=$root\nrecord_environment none\nrequire_prepared bash\n");
    EXPECT_EQ(result.exit_status, 143) << program << ": " << result.err;
    EXPECT_EQ(ending(), "143 TERM") << program;
  }
}

TEST_F(JobLibrary, KeepsTheTimeLimitAndEndsWhatItStarted) {
  const auto core = run("sed -n 's/^Cpus_allowed_list:[[:space:]]*//p' /proc/self/status").out;
  const auto result =
      run(kBegin + "keep_time_limit_here 0.2\nlaunch_once_here " + core.substr(0, core.size() - 1) +
          " -- bash -c 'echo $$; exec sleep 60'\nmark_end\n");
  EXPECT_EQ(result.exit_status, 124);
  EXPECT_EQ(ending(), "124 time_limit");
  const auto pid = read("runs/r/hand/out");
  EXPECT_EQ(pid.find("scalegen: end"), std::string::npos);
  const auto stat = read_text("/proc/" + pid.substr(0, pid.size() - 1) + "/stat");
  EXPECT_TRUE(stat.starts_with("there is no") || stat.find(") Z") != std::string::npos) << stat;
}

// As Slurm stops all processes of a job, for a while: the limit of 2 s holds for what is left.
TEST_F(JobLibrary, DoesNotCountTheTimeInWhichItWasSuspended) {
  const auto result =
      run("attempt=$root\nset -m\n"
          "trap 'echo over' USR1\n"
          "boot_clock begin\n"
          "keep_time_limit 2\n"
          "sleep 0.5\n"
          "signal_groups STOP\n"
          "sleep 3\n"
          "signal_groups CONT\n"
          "while signal_groups 0; do sleep 0.1; done\n"
          "boot_clock end\n"
          "echo \"$((end - begin >= 450))\"\n");
  EXPECT_EQ(result.out, "over\n1\n");
  const auto suspended = std::atoi(read(".suspended").c_str());
  EXPECT_GT(suspended, 150);
  EXPECT_LT(suspended, 400);
}

TEST_F(JobLibrary, WaitsOnForAChildThatWasStopped) {
  const auto result = run(kBegin +
                          "begin_launch\n"
                          "bash -c 'sleep 0.3; kill -STOP $$; echo goes on; exit 7' >>\"$attempt/out\" &\n"
                          "child=$!\n"
                          "(sleep 1.5 && kill -CONT $child) &\n"
                          "await_in_job $child\n");
  EXPECT_EQ(result.exit_status, 7);
  EXPECT_EQ(read("runs/r/hand/out"), "goes on\n");
}

TEST_F(JobLibrary, SaysWhatHeldItBeforeItsCommand) {
  EXPECT_EQ(run(kBegin + "exit 3\n").exit_status, 3);
  EXPECT_EQ(text_field(*parse_json(read("runs/r/hand/exit.json")), "held_by"), "its set-up");
  std::filesystem::remove_all(directory_.root / "runs");
  EXPECT_EQ(run(kBegin + "begin_launch\nend_launch\n").exit_status, 0);
  const auto json = *parse_json(read("runs/r/hand/exit.json"));
  EXPECT_FALSE(json.contains("held_by"));
  EXPECT_FALSE(json.contains("suspended"));
  EXPECT_LT(number_field(json, "ran").value_or(99), 5);
  EXPECT_GE(number_field(json, "lasted").value_or(-1), number_field(json, "ran").value_or(99));
}

TEST_F(JobLibrary, LeavesWhatDoesNotAnswerInTime) {
  const auto result =
      run("in_time 0.2 sleep 60 || echo \"status $?\"\nin_time 5 false || echo \"status $?\"\n");
  EXPECT_EQ(result.out, "status 124\nstatus 1\n");
  EXPECT_EQ(result.err, "scalegen: 'sleep' on " + host_name() + " does not answer within 0.2 s\n");
}

// A parent that does not wait for its child, as the first process of many containers.
TEST_F(JobLibrary, DoesNotWaitForZombies) {
  const auto result =
      run("set -m\ncoproc parent { exec bash -c 'set -m; sleep 0.1 & echo $!; exec sleep 60'; }; disown\n"
          "read -r zombie <&\"${parent[0]}\"\n"
          "until [[ $(<\"/proc/$zombie/stat\") == *') Z '* ]]; do sleep 0.01; done\n"
          "groups=(\"$zombie\")\n"
          "signal_groups 0 && echo 'there is such a group'\n"
          "groups_end_within 1 && echo 'none of it lives'\n"
          "groups+=(\"$parent_PID\")\n"
          "groups_end_within 1 || echo 'its parent lives'\n"
          "end_groups\n"
          "groups_end_within 1 && echo 'it was ended'\n");
  EXPECT_EQ(result.out, "there is such a group\nnone of it lives\nits parent lives\nit was ended\n");
  EXPECT_EQ(result.err, "");
}

TEST_F(JobLibrary, IsKeptWithTheScriptWhereSomebodyEditedIt) {
  ASSERT_TRUE(write_file(directory_.root / "scripts.cksum", "1 2 lib/job.bash\n3 4 jobs/r/job.sbatch\n"));
  EXPECT_EQ(run(kBegin).exit_status, 0);
  const auto kept = read("runs/r/hand/edited.sbatch");
  EXPECT_NE(kept.find("\nclaim_attempt() {"), std::string::npos);
  EXPECT_TRUE(kept.ends_with("\n" + kBegin)) << kept;
}

TEST_F(JobLibrary, SaysWhatCameBetweenTheLooksAtBothClocks) {
  EXPECT_EQ(run("date() { sleep 0.3; command date \"$@\"; }\n"
                "read_clocks wall boot\n((apart >= 30)) && echo \"$((boot > 0)) ${wall%%[0-9.]*}\"\n")
                .out,
            "1 \n");
}

TEST_F(JobLibrary, TakesAScriptWithAnotherTimeForSlurmAsItWasWritten) {
  const auto head =
      "set -euo pipefail\nroot=" + directory_.root.string() + "\nsource \"$root/lib/job.bash\"\n";
  ASSERT_TRUE(write_file(
      directory_.root / "scripts.cksum",
      cksum_line(read("lib/job.bash"), "lib/job.bash") + cksum_line(head + kBegin, "jobs/r/job.sbatch")));
  EXPECT_EQ(run("#SBATCH --time=00:20:00\n" + kBegin).exit_status, 0);
  EXPECT_FALSE(std::filesystem::exists(directory_.root / "runs/r/hand/edited.sbatch"));
  std::filesystem::remove_all(directory_.root / "runs");
  EXPECT_EQ(run("#SBATCH --time=00:20:00\n" + kBegin + ":\n").exit_status, 0);
  EXPECT_EQ(read("runs/r/hand/edited.sbatch"), head + "#SBATCH --time=00:20:00\n" + kBegin + ":\n");
}

TEST_F(JobLibrary, WantsAnAllocationForJobsOfSlurm) {
  const auto result = run("begin_slurm_run r jobs/r/job.sbatch\n");
  EXPECT_EQ(result.exit_status, 69);
  EXPECT_EQ(result.err, "scalegen: this script wants a Slurm allocation: sbatch " +
                            (directory_.root / "jobs/r/job.sbatch").string() + "\n");
  EXPECT_FALSE(std::filesystem::exists(directory_.root / "runs"));
}

TEST_F(JobLibrary, WantsTheFilesOfOneOfTheSets) {
  const auto data = directory_.root / "data";
  ASSERT_TRUE(make_folders(data));
  const auto check = "require_data " + data.string() + " 'train.bin test.bin' 'all.bin'\n";
  EXPECT_EQ(run(kBegin + check).err,
            "scalegen: the data folder " + data.string() + " lacks train.bin test.bin, or all.bin\n");
  ASSERT_TRUE(write_file(data / "train.bin.gz", ""));
  EXPECT_EQ(run("begin_local_run s jobs/s/job.sbatch\n" + check).err,
            "scalegen: the data folder " + data.string() + " lacks test.bin, or all.bin\n");
  ASSERT_TRUE(write_file(data / "test.bin", ""));
  const auto whole = run("begin_local_run t jobs/t/job.sbatch\n" + check + "echo found\n");
  EXPECT_EQ(whole.out + whole.err, "found\n");
}

TEST_F(JobLibrary, TakesNothingFromTheSurroundings) {
  const auto result = run(kBegin + "record_environment none\nprintf '%s\\n' \"$cause$workdir$rank_setup\"\n",
                          "export cause=x workdir=/x rank_setup='touch harm'");
  EXPECT_EQ(result.out, "\n");
  EXPECT_EQ(ending(), "0 ");
  EXPECT_EQ(parse_json(read("runs/r/hand/environment.json"))->count("git"), 0);
}

TEST_F(JobLibrary, WritesTextAsJson) {
  EXPECT_EQ(run("say_json 'is: ' $'a\"b\\\\c\\nd'\n").out, "is: \"a\\\"b\\\\c d\"");
}

// A byte each, then all in one, in whatever locale; of one that the node lacks, bash is not to warn each
// time.
TEST_F(JobLibrary, WritesAnyByteAsJson) {
  std::string all;
  std::string expected;
  for (int byte = 1; byte < 0x100; ++byte) {
    const auto text = static_cast<char>(byte);
    all += text;
    expected += byte >= 0x80 ? "\uFFFD" : byte < 0x20 || byte == 0x7f ? " " : std::string(1, text);
  }
  const std::string lines =
      "for ((i = 1; i < 256; ++i)); do\n"
      "  printf -v byte '\\\\x%02x' $i && printf -v byte \"$byte\" && all+=$byte\n"
      "  say_json '' \"$byte\"\n  echo\n"
      "done\n"
      "say_json '' \"$all\"\n";
  for (const std::string locale : {"C", "C.UTF-8", "xx_XX.UTF-8"}) {
    const auto result = run(lines, "export LC_ALL=" + locale + " 2>/dev/null");
    std::istringstream values(result.out);
    std::string joined;
    std::string value;
    for (int byte = 1; byte < 0x100 && std::getline(values, value); ++byte)
      joined += parse_json(value).value_or("none").get<std::string>();
    EXPECT_EQ(joined, expected) << locale;
    std::getline(values, value);
    EXPECT_EQ(parse_json(value), Json(expected)) << locale;
    EXPECT_LE(std::ranges::count(result.err, '\n'), 1) << result.err;
  }
}

// What follows is of RFC 3629: the first and the last of each length, and neither surrogates nor what is
// longer than need be.
TEST_F(JobLibrary, LeavesUtf8AsItIs) {
  const std::string valid = "\u0080\u07FF\u0800\uD7FF\uE000\uFFFF\U00010000\U0010FFFF caf\u00e9";
  const auto said = [&](const std::string& text) {
    return run("say_json '' " + shell_quote(text) + "\n", "export LC_ALL=C").out;
  };
  EXPECT_EQ(said(valid), "\"" + valid + "\"");
  EXPECT_EQ(said("caf\xe9 caf\u00e9"), "\"caf\uFFFD caf\u00e9\"");
  EXPECT_EQ(said("\xc0\x80 \xe0\x9f\xbf \xed\xa0\x80 \xf0\x8f\xbf\xbf \xf4\x90\x80\x80 \xc3"),
            "\"\uFFFD\uFFFD \uFFFD\uFFFD\uFFFD \uFFFD\uFFFD\uFFFD \uFFFD\uFFFD\uFFFD\uFFFD "
            "\uFFFD\uFFFD\uFFFD\uFFFD \uFFFD\"");
  std::string many;
  for (int i = 0; i < 300; ++i) many += "\uFFFD";
  EXPECT_EQ(said(std::string(300, '\xe9')), "\"" + many + "\"");
}

TEST_F(JobLibrary, RecordsAnEnvironmentOfAnyBytes) {
  const auto result =
      run(kBegin + "record_environment none\n",
          "export SLURM_COMMENT=$'caf\\xe9 \\\\ \"\\n' SLURM_JOB_NAME=caf\u00e9 LOADEDMODULES=$'\\xff'");
  EXPECT_EQ(result.exit_status, 0) << result.err;
  const auto json = parse_json(read("runs/r/hand/environment.json"));
  ASSERT_TRUE(json);
  EXPECT_EQ(json->at("slurm"),
            (Json{{"SLURM_COMMENT", "caf\uFFFD \\ \" "}, {"SLURM_JOB_NAME", "caf\u00e9"}}));
  EXPECT_EQ(text_field(*json, "modules"), "\uFFFD");
  const auto python =
      run_program({"python3", "-c", "import json, sys; print(json.load(open(sys.argv[1], 'rb'))['gpus'])",
                   (directory_.root / "runs/r/hand/environment.json").string()});
  EXPECT_EQ(python->out, "[]\n") << python->err;
}

TEST_F(JobLibrary, WritesLinesOfEvidence) {
  EXPECT_EQ(run("say_evidence word\nsay_evidence task rank=0 gpus= cores='0,4 1,5'\n").out,
            "word\ntask rank=0 gpus= cores=\"0,4 1,5\"\n");
  for (const std::string value :
       {"", "a", "a b", " ", "a=b", "\"", "\\", "a\\\" b=\\", "'$x'", "*", "caf\u00e9", "caf\xe9"}) {
    const auto written = run("say_evidence made file=" + shell_quote(value) + " size=3\n").out;
    EXPECT_EQ(parse_evidence_line(written.substr(0, written.size() - 1)),
              (EvidenceLine{"made", {{"file", value}, {"size", "3"}}, ""}))
        << written;
  }
  EXPECT_EQ(run("say_evidence made file=$'a\\nb\\e'\n").out, "made file=a?b?\n");
}

// A RANK of the surroundings, where torchrun starts the ranks.
TEST_F(JobLibrary, NamesNoRankThatIsNoNumber) {
  for (const auto& [rank, named] : {std::pair("3", 3), std::pair("colonel", -1), std::pair("07", -1)}) {
    std::filesystem::remove_all(directory_.root / "runs");
    const auto result = run(kBegin + "begin_launch\necho '5 " + rank + " n1' >\"$attempt/.failed\"\n" +
                            "false &\nawait_in_job \"$!\"\n");
    EXPECT_EQ(result.exit_status, 5) << rank;
    const auto json = parse_json(read("runs/r/hand/exit.json"));
    ASSERT_TRUE(json) << rank;
    EXPECT_EQ(integer_field(*json, "status"), 5);
    EXPECT_EQ(integer_field(*json, "failed_rank").value_or(-1), named) << rank;
  }
}

// In cgroups of both versions as Slurm makes them, with a job whose number begins alike, and without any.
TEST_F(JobLibrary, SaysTheMemoryThatTheJobHeldAtMost) {
  const auto second = directory_.root / "v2/system.slice/slurmstepd.scope/job_7";
  const auto first = directory_.root / "v1/slurm/uid_1000/job_7";
  ASSERT_TRUE(make_folders(second));
  ASSERT_TRUE(make_folders(first));
  ASSERT_TRUE(write_file(second / "memory.peak", "5000\n"));
  ASSERT_TRUE(write_file(first / "memory.max_usage_in_bytes", "6000\n"));
  const auto said = [&](const std::string& cgroups) {
    const auto result = run("SLURM_JOB_ID=7\nsay_memory_peak \"$root/v2\" \"$root/v1\" <<'END'\n" + cgroups +
                            "END\necho said\n");
    EXPECT_EQ(result.err, "") << cgroups;
    return result.out;
  };
  EXPECT_EQ(said("0::/system.slice/slurmstepd.scope/job_7/step_batch/user/task_0\n"),
            "memory_peak bytes=5000\nsaid\n");
  EXPECT_EQ(said("9:name=systemd:/\n4:memory:/slurm/uid_1000/job_7/step_batch\n"),
            "memory_peak bytes=6000\nsaid\n");
  EXPECT_EQ(said("4:memory:/slurm/uid_1000/job_7\n"), "memory_peak bytes=6000\nsaid\n");
  const auto of_2605 = directory_.root / "v2/system.slice/slurmstepd.scope/s8FXKTA79XAR00";
  ASSERT_TRUE(make_folders(of_2605));
  ASSERT_TRUE(write_file(of_2605 / "memory.peak", "7000\n"));
  EXPECT_EQ(said("0::/system.slice/slurmstepd.scope/s8FXKTA79XAR00/step_batch/user/task_0\n"),
            "memory_peak bytes=7000\nsaid\n");
  const auto other = directory_.root / "v2/system.slice/slurmstepd.scope/job_77";
  ASSERT_TRUE(make_folders(other));
  ASSERT_TRUE(write_file(other / "memory.peak", "8000\n"));
  EXPECT_EQ(said("0::/system.slice/slurmstepd.scope/job_77/step_batch\n"), "said\n");
  EXPECT_EQ(said("0::/user.slice/session-1.scope\n"), "said\n");
  EXPECT_EQ(said("4:cpu:/slurm/uid_1/job_7\n"), "said\n");
  EXPECT_EQ(said(""), "said\n");
}

TEST_F(JobLibrary, RunsInTurnWhatIsNamedUntilAnotherJobHasIt) {
  ASSERT_TRUE(make_folders(directory_.root / "jobs/j"));
  for (const auto& [run, status] :
       {std::pair("a", "0"), std::pair("b", "3"), std::pair("c", "75"), std::pair("d", "0")})
    ASSERT_TRUE(write_file(directory_.root / "jobs/j" / (std::string(run) + ".bash"),
                           "echo " + std::string(run) + " $1\nexit " + status + "\n"));
  const std::string runs = " <<<$'a\\nb\\nc\\nd'\n";
  const auto in_job = "export SLURM_JOB_ID=7";
  const auto all = run("set +e\nrun_in_turn jobs/j" + runs, in_job);
  EXPECT_EQ(all.out, "");
  EXPECT_EQ(all.exit_status, 75);
  const auto named = run("set +e\nrun_in_turn jobs/j 2 b d" + runs, in_job);
  EXPECT_EQ(named.exit_status, 3);
  // Each run has an output of its own.
  EXPECT_EQ(read("jobs/j/a-7.out"), "a slurm-7\n");
  EXPECT_EQ(read("jobs/j/b-7.out"), "b slurm-7\nb 2\n");
  EXPECT_EQ(read("jobs/j/c-7.out"), "c slurm-7\n");
  EXPECT_EQ(read("jobs/j/d-7.out"), "d 2\n");
}

}  // namespace
}  // namespace scalegen
