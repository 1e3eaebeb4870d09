#include "app/imported_script.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "core/files.hpp"
#include "generator/sweep_file/sweep_reader.hpp"
#include "tests/cited.hpp"
#include "tests/golden.hpp"
#include "tests/temporary_folder.hpp"

namespace scalegen {
namespace {

namespace fs = std::filesystem;

fs::path scripts() { return fs::path(SCALEGEN_TESTS_DIR) / "golden" / "imported"; }

std::vector<std::string> names_of_scripts() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(scripts()))
    if (entry.path().extension() == ".sh") names.push_back(entry.path().stem().string());
  std::ranges::sort(names);
  return names;
}

/// What import says, with the script's name alone.
std::string error_of(const std::string& text) {
  const TemporaryFolder folder;
  const auto script = folder.path() / "job.sh";
  EXPECT_TRUE(write_file(script, text));
  const auto imported = import_job_script({.file = script.string()});
  if (imported) return imported->yaml;
  auto message = render(imported.error());
  const auto path = folder.path().string() + "/";
  for (auto at = message.find(path); at != std::string::npos; at = message.find(path))
    message.erase(at, path.size());
  return message;
}

class ScriptOfSomebody : public testing::TestWithParam<std::string> {};

TEST_P(ScriptOfSomebody, BecomesThisSweep) {
  const auto& name = GetParam();
  const auto file = scripts() / (name + ".sh");
  const auto imported = import_job_script({.file = file.string(), .log = ""});
  ASSERT_TRUE(imported) << render(imported.error());
  auto told = imported->told;
  const auto folder = scripts().string() + "/";
  for (auto at = told.find(folder); at != std::string::npos; at = told.find(folder))
    told.erase(at, folder.size());
  expect_golden("imported/" + name + ".yaml", imported->yaml);
  expect_golden("imported/" + name + ".told", told);
}

TEST_P(ScriptOfSomebody, IsASweepFileWithoutMistakes) {
  const auto imported = import_job_script({.file = (scripts() / (GetParam() + ".sh")).string()});
  ASSERT_TRUE(imported) << render(imported.error());
  const auto sweep = read_sweep("job.yaml", imported->yaml);
  ASSERT_TRUE(sweep) << render(sweep.error());
  EXPECT_EQ(render(sweep->mistakes), "");
}

INSTANTIATE_TEST_SUITE_P(All, ScriptOfSomebody, testing::ValuesIn(names_of_scripts()),
                         [](const auto& name) { return name.param; });

TEST(ImportedScript, OnlyASingleJobOfBashIsOne) {
  EXPECT_EQ(error_of("#!/bin/bash\n#SBATCH --array=0-3\nsrun ./a\n"),
            cited("job.sh:2:9: error: the script is a job array, and a run of a sweep is one job",
                  "#SBATCH --array=0-3",
                  "remove the line, and write the values of one task in place of $SLURM_ARRAY_TASK_ID"));
  EXPECT_EQ(error_of("#!/bin/bash\n#SBATCH -n 2\n#SBATCH hetjob\n#SBATCH -n 4\nsrun ./a\n"),
            cited("job.sh:3:9: error: the script is a heterogeneous job, and a rung has nodes of one kind",
                  "#SBATCH hetjob", "import a script for one of its parts"));
  EXPECT_EQ(error_of("#!/bin/bash\nfor n in 1 2; do\n  sbatch -N $n job.sh\ndone\n"),
            cited("job.sh:3:3: error: the script submits jobs of its own with sbatch",
                  "  sbatch -N $n job.sh", "import the script that it submits"));
  EXPECT_EQ(error_of("#!/bin/bash\n#SBATCH --mem=10 G\nsrun ./a\n"),
            cited("job.sh:2:18: error: sbatch refuses 'G' here", "#SBATCH --mem=10 G",
                  "'scalegen lint job.sh' says why"));
  EXPECT_EQ(error_of("#!/bin/bash\n#SBATCH -n 2\nsrun ./a\n#BSUB -n 4\n"),
            cited("job.sh:4:1: error: sbatch also reads the options of this line, wherever it stands",
                  "#BSUB -n 4", "write them as #SBATCH, and remove the line"));
  EXPECT_EQ(error_of("#!/bin/tcsh\nsrun ./a\n"),
            cited("job.sh:1:1: error: a script that can be imported begins with #!/bin/bash", "#!/bin/tcsh",
                  "write it for bash"));
  EXPECT_EQ(error_of("#!/bin/bash\nsrun ./a \"$1\"\n"),
            cited("job.sh:2:10: error: the script reads its arguments, which a sweep does not give it",
                  "srun ./a \"$1\"", "write their values into the script"));
  EXPECT_EQ(error_of("#!/bin/bash\nsrun ./a {ranks}\n"),
            cited("job.sh:2:10: error: a sweep takes '{ranks}' for a placeholder of its own",
                  "srun ./a {ranks}", "write it in another way, such as \"{\"ranks\"}\""));
  EXPECT_EQ(error_of("#!/bin/bash\n#SBATCH --gres=gpu:$N\nsrun ./a\n"),
            cited("job.sh:2:9: error: '--gres' is no number here, so the size of the script is not known",
                  "#SBATCH --gres=gpu:$N", "write the number into the line"));
  EXPECT_EQ(
      error_of("#!/bin/bash\n#SBATCH --cpus-per-task=72.\nsrun ./a\n"),
      cited("job.sh:2:9: error: '--cpus-per-task' is no number here, so the size of the script is not known",
            "#SBATCH --cpus-per-task=72.", "write the number into the line"));
  EXPECT_EQ(error_of("#!/bin/bash\nmodule load x\n"), "error: 'job.sh' starts no program\n");
}

/// What import says of a script with these options, in its second line.
std::string size_of(const std::string& options) {
  const auto said = error_of("#!/bin/bash\n#SBATCH " + options + "\nsrun ./a\n");
  return said.starts_with("job.sh:2:") ? said : said.substr(0, said.find("name:"));
}

// Slurm puts 14 of 15 tasks on the first of two nodes, and refuses what does not fit its nodes.
TEST(ImportedScript, AnUnevenSizeIsNoRung) {
  EXPECT_EQ(error_of("#!/bin/bash\n#SBATCH --nodes=2 --ntasks=15 --time=10\nsrun ./heat 100 100\n"),
            cited("job.sh:2:19: error: no rung has 15 tasks on 2 nodes: it has as many on each node",
                  "#SBATCH --nodes=2 --ntasks=15 --time=10",
                  "write --nodes and --ntasks-per-node, and no --ntasks"));
  EXPECT_EQ(
      size_of("--nodes=2 --ntasks=16 --ntasks-per-node=4"),
      cited("job.sh:2:19: error: no rung has 16 tasks on 2 nodes with 4 a node: it has as many on each node",
            "#SBATCH --nodes=2 --ntasks=16 --ntasks-per-node=4",
            "write --nodes and --ntasks-per-node, and no --ntasks"));
  EXPECT_EQ(size_of("--ntasks=15 --ntasks-per-node=8"),
            cited("job.sh:2:9: error: no rung has 15 tasks with 8 a node: it has as many on each node",
                  "#SBATCH --ntasks=15 --ntasks-per-node=8",
                  "write --nodes and --ntasks-per-node, and no --ntasks"));
  EXPECT_EQ(size_of("--nodes=2 --gpus=3"),
            cited("job.sh:2:19: error: no rung has 3 GPUs on 2 nodes: it has as many on each node",
                  "#SBATCH --nodes=2 --gpus=3", "write --nodes and --gpus-per-node, and no --gpus"));
  EXPECT_EQ(size_of("--nodes=2 --gpus=6 --gpus-per-task=2"),
            cited("job.sh:2:19: error: no rung has 3 tasks on 2 nodes: it has as many on each node",
                  "#SBATCH --nodes=2 --gpus=6 --gpus-per-task=2",
                  "write --nodes and --ntasks-per-node, and no --ntasks"));
}

TEST(ImportedScript, ASizeThatIsNotReadIsRefused) {
  for (const std::string nodes : {"2k", "1,2,4", "0", "+2"})
    EXPECT_EQ(size_of("-N " + nodes),
              cited("job.sh:2:9: error: '--nodes' is no number here, so the size of the script is not known",
                    "#SBATCH -N " + nodes, "write the number into the line"));
  EXPECT_EQ(size_of("--gpus=8 --ntasks-per-gpu=2"),
            cited("job.sh:2:18: error: the size of a script is not read from --ntasks-per-gpu",
                  "#SBATCH --gpus=8 --ntasks-per-gpu=2", "write --ntasks and --gpus in its place"));
  EXPECT_EQ(
      size_of("-N 1 --sockets-per-node=2 --gpus-per-socket=2"),
      cited("job.sh:2:35: error: the size of a script is not read from --gpus-per-socket",
            "#SBATCH -N 1 --sockets-per-node=2 --gpus-per-socket=2", "write --gpus-per-node in its place"));
}

// In a script that is named with its folder, sbatch may be called in another one.
TEST(ImportedScript, TheFolderOfSbatchIsThatOfTheScript) {
  const TemporaryFolder folder;
  const auto script = std::string("#!/bin/bash\n# in $SLURM_SUBMIT_DIR\ncd \"${SLURM_SUBMIT_DIR}/..\"\n") +
                      "bash -c 'ls $SLURM_SUBMIT_DIR'\n";
  EXPECT_TRUE(write_file(folder.path() / "job.sh", script));
  const auto elsewhere = import_job_script({.file = (folder.path() / "job.sh").string()});
  ASSERT_TRUE(elsewhere);
  EXPECT_EQ(elsewhere->told.find("SWEEP"), std::string::npos);
  const auto before = fs::current_path();
  fs::current_path(folder.path());
  const auto here = import_job_script({.file = "job.sh"});
  fs::current_path(before);
  ASSERT_TRUE(here);
  EXPECT_EQ(here->told,
            "job.sh:3: the folder of the script, from wherever a run is submitted\n"
            "-cd \"${SLURM_SUBMIT_DIR}/..\"\n"
            "+cd \"${SCALEGEN_SWEEP_DIR}/..\"\n"
            "job.sh:4: the folder of the script, from wherever a run is submitted\n"
            "-bash -c 'ls $SLURM_SUBMIT_DIR'\n"
            "+bash -c 'ls $SCALEGEN_SWEEP_DIR'\n");
}

TEST(ImportedScript, OfARangeOfNodesTheFewestAreTaken) {
  EXPECT_EQ(
      size_of("-N 2-4 -n 8"),
      "# From job.sh, which asks for 2x4cpu.\n"
      "# CHECK: the script takes 2 to 4 nodes, as Slurm has them; a rung says it, here 2\n"
      "# CHECK: the script does not say how many of its 8 tasks are on each of its 2 nodes, and Slurm may "
      "fill the first; here each has 4\n");
  for (const auto* const even : {"-N 2 -n 8 --ntasks-per-node=4", "-N 2-2 -n 8", "-n 8 --ntasks-per-node=4"})
    EXPECT_EQ(size_of(even).substr(0, 38), "# From job.sh, which asks for 2x4cpu.\n") << even;
  EXPECT_EQ(size_of("-n 4 --ntasks-per-node=8").substr(0, 36), "# From job.sh, which asks for 4cpu.\n");
}

TEST(ImportedScript, WhatNoSweepCanHoldIsRefused) {
  EXPECT_EQ(error_of("#!/bin/bash\r\nsrun ./a\r\n"),
            "error: 'job.sh' is no script that a sweep can hold: it has control characters or no UTF-8\n"
            "      = hint: remove the carriage returns: sbatch refuses them, too\n");
  EXPECT_EQ(error_of(std::string("#!/bin/bash\nsrun ./a\0b\n", 22)),
            "error: 'job.sh' is no script that a sweep can hold: it has control characters or no UTF-8\n");
  EXPECT_EQ(error_of("#!/bin/bash\nsrun ./a " + std::string(100'000, 'x') + "\n"),
            "error: 'job.sh' is no script that a sweep can hold: it has more than 100 kB\n");
  EXPECT_EQ(error_of(""),
            "job.sh:1:1: error: a script that can be imported begins with #!/bin/bash\n"
            "      = hint: write it for bash\n");
}

// It may hold the script's secrets.
TEST(ImportedScript, HasThePermissionsOfItsScript) {
  const TemporaryFolder folder;
  const auto script = folder.path() / "job.sh";
  ASSERT_TRUE(write_file(script, "#!/bin/bash\n"));
  for (const auto mode : {0700U, 0600U, 0640U, 0664U}) {
    std::filesystem::permissions(script, std::filesystem::perms(mode));
    const auto sweep = write_imported(script.string(), {"a: 1\n", ""});
    ASSERT_TRUE(sweep) << render(sweep.error());
    EXPECT_EQ(std::filesystem::status(*sweep).permissions(), std::filesystem::perms(mode & 0666U));
    EXPECT_EQ(read_file(*sweep), "a: 1\n");
    std::filesystem::remove(*sweep);
  }
}

// A login node is not for programs.
TEST(ImportedScript, ThatNamesAPartitionAsksWhereSbatchIsAtHand) {
  const TemporaryFolder folder;
  const auto script = (folder.path() / "job.sh").string();
  const std::string path = std::getenv("PATH");
  ASSERT_TRUE(write_file(script, "#!/bin/bash\n#SBATCH --time=10 -p gpu\n./a\n"));
  ASSERT_TRUE(write_file(folder.path() / "sbatch", "#!/bin/sh\n"));
  std::filesystem::permissions(folder.path() / "sbatch", std::filesystem::perms::owner_all);
  ::setenv("PATH", (folder.path().string() + ":" + path).c_str(), 1);
  const auto refused = check_is_for_this_machine(script);
  ASSERT_TRUE(write_file(script, "#!/bin/bash\n#SBATCH --time=10\n./a\n"));
  EXPECT_TRUE(check_is_for_this_machine(script));
  ::setenv("PATH", path.c_str(), 1);
  ASSERT_FALSE(refused);
  EXPECT_EQ(
      render(refused.error()),
      script +
          ":2:19: error: the script names a partition, and sbatch is here: its runs may be jobs, or run on "
          "this machine\n"
          "    2 | #SBATCH --time=10 -p gpu\n"
          "      |                   ^\n"
          "      = hint: for jobs, --cluster NAME: see 'scalegen clusters list', or 'scalegen clusters "
          "detect' for a profile of this one; to run on this machine, --cluster local\n");
}

// What `sweep <(make_a_sweep)` is given can be read once.
TEST(ImportedScript, APipeIsNoneAndKeepsItsFirstBytes) {
  std::array<int, 2> pipe{};
  ASSERT_EQ(::pipe(pipe.data()), 0);
  ASSERT_EQ(::write(pipe[1], "name: a\n", 8), 8);
  ::close(pipe[1]);
  const auto path = fmt::format("/dev/fd/{}", pipe[0]);
  EXPECT_FALSE(is_script(path));
  EXPECT_EQ(read_file(path), "name: a\n");
  ::close(pipe[0]);
}

}  // namespace
}  // namespace scalegen
