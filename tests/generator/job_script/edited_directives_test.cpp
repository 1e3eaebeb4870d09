#include "generator/job_script/edited_directives.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/text.hpp"

namespace scalegen {
namespace {

const std::string kBody = "\nsrun ./train\n";

WantedRequest two_gpus() {
  return {.rung = "2gpu", .tasks_per_node = 2, .cpus_per_node = 16, .gpus_per_node = 2, .why_size = "why"};
}

/// The lines that change, as the diff has them, and the warnings.
std::string edits(const std::string& head, const WantedRequest& wanted, const std::string& body = kBody) {
  const auto edited = edited_directives(read_job_script("job.sh", "#!/bin/bash\n" + head + body), wanted);
  std::string text;
  for (const auto& line : lines_of(edited.diff))
    if ((line.starts_with('-') && !line.starts_with("---")) ||
        (line.starts_with('+') && !line.starts_with("+++")))
      text += line + "\n";
  return text + render(edited.warnings);
}

TEST(EditedDirectives, ReplaceValuesAndNothingElseOfTheFile) {
  const auto script =
      read_job_script("job.sh",
                      "#!/bin/bash\n#SBATCH -N2 -n 8  # mine\n#SBATCH --cpus-per-task=\"4\"\t\n"
                      "# why\n#SBATCH --gres=lscratch:10,gpu:a100:4 --time 5\n\nsrun ./train");
  const auto edited = edited_directives(script, two_gpus());
  EXPECT_EQ(edited.text,
            "#!/bin/bash\n#SBATCH -N1 -n 2  # mine # scalegen advises 2gpu: why\n#SBATCH "
            "--cpus-per-task=\"8\"\t # scalegen advises 2gpu: why\n# why\n#SBATCH "
            "--gres=lscratch:10,gpu:a100:2 --time 5 # scalegen advises 2gpu: why\n\nsrun ./train");
  EXPECT_EQ(edited.diff,
            "--- job.sh\n+++ job.sh\n@@ -1,7 +1,7 @@\n #!/bin/bash\n-#SBATCH -N2 -n 8  # mine\n"
            "+#SBATCH -N1 -n 2  # mine # scalegen advises 2gpu: why\n-#SBATCH --cpus-per-task=\"4\"\t\n"
            "+#SBATCH --cpus-per-task=\"8\"\t # scalegen advises 2gpu: why\n # why\n"
            "-#SBATCH --gres=lscratch:10,gpu:a100:4 --time 5\n"
            "+#SBATCH --gres=lscratch:10,gpu:a100:2 --time 5 # scalegen advises 2gpu: why\n \n srun ./train\n"
            "\\ No newline at end of file\n");
  EXPECT_EQ(edited.warnings, Diagnostics{});
}

TEST(EditedDirectives, SpeakTheDialectOfTheScript) {
  const auto value = [](const std::string& option) {
    const auto text = edits("#SBATCH -N 1 --ntasks=2 --gpus=2 " + option, two_gpus());
    const auto at = text.find("\n+");
    return text.substr(std::min(text.size(), at + 35), text.find(" # scalegen") - at - 35);
  };
  EXPECT_EQ(value("--gpus-per-node=a100:4"), "--gpus-per-node=a100:2");
  EXPECT_EQ(value("--gres=gpu:3090:4(S:0-1)"), "--gres=gpu:3090:2(S:0-1)");
  EXPECT_EQ(value("--gres=gpu"), "--gres=gpu:2");
  EXPECT_EQ(value("--gres=gres:gpu:h100"), "--gres=gres:gpu:h100:2");
  EXPECT_EQ(value("--gpus-per-task=2"), "--gpus-per-task=1");
  EXPECT_EQ(value("--ntasks-per-gpu=2"), "--ntasks-per-gpu=1");
  EXPECT_EQ(value("--cpus-per-gpu=2"), "--cpus-per-gpu=8");
  EXPECT_EQ(value("--ntasks-per-no 4"), "--ntasks-per-no 2");
}

TEST(EditedDirectives, NoCommentBecomesALineOfItsOwn) {
  auto wanted = two_gpus();
  wanted.rung = "2gpu (args\nrm x)";
  EXPECT_EQ(
      edits("#SBATCH -N2 -n2 --gpus=2\n", wanted),
      "-#SBATCH -N2 -n2 --gpus=2\n+#SBATCH -N1 -n2 --gpus=2 # scalegen advises 2gpu (args rm x): why\n");
}

TEST(EditedDirectives, QuotedWordsAreNoCommentOfAnEarlierAdvice) {
  const std::string head = "#SBATCH --comment=\"x # scalegen advises y\" --gpus-per-node=4 -N1 -n2";
  const std::string edited = "+#SBATCH --comment=\"x # scalegen advises y\" --gpus-per-node=2 -N1 -n2";
  EXPECT_EQ(edits(head + "\n", two_gpus()), "-" + head + "\n" + edited + " # scalegen advises 2gpu: why\n");
  EXPECT_EQ(edits(head + " # scalegen advises 4gpu: b\n", two_gpus()),
            "-" + head + " # scalegen advises 4gpu: b\n" + edited + " # scalegen advises 2gpu: why\n");
}

TEST(EditedDirectives, TheLastOfTwoAlikeCounts) {
  EXPECT_EQ(edits("#SBATCH -N 4 --ntasks-per-node=2\n#SBATCH --gpus-per-node=2 --nodes=2-4\n", two_gpus()),
            "-#SBATCH --gpus-per-node=2 --nodes=2-4\n"
            "+#SBATCH --gpus-per-node=2 --nodes=1 # scalegen advises 2gpu: why\n");
}

TEST(EditedDirectives, MemoryAndTimeAreChangedIfTheyAreKnown) {
  auto wanted = two_gpus();
  const std::string head =
      "#SBATCH -N1 -n2 --gpus=2\n#SBATCH --mem=8192M --time=2:00:00\n#SBATCH --mem-per-cpu=4G\n";
  EXPECT_EQ(edits(head, wanted), "");
  wanted.memory_mib_per_node = 8192;
  wanted.why_memory = "held";
  EXPECT_EQ(edits(head, wanted),
            "-#SBATCH --mem-per-cpu=4G\n+#SBATCH --mem-per-cpu=512M # scalegen advises 2gpu: held\n");
  wanted.time = std::chrono::hours{3};
  wanted.why_time = "takes";
  EXPECT_EQ(edits(head, wanted),
            "-#SBATCH --mem=8192M --time=2:00:00\n"
            "+#SBATCH --mem=8192M --time=03:00:00 # scalegen advises 2gpu: held; takes\n"
            "-#SBATCH --mem-per-cpu=4G\n+#SBATCH --mem-per-cpu=512M # scalegen advises 2gpu: held\n");
  EXPECT_EQ(
      edits("#SBATCH -N1 -n2 --gpus=2 --mem=0 --mem-bind=local --mem-per-gpu=4G\n",
            {.rung = "2gpu", .tasks_per_node = 2, .gpus_per_node = 2, .memory_mib_per_node = 5}),
      "-#SBATCH -N1 -n2 --gpus=2 --mem=0 --mem-bind=local --mem-per-gpu=4G\n"
      "+#SBATCH -N1 -n2 --gpus=2 --mem=0 --mem-bind=local --mem-per-gpu=3M # scalegen advises 2gpu: \n");
}

TEST(EditedDirectives, WhatTheSizeNeedsIsAddedBehindTheLastDirective) {
  const std::string head = "#SBATCH -J x\n# a comment\n";
  EXPECT_EQ(edits(head, two_gpus()),
            "+#SBATCH --nodes=1 # scalegen advises 2gpu: why\n"
            "+#SBATCH --ntasks-per-node=2 # scalegen advises 2gpu: why\n"
            "+#SBATCH --gpus-per-node=2 # scalegen advises 2gpu: why\n");
  EXPECT_EQ(edits(head, {.rung = "8cpu", .cpus_per_node = 8, .why_size = "why"}),
            "+#SBATCH --cpus-per-task=8 # scalegen advises 8cpu: why\n");
  EXPECT_EQ(edits(head, {.rung = "1cpu"}), "");
  EXPECT_EQ(
      edits("#SBATCH -n 8 --ntasks-per-node=8\n", {.rung = "8cpu", .tasks_per_node = 8, .cpus_per_node = 8}),
      "");
}

TEST(EditedDirectives, WhatTheyCannotSayIsNamed) {
  EXPECT_EQ(edits("#SBATCH -N1 -n2 --gres=gpu:a100:2,gpu:v100:2 --nodelist=n[1-4]\n", two_gpus()),
            "job.sh:2:17: warning: '--gres' may not fit 2gpu, and is not changed\n"
            "    2 | #SBATCH -N1 -n2 --gres=gpu:a100:2,gpu:v100:2 --nodelist=n[1-4]\n"
            "      |                 ^\n"
            "job.sh:2:46: warning: '--nodelist' may not fit 2gpu, and is not changed\n"
            "    2 | #SBATCH -N1 -n2 --gres=gpu:a100:2,gpu:v100:2 --nodelist=n[1-4]\n"
            "      |                                              ^\n");
}

TEST(EditedDirectives, NumbersOfTheBodyThatWereTheSizeAreNamed) {
  const auto numbers = [](const std::string& line) {
    const auto script =
        read_job_script("job.sh", "#!/bin/bash\n#SBATCH -N 2 --ntasks-per-node=4 --gpus-per-node=4\n" + line);
    std::string columns;
    for (const auto& warning : edited_directives(script, two_gpus()).warnings)
      columns += std::to_string(warning.cited->column) + " " + warning.hint + "\n";
    return columns;
  };
  EXPECT_EQ(numbers("torchrun --nproc_per_node=4 --nnodes 2 x\n"), "27 write 2\n38 write 1\n");
  EXPECT_EQ(numbers("export GPUS_PER_NODE=4 WORLD_SIZE=8\n"), "22 write 2\n35 write 2\n");
  EXPECT_EQ(numbers("srun -n 8 ./x\n"), "9 write 2\n");
  EXPECT_EQ(numbers("mpirun --bind-to core \\\n -np 8 ./x\n"), "6 write 2\n");
  EXPECT_EQ(numbers("head -n 8 x; srun ./x; tail -n 8 x\n# --nproc_per_node=4\nMY_GPUS_PER_NODE=4\n"), "");
  EXPECT_EQ(numbers("srun -n 1 hostname; torchrun --nproc_per_node=$N --devices 40 x\n"), "");
}

// Whatever the dialect: what lies outside the values and the comments is the same, and a second time nothing
// changes.
TEST(EditedDirectives, KeepAllOtherBytesAndEndWithTheFirstTime) {
  auto wanted = two_gpus();
  wanted.time = std::chrono::hours{3};
  wanted.why_time = "takes";
  for (const std::string head :
       {"#SBATCH -N 4 -n16 -c 2 # \xE9\n", "#SBATCH --gres='gpu:a100:4' -t 10\n",
        "\n#SBATCH -HN4\t--time=1-0 \n#\n", "#SBATCH --nodes=4 --comment='--nodes=4' --nodes 4 # --nodes=4\n",
        "#SBATCH --gpus=v100:16 --mem=4G -t1:00\n", "#SBATCH\n#SBATCH --job-name=4 -N4\n",
        "#SBATCH -N 1 # scalegen advises 9gpu: old; reasons\n"}) {
    const auto script = read_job_script("job.sh", "#!/bin/sh\n" + head + "\n# \xFF\n#SBATCH -N 4\n" + kBody);
    const auto once = edited_directives(script, wanted);
    const auto again = edited_directives(read_job_script("job.sh", once.text), wanted);
    EXPECT_EQ(again.text, once.text);
    EXPECT_EQ(again.diff, "");
    const auto old = lines_of(script.text);
    std::size_t k = 0;
    for (const auto& line : lines_of(once.text)) {
      if (line.find("# scalegen advises 2gpu: ") == std::string::npos) {
        EXPECT_EQ(line, old[k]);
      }
      if (line.starts_with("#SBATCH --gpus-per-node=2 #") ||
          line.starts_with("#SBATCH --ntasks-per-node=2 #"))
        continue;
      ++k;
    }
    EXPECT_EQ(k, old.size());
  }
}

}  // namespace
}  // namespace scalegen
