// Counts of the first node's kernel.
#include <fmt/ranges.h>

#include <algorithm>

#include "core/evidence.hpp"
#include "tests/generator/script/job/job_library.hpp"

namespace scalegen {
namespace {

class JobNode : public JobLibrary {};

// In cgroups of both versions as Slurm makes them, with a job whose number begins alike, and without any.
TEST_F(JobNode, SaysTheMemoryThatTheJobHeldAtMost) {
  const auto second = directory_.root / "v2/system.slice/slurmstepd.scope/job_7";
  const auto first = directory_.root / "v1/slurm/uid_1000/job_7";
  ASSERT_TRUE(make_folders(second));
  ASSERT_TRUE(make_folders(first));
  ASSERT_TRUE(write_file(second / "memory.peak", "5000\n"));
  ASSERT_TRUE(write_file(first / "memory.max_usage_in_bytes", "6000\n"));
  const auto said = [&](const std::string& cgroups) {
    const auto result = run("SLURM_JOB_ID=7\nsg_say_memory_peak \"$_root/v2\" \"$_root/v1\" <<'END'\n" +
                            cgroups + "END\necho said\n");
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

TEST_F(JobNode, IsLookedAtBeforeAndAfterTheCommand) {
  EXPECT_EQ(run(kBegin + "sg_look_at_node begin\nsg_look_at_node end\n").err, "");
  const auto text = read("runs/r/hand/node." + host_name() + ".txt");
  std::vector<std::string> words;
  for (const auto& line : parse_evidence(text))
    if (line.word != "some" && !line.word.starts_with("throttled_") && !line.word.ends_with(':'))
      words.push_back(line.word.substr(0, 3));
  words.erase(std::unique(words.begin(), words.end()), words.end());
  EXPECT_EQ(fmt::format("{}", fmt::join(words, " ")),
            "beg loa cpu hea scr por sl end loa cpu hea scr por sl");
}

TEST_F(JobNode, AddsUpNumbersOfFiles) {
  ASSERT_TRUE(write_file(directory_.root / "a", "3\n"));
  ASSERT_TRUE(write_file(directory_.root / "b", "40\n"));
  EXPECT_EQ(run("sg_sum_of a \"$_root/a\" /none \"$_root/b\"\nsg_sum_of b /none\nsg_sum_of c\n"
                "echo \"$a,$b,$c\"\n")
                .out,
            "43,,\n");
}

TEST_F(JobNode, CountsTheTimeOfProcessesThatItWaitedFor) {
  EXPECT_EQ(run("sg_say_used script 999999999\n"
                "bash -c 'for ((i = 0; i < 200000; ++i)); do :; done'\n"
                "used=$(sg_say_used script $$)\n[[ ${used#script ticks=} -gt 1 ]] && echo counted\n")
                .out,
            "script ticks=0\ncounted\n");
}

// The kernel's lists of connections are stood in for: none, then one that is open, then one that was closed.
TEST_F(JobNode, SaysWhenRanksMet) {
  const std::string listed = "  0: 0100007F:C3C0 0100007F:5209 0";
  const auto result =
      run("MASTER_PORT=21001\n"
          "look=0\nsg_pause() { look=$((look + 1)); }\n"
          "open='" +
          listed + "1' closed='" + listed +
          "6'\n"
          "listed() { case $look in 1) ;; 2) echo \"$open\" ;; 3) printf '%s\\n' \"$open\" \"$closed\" ;; 4) "
          "printf '%s\\n' \"$open\" \"$open\" \"$open\" ;; esac; }\n"
          "grep() { listed | command grep --count --extended-regexp \"${@: -3:1}\"; echo 0; }\n"
          "sg_clock() { printf -v \"$1\" %s $((100 + look)); }\n"
          "sg_look_for_meeting $$ \"$_root/meeting.txt\"\necho \"$look looks\"\n");
  EXPECT_EQ(result.out, "4 looks\n");
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(read("meeting.txt"), "1 102 101\n2 103 102\n3 104 103\n");
}

}  // namespace
}  // namespace scalegen
