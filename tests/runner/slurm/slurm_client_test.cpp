#include <gtest/gtest.h>

#include <cstdlib>

#include "core/files.hpp"
#include "runner/slurm/slurm_client.hpp"
#include "tests/runner/slurm/stand_in_clients.hpp"
#include "tests/temporary_folder.hpp"

namespace scalegen::slurm {
namespace {

TEST(SlurmClient, IsStartedWithoutWhatItWouldTakeForOptions) {
  EXPECT_EQ(without_slurm_options({"PATH=/usr/bin", "SBATCH_PARTITION=gpu", "SLURM_JOB_ID=7",
                                   "SLURM_MEM_PER_NODE=4000", "SALLOC_ACCOUNT=a", "SRUN_CPUS_PER_TASK=4",
                                   "SQUEUE_FORMAT=%i", "SACCT_FORMAT=JobID", "SCANCEL_STATE=PENDING",
                                   "SINFO_FORMAT=%N", "MY_SLURM_NOTE=kept", "SLURM_CONF=/etc/slurm.conf",
                                   "SLURM_CLUSTERS=cm2", "SLURM_JWT=token", "SLURM_CONFUSED=1"}),
            (std::vector<std::string>{"PATH=/usr/bin", "MY_SLURM_NOTE=kept", "SLURM_CONF=/etc/slurm.conf",
                                      "SLURM_CLUSTERS=cm2", "SLURM_JWT=token"}));
}

TEST(SlurmClient, DoesNotSeeTheJobThatTheToolRunsIn) {
  const StandInClients clients;
  clients.put("squeue", "echo \"${SLURM_JOB_ID-none} ${SQUEUE_STATES-none} $SLURM_CONF\"");
  ::setenv("SLURM_JOB_ID", "7", 1);
  ::setenv("SQUEUE_STATES", "PENDING", 1);
  ::setenv("SLURM_CONF", "/etc/slurm.conf", 1);
  const auto answer = run_client({"squeue"});
  for (const auto* name : {"SLURM_JOB_ID", "SQUEUE_STATES", "SLURM_CONF"}) ::unsetenv(name);
  EXPECT_EQ(answer.value().out, "none none /etc/slurm.conf\n");
}

TEST(SlurmClient, IsMissedInWords) {
  const StandInClients clients;
  clients.take_away_all();
  EXPECT_EQ(render(run_client({"sbatch"}).error()),
            "error: there is no sbatch here\n"
            "      = note: cannot start 'sbatch': No such file or directory\n"
            "      = hint: run this on a login node of the cluster\n");
}

namespace fs = std::filesystem;

/// A PATH in which another scontrol stands before the machine's own.
class AskSlurm : public testing::Test {
 protected:
  ~AskSlurm() override { ::setenv("PATH", path_.c_str(), 1); }
  void use_scontrol(const std::string& script) {
    use("sacctmgr", "exit 1\n");
    use("scontrol", script);
  }
  void use(const std::string& name, const std::string& script) {
    const auto program = folder_.path() / name;
    ASSERT_TRUE(write_file(program, "#!/bin/bash\n" + script));
    fs::permissions(program, fs::perms::owner_all);
    ::setenv("PATH", (folder_.path().string() + ":" + path_).c_str(), 1);
  }

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
  EXPECT_EQ(answers->qos, "");
}

TEST_F(AskSlurm, WritesQosAsRecords) {
  use_scontrol("true\n");
  use("sacctmgr", "echo 'normal||||'\necho 'few|node=2,gres/gpu=3||cpu=9|00:05:00'\necho \"$*\"\n");
  EXPECT_EQ(ask_slurm().value().qos,
            "Name=normal MaxTRES= MaxTRESPU= GrpTRES= MaxWall=\n"
            "Name=few MaxTRES=node=2,gres/gpu=3 MaxTRESPU= GrpTRES=cpu=9 MaxWall=00:05:00\n");
}

TEST_F(AskSlurm, HandsOnWhyItCannotAnswer) {
  use_scontrol("[[ $3 == partition ]] || { echo 'Unable to contact slurm controller' >&2; exit 1; }\n");
  EXPECT_EQ(render(ask_slurm().error()),
            "error: 'scontrol show node' ended with 1\n"
            "      = note: Unable to contact slurm controller\n");
}

}  // namespace
}  // namespace scalegen::slurm
