#include "runner/slurm/slurm_client.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "core/files.hpp"
#include "tests/temporary_folder.hpp"

namespace scalegen::slurm {
namespace {

namespace fs = std::filesystem;

/// A PATH in which another scontrol stands before the machine's own, or none at all.
class AskSlurm : public testing::Test {
 protected:
  ~AskSlurm() override { ::setenv("PATH", path_.c_str(), 1); }
  void use_scontrol(const std::string& script) {
    const auto program = folder_.path() / "scontrol";
    ASSERT_TRUE(write_file(program, "#!/bin/bash\n" + script));
    fs::permissions(program, fs::perms::owner_all);
    ::setenv("PATH", (folder_.path().string() + ":" + path_).c_str(), 1);
  }
  void use_none() { ::setenv("PATH", folder_.path().c_str(), 1); }

 private:
  TemporaryFolder folder_;
  std::string path_ = std::getenv("PATH");
};

TEST_F(AskSlurm, KeepsWhatItSaysOfPartitionsNodesAndConfig) {
  use_scontrol("echo \"$# $*\"\n");
  const auto answers = ask_slurm();
  ASSERT_TRUE(answers) << render(answers.error());
  EXPECT_EQ(answers->partitions, "3 --oneliner show partition\n");
  EXPECT_EQ(answers->nodes, "3 --oneliner show node\n");
  EXPECT_EQ(answers->config, "3 --oneliner show config\n");
}

TEST_F(AskSlurm, HandsOnWhyItCannotAnswer) {
  use_scontrol("[[ $3 == partition ]] || { echo 'Unable to contact slurm controller' >&2; exit 1; }\n");
  EXPECT_EQ(render(ask_slurm().error()),
            "error: 'scontrol show node' ended with 1\n"
            "      = note: Unable to contact slurm controller\n");
}

TEST_F(AskSlurm, SaysThatThereIsNone) {
  use_none();
  EXPECT_EQ(render(ask_slurm().error()),
            "error: there is no scontrol here\n"
            "      = note: cannot start 'scontrol': No such file or directory\n"
            "      = hint: run this on a login node of the cluster\n");
}

}  // namespace
}  // namespace scalegen::slurm
