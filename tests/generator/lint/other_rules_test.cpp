#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "findings_of.hpp"
#include "tests/generator/sweeps.hpp"

namespace scalegen::lint {
namespace {

std::string said_of_rest(const std::string& text) {
  return findings_of(other_rules(), "#!/bin/bash\n" + text);
}

TEST(OtherRules, HaveExamplesThatHold) {
  const TemporaryFolder folder;
  expect_examples_hold(other_rules(), nullptr, folder.path());
}

TEST(OtherRules, NameAMissingFolderOfTheOutput) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.path() / "logs");
  const auto of = [&](const std::string& directives) {
    return findings_of(other_rules(), "#!/bin/bash\n#SBATCH " + directives + "\n", nullptr, folder.path());
  };
  EXPECT_EQ(of("--output=log/%j.out"),
            "output-folder-missing warning 2: there is no folder 'log' for the job's output | before sbatch: "
            "mkdir -p log; in the script it is too late\n");
  for (const auto* const directives :
       {"--output=logs/%j.out", "--output=%j.out", "-o %x/%j.out", "-e $HOME/a/b.err",
        "--output=/no/such/cluster/a.out", "-D /no/such -o log/a.out"})
    EXPECT_EQ(of(directives), "") << directives;
  EXPECT_EQ(said_of_rest("#SBATCH -o log/%j.out\nmkdir -p log\n"),
            "output-folder-missing note 2: the job makes 'log' itself, after its output is opened there | "
            "before sbatch: mkdir -p log; in the script it is too late\n");
  EXPECT_EQ(of("-o logs/%j.out\nmkdir -p logs"), "");
  EXPECT_EQ(said_of_rest("#SBATCH --output=log/%j.out\n"), "");  // nobody knows where sbatch is called
}

TEST(OtherRules, NameAFileThatTheTasksOfAnArrayShare) {
  EXPECT_EQ(said_of_rest("#SBATCH -a 0-9 -o a.out\n"),
            "array-output warning 2: all tasks of the array write to 'a.out', each over what others wrote | "
            "put into the name: %A_%a\n");
  for (const auto* const same : {"job-%A.out", "%x-%t.out", "%n.%s.out", "%%a.out"})
    EXPECT_NE(said_of_rest(fmt::format("#SBATCH -a 0-9 -o {}\n", same)), "") << same;
  for (const auto* const directives :
       {"-a 0-9", "-o a.out", "-a 0-9 -o %a.out", "-a 0-9 -o %04a.out", "-a 0-9 -o s-%j.out",
        "-a 0-9 -o %%%a", "-a 7 -o a.out", "-a 0-9%1 -o a.out", "-a 0-9 -o a.out --open-mode=append",
        "-a 0-9 -o /dev/null"})
    EXPECT_EQ(said_of_rest(std::string("#SBATCH ") + directives + "\n"), "") << directives;
}

TEST(OtherRules, NameAMonitorThatNeverEnds) {
  EXPECT_EQ(said_of_rest("nvidia-smi --query-gpu=power.draw --format=csv -l 1 >x &\nsrun ./a &\nwait\n"),
            "endless-monitor warning 2: 'wait' waits for nvidia-smi, which never ends | write: monitor=$! "
            "behind it, and: kill $monitor in place of wait\n");
  EXPECT_EQ(said_of_rest("while true; do nvidia-smi >>x; done &\n./a\n"),
            "endless-monitor warning 2: this loop asks for the GPUs' state without a pause | add to the "
            "loop: sleep 10\n");
  for (const auto* const text :
       {"nvidia-smi -l 1 >x &\nM=$!\n./a\nkill $M\nwait\n", "nvidia-smi -l 1 >x &\n./a\n",
        "nvidia-smi -L &\nwait\n", "nvidia-smi -l 1 &\n./a &\nwait $!\n",
        "timeout 60 nvidia-smi -l 1 &\nwait\n", "while true; do nvidia-smi; sleep 1; done &\n./a\n",
        "while true; do nvidia-smi -l 5; done &\n./a\n", "while kill -0 $P; do nvidia-smi; done\n",
        "for i in 1 2 3; do nvidia-smi; done\n"})
    EXPECT_EQ(said_of_rest(text), "") << text;
}

}  // namespace
}  // namespace scalegen::lint
