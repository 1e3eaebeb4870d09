#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "findings_of.hpp"
#include "generator/profile/profile_reader.hpp"
#include "tests/generator/sweeps.hpp"

namespace scalegen::lint {
namespace {

std::string said_of_rest(const std::string& text, const std::string& cluster = "") {
  const auto profile = cluster.empty() ? Profile{} : find_profile(cluster).value();
  return findings_of(other_rules(), "#!/bin/bash\n" + text, cluster.empty() ? nullptr : &profile);
}

TEST(OtherRules, HaveExamplesThatHold) {
  const auto cyclone = find_profile("cyclone").value();
  const TemporaryFolder folder;
  expect_examples_hold(other_rules(), &cyclone, folder.path());
}

TEST(OtherRules, NameOneGpuOnEachOfSeveralNodes) {
  EXPECT_EQ(said_of_rest("#SBATCH --nodes=2 --gres=gpu:1\n"),
            "one-gpu-a-node note 2: 2 GPUs are asked for on 2 nodes | the GPUs of one node reach each other "
            "faster: ask for those first\n");
  EXPECT_EQ(
      said_of_rest("#SBATCH -p gpu --nodes=2 --gpus=2\n", "cyclone"),
      "one-gpu-a-node warning 2: 2 GPUs are asked for on 2 nodes, and one of 'gpu' has 4 | the GPUs of one "
      "node reach each other faster: ask for those first\n");
  EXPECT_EQ(said_of_rest("#SBATCH -p grace -N2 --gres=gpu:1\n", "della").substr(0, 14), "beyond-partiti");
  EXPECT_EQ(said_of_rest("#SBATCH --nodes=2 --gres=gpu:4\n"), "");
  EXPECT_EQ(said_of_rest("#SBATCH --nodes=2 --ntasks-per-node=4 --gpus-per-task=1\n"), "");
}

TEST(OtherRules, NameWhatAPartitionDoesNotGive) {
  EXPECT_EQ(
      said_of_rest(
          "#SBATCH -p small-g\n#SBATCH --nodes=8\n#SBATCH --gpus-per-node=9\n#SBATCH --time=4-0\n#SBATCH "
          "--mem=600G\n",
          "lumi"),
      "beyond-partition error 3: 8 nodes are asked for, and partition 'small-g' gives 4 nodes | \n"
      "beyond-partition error 4: 9 GPUs a node are asked for, and partition 'small-g' gives 8 GPUs a node | "
      "\n"
      "beyond-partition error 6: 600G a node are asked for, and partition 'small-g' gives 480G a node | \n"
      "beyond-partition error 5: 4 d are asked for, and partition 'small-g' gives 3 d | \n");
  EXPECT_EQ(said_of_rest("#SBATCH -p small-g -N4 --gpus-per-node=8 --time=3-0 --mem=480G\n", "lumi"), "");
  EXPECT_EQ(said_of_rest("#SBATCH -p elsewhere -N400 --time=30-0\n", "lumi"), "");
  EXPECT_EQ(said_of_rest("#SBATCH -N400 --time=30-0\n", "lumi"), "");  // the partition is not said
  EXPECT_EQ(said_of_rest("#SBATCH -p small-g -N400 --time=30-0\n"), "");
}

TEST(OtherRules, NameAMissingFolderOfTheOutput) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.path() / "logs");
  const auto of = [&](const std::string& directives) {
    return findings_of(other_rules(), "#!/bin/bash\n#SBATCH " + directives + "\n", nullptr, folder.path());
  };
  EXPECT_EQ(
      of("--output=log/%j.out"),
      "output-folder-missing warning 2: there is no folder 'log' for the job's output | before sbatch: mkdir "
      "-p log; in the script it is too late\n");
  for (const auto* const directives :
       {"--output=logs/%j.out", "--output=%j.out", "-o %x/%j.out", "-e $HOME/a/b.err",
        "--output=/no/such/cluster/a.out", "-D /no/such -o log/a.out"})
    EXPECT_EQ(of(directives), "") << directives;
  EXPECT_EQ(said_of_rest("#SBATCH --output=log/%j.out\n"), "");  // nobody knows where sbatch is called
}

TEST(OtherRules, NameAMonitorThatNeverEnds) {
  EXPECT_EQ(
      said_of_rest("nvidia-smi --query-gpu=power.draw --format=csv -l 1 >x &\nsrun ./a &\nwait\n"),
      "endless-monitor warning 2: 'wait' waits for nvidia-smi, which never ends | write: monitor=$! behind "
      "it, and: kill $monitor in place of wait\n");
  EXPECT_EQ(
      said_of_rest("while true; do nvidia-smi >>x; done &\n./a\n"),
      "endless-monitor warning 2: this loop asks for the GPUs' state without a pause | add to the loop: "
      "sleep 10\n");
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
