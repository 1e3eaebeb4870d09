#include "runner/slurm/slurm_client.hpp"

#include "tests/runner/slurm/stand_in_clients.hpp"

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

TEST(SlurmClient, IsSentToAnotherClusterByName) {
  const StandInClients clients;
  clients.answer("scancel", "");
  ASSERT_TRUE(run_client({"scancel", "7"}, "cm2"));
  ASSERT_TRUE(run_client({"scancel", "8"}, ""));
  EXPECT_EQ(clients.calls(), (std::vector<std::string>{"scancel --clusters=cm2 7", "scancel 8"}));
}

TEST(SlurmClient, IsMissedInWords) {
  const StandInClients clients;
  clients.take_away_all();
  EXPECT_EQ(render(run_client({"sbatch"}).error()),
            "error: there is no sbatch here\n"
            "      = note: cannot start 'sbatch': No such file or directory\n"
            "      = hint: run this on a login node of the cluster\n");
}

}  // namespace
}  // namespace scalegen::slurm
