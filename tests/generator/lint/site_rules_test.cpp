#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "findings_of.hpp"
#include "generator/profile/profile_reader.hpp"

namespace scalegen::lint {
namespace {

/// What the rules of sites find in a script with an account.
std::string found(const std::string& text, const Profile& profile) {
  return findings_of(site_rules(), "#!/bin/bash\n#SBATCH -A a\n" + text,
                     profile.name.empty() ? nullptr : &profile);
}

std::string found(const std::string& text, const std::string& cluster = "") {
  return found(text, cluster.empty() ? Profile{} : find_profile(cluster).value());
}

TEST(SiteRules, HaveExamplesThatHold) {
  auto olivia = find_profile("olivia").value();
  olivia.needs_account = false;
  olivia.slurm_version = "22.05";
  expect_examples_hold(site_rules(), &olivia, "");
}

TEST(SiteRules, NameOneGpuOnEachOfSeveralNodes) {
  EXPECT_EQ(found("#SBATCH --nodes=2 --gres=gpu:1\n"),
            "one-gpu-a-node note 3: 2 GPUs are asked for on 2 nodes | the GPUs of one node reach each other "
            "faster: ask for those first\n");
  EXPECT_EQ(found("#SBATCH -p gpu --nodes=2 --gpus=2\n", "cyclone"),
            "one-gpu-a-node warning 3: 2 GPUs are asked for on 2 nodes, and a node of partition 'gpu' has 4 "
            "| the GPUs of one node reach each other faster: ask for those first\n");
  EXPECT_EQ(found("#SBATCH -p grace -N2 --gres=gpu:1\n", "della").substr(0, 14), "beyond-partiti");
  EXPECT_EQ(found("#SBATCH --nodes=2 --gres=gpu:4\n"), "");
  EXPECT_EQ(found("#SBATCH --nodes=2 --ntasks-per-node=4 --gpus-per-task=1\n"), "");
}

TEST(SiteRules, NameWhatAPartitionDoesNotGive) {
  EXPECT_EQ(
      found("#SBATCH -p small-g\n#SBATCH --nodes=8\n#SBATCH --gpus-per-node=9\n#SBATCH --time=4-0\n#SBATCH "
            "--mem=600G\n",
            "lumi"),
      "beyond-partition error 4: the job asks for 8 nodes, and partition 'small-g' gives 4 nodes | \n"
      "beyond-partition error 5: the job asks for 9 GPUs a node, and partition 'small-g' gives 8 GPUs a node "
      "| \n"
      "beyond-partition note 7: the job asks for 600G a node, and partition 'small-g' gives 480G a node | \n"
      "beyond-partition error 6: the job asks for 4 d, and partition 'small-g' gives 3 d | \n");
  EXPECT_EQ(found("#SBATCH -p small-g -N4 --gpus-per-node=8 --time=3-0 --mem=480G\n", "lumi"), "");
  EXPECT_EQ(found("#SBATCH -p elsewhere -N400 --time=30-0\n", "lumi"),
            "refused-by-site note 3: the profile of lumi has no partition 'elsewhere' | known: standard-g, "
            "small-g, dev-g, standard, small, debug\n");
  EXPECT_EQ(found("#SBATCH -N400 --time=30-0\n", "lumi"),  // no partition is named: the most of all
            "beyond-partition error 3: the job asks for 30 d, and lumi gives 3 d | \n");
  EXPECT_EQ(found("#SBATCH -p small-g -N400 --time=30-0\n"), "");
}

TEST(SiteRules, NameMoreCpusThanANodeHas) {
  EXPECT_EQ(found("#SBATCH -p cpu --ntasks-per-node=64\n", "cyclone"),
            "beyond-partition warning 3: the job asks for 64 CPUs a node, and partition 'cpu' gives 40 CPUs "
            "a node | \n");
  EXPECT_EQ(found("#SBATCH -p large --nodes=2\n#SBATCH --ntasks=600\n", "olivia"),
            "beyond-partition warning 4: the job asks for 300 CPUs a node, and partition 'large' gives 256 "
            "CPUs a node | \n");
  EXPECT_EQ(
      found("#SBATCH -n 4 -c 41\n", "cyclone"),
      "beyond-partition warning 3: the job asks for 41 CPUs a node, and cyclone gives 40 CPUs a node | \n");
  for (const auto* const job : {"-p cpu --ntasks-per-node=40", "-p cpu -n 80", "-p cpu -N 1-2 -n 80",
                                "-p cpu --ntasks=80 --ntasks-per-node=80", "-p cpu -N1 -n 80 --overcommit",
                                "-p cpu -N1 -n 80 --hint=multithread", "-p gpu -N 1-2 --gpus=8"})
    EXPECT_EQ(found(std::string("#SBATCH ") + job + "\n", "cyclone"), "") << job;
  EXPECT_EQ(found("#SBATCH -p small-g --ntasks-per-node=8 -c 8\n", "lumi"), "");  // --core-spec=0
}

TEST(SiteRules, NamePartitionsThatTheProfileDoesNotHave) {
  EXPECT_EQ(found("#SBATCH -p gpu\n", "della"),
            "refused-by-site error 3: della chooses the partition 'gpu' itself, and refuses jobs that name "
            "it | remove --partition\n");
  EXPECT_EQ(
      found("#SBATCH -p gpu --gres=gpu:1\n", "olivia"),
      "refused-by-site note 3: the profile of olivia has no partition 'gpu' | known: small, large, accel\n");
  EXPECT_EQ(
      found("#SBATCH --partition=acel\n", "olivia"),
      "refused-by-site note 3: the profile of olivia has no partition 'acel' | did you mean 'accel'?\n");
  for (const auto* const known : {"-p accel", "-p gpu,accel", "--time=10"})
    EXPECT_EQ(found(std::string("#SBATCH ") + known + "\n", "olivia"), "") << known;
  EXPECT_EQ(found("#SBATCH -p gpu80\n", "della"), "");  // as the profile's own
  EXPECT_EQ(found("#SBATCH -p nosuch\n", "generic"), "");
}

TEST(SiteRules, NameGpusOfAnotherModel) {
  EXPECT_EQ(found("#SBATCH -p accel --gres=gpu:a100:1\n", "olivia"),
            "refused-by-site warning 3: partition 'accel' has no GPUs of type 'a100' | \n");
  for (const auto* const gpus : {"gpu:gh200:1", "gpu:GH200:1", "gpu:hopper:1", "gpu:1"})
    EXPECT_EQ(found(fmt::format("#SBATCH -p accel --gres={}\n", gpus), "olivia"), "") << gpus;
  EXPECT_EQ(found("#SBATCH --gres=gpu:h100:1\n", "della"), "");  // in a partition that may be left out
}

TEST(SiteRules, NameWhatTheSiteRefuses) {
  const auto cyclone = find_profile("cyclone").value();
  EXPECT_EQ(findings_of(site_rules(), "#!/bin/bash\n#SBATCH -p cpu\nsrun ./a\n", &cyclone),
            "refused-by-site warning 1: cyclone requires an account, and the job names none | add: #SBATCH "
            "--account=PROJECT, unless sbatch is called with it\n");
  EXPECT_EQ(found("#SBATCH -p large --exclusive --mem-per-cpu=2G\nsrun ./a\n", "olivia"),
            "refused-by-site error 3: partition 'large' refuses jobs that ask for memory | remove "
            "--mem-per-cpu: the job gets all memory of its nodes\n"
            "refused-by-site error 3: olivia refuses --exclusive | ask for all cores or GPUs of a node in "
            "its place\n");
  EXPECT_EQ(found("#SBATCH -p large -N2\nsrun ./a\n", "olivia"), "");
  EXPECT_EQ(found("#SBATCH -p small --mem-per-cpu=2G\nsrun ./a\n", "olivia"), "");
  EXPECT_EQ(found("#SBATCH --mem-per-cpu=2G\nsrun ./a\n", "olivia"), "");
  EXPECT_EQ(found("#SBATCH --exclusive\nsrun ./a\n", "cyclone"), "");
  auto wide = cyclone;
  for (auto& kind : wide.partitions) kind.min_nodes = Located<int>{2, {}};
  EXPECT_EQ(found("#SBATCH -p cpu\nsrun ./a\n", wide),
            "refused-by-site error 3: the job asks for 1 node, and partition 'cpu' takes jobs from 2 nodes "
            "on | \n");
  EXPECT_EQ(found("#SBATCH -N 1\nsrun ./a\n", wide),
            "refused-by-site error 3: the job asks for 1 node, and cyclone takes jobs from 2 nodes on | \n");
  EXPECT_EQ(found("#SBATCH --ntasks=80\nsrun ./a\n", wide), "");  // on as many nodes as it takes
  EXPECT_EQ(found("#SBATCH -N 2-4\nsrun ./a\n", wide), "");
}

TEST(SiteRules, NameProgramsForGpusInJobsWithoutAny) {
  const std::string torchrun = "torchrun --standalone t.py\n";
  EXPECT_EQ(found("#SBATCH -p gpu\n" + torchrun, "cyclone"),
            "no-gpu-asked warning 4: 'torchrun' is started for GPUs, and the job asks for none | add: "
            "#SBATCH --gpus-per-node=1\n");
  EXPECT_EQ(found("#SBATCH -p gpu\nexport NCCL_DEBUG=INFO\nsrun python t.py\n", "cyclone"),
            "no-gpu-asked warning 5: 'python' is started for GPUs, with NCCL, and the job asks for none | "
            "add: #SBATCH --gpus-per-node=1\n");
  EXPECT_EQ(found("#SBATCH -p gpu\ntorchrun --standalone --nproc_per_node=4 t.py\n", "cyclone"),
            "no-gpu-asked warning 4: 'torchrun' is started for GPUs, and the job asks for none | add: "
            "#SBATCH --gpus-per-node=4\n");
  EXPECT_EQ(found("export NCCL_DEBUG=INFO\nsrun python t.py\n", "della"), "");  // the default is for CPUs
  EXPECT_EQ(found("#SBATCH -p gpu\nunset NCCL_DEBUG # NCCL_DEBUG=\npython t.py\n", "cyclone"), "");
  for (const auto* const job :
       {"-p cpu\n", "-p gpu\nexport BACKEND=gloo\n", "-p gpu --gpus-per-node=2\n", "-p gpu --exclusive\n"})
    EXPECT_EQ(found(std::string("#SBATCH ") + job + torchrun, "cyclone"), "") << job;
  EXPECT_EQ(found("#SBATCH -p gpu\npython t.py\n", "cyclone"), "");
  EXPECT_EQ(found("#SBATCH -p standard-g\n" + torchrun, "lumi"), "");  // whole nodes
  EXPECT_EQ(found(torchrun), "");
}

TEST(SiteRules, NamePortsThatJobsShare) {
  const std::string one = "#SBATCH -p gpu --gpus-per-node=1\n";
  const std::string same =
      "fixed-port warning 4: every job of this script takes the same port, and two may share a node | write "
      "for it: $((10000 + SLURM_JOB_ID % 50000))\n";
  EXPECT_EQ(found(one + "export MASTER_PORT=29501\nsrun python t.py\n", "cyclone"), same);
  for (const auto* const options :
       {"--nnodes=2 --rdzv_backend=c10d --rdzv_endpoint=$H:29500", "--rdzv_endpoint localhost",
        "--master-port 1234", "--rdzv_backend=c10d --rdzv-endpoint=localhost:4000"})
    EXPECT_EQ(found(one + "torchrun " + options + " t.py\n", "cyclone"), same) << options;
  EXPECT_EQ(found(one + "torchrun --nproc_per_node 1 t.py\n", "cyclone"),
            "fixed-port warning 4: every torchrun takes port 29500 if it is told of none, and two jobs may "
            "share a node | add to torchrun: --standalone\n");
  for (const auto* const body :
       {"torchrun --standalone t.py", "export MASTER_PORT=$((RANDOM + 1024)) # not 29500\nsrun python t.py",
        "# MASTER_PORT=29500\nsrun python t.py", "torchrun --master_port=$PORT t.py",
        "torchrun --rdzv_backend=c10d --rdzv_endpoint=localhost:0 t.py",
        "torchrun --master_port=2950$SLURM_ARRAY_TASK_ID t.py",
        "MASTER_PORT=29500\n((MASTER_PORT += SLURM_JOB_ID % 1000))\nsrun python t.py",
        "PORT=29500\n((PORT += 1))\ntorchrun --master_port=$PORT t.py",
        "echo \"use: torchrun --master_port=29500\"\npython t.py"})
    EXPECT_EQ(found(one + body + "\n", "cyclone"), "") << body;
  const std::string fixed = "export MASTER_PORT=29501\nsrun python t.py\n";
  for (const auto* const all_of_a_node :
       {"--gpus-per-node=4", "--mem=0", "--ntasks-per-node=2 -c 20", "-n1 --gpus=4"})
    EXPECT_EQ(found(std::string("#SBATCH -p gpu ") + all_of_a_node + "\n" + fixed, "cyclone"), "")
        << all_of_a_node;
  EXPECT_EQ(found("#SBATCH -p standard-g\n" + fixed, "lumi"), "");
  EXPECT_EQ(found(one + fixed), "");
}

TEST(SiteRules, NameCoresThatSrunDoesNotTake) {
  auto cyclone = find_profile("cyclone").value();
  const std::string job = "#SBATCH --ntasks=8 --nodes=2 -c 4\n";
  for (const auto* const version : {"", "21.08.8", "23.11", "24.11.5"}) {
    cyclone.slurm_version = version;
    EXPECT_EQ(found(job + "srun ./a\n", cyclone), "") << version;
  }
  cyclone.slurm_version = "23.02.7";
  EXPECT_EQ(found(job + "srun ./a\n", cyclone),
            "srun-cores warning 4: srun of Slurm 23.02.7 gives each task one core, and not the job's 4 | "
            "write: srun --cpus-per-task=4\n");
  for (const auto* const text :
       {"srun -c 4 ./a", "srun -c4 ./a", "srun --cpus-per-task=$C ./a", "srun --cpus-per-task=4 ./a",
        "srun -n 1 -N 1 ./a", "./a", "srun --cpu-bind=none ./a", "srun \"${ARGS[@]}\" ./a", "srun hostname",
        "export SRUN_CPUS_PER_TASK=4\nsrun ./a", "echo srun ./a"})
    EXPECT_EQ(found(job + text + "\n", cyclone), "") << text;
}

}  // namespace
}  // namespace scalegen::lint
