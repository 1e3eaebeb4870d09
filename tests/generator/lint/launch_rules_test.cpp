#include <gtest/gtest.h>

#include <string>

#include "findings_of.hpp"

namespace scalegen::lint {
namespace {

std::string said_of_launch(const std::string& text) {
  return findings_of(launch_rules(), "#!/bin/bash\n" + text);
}

/// Of a job of several nodes and tasks, for commands in several lines.
std::string said_on_nodes(const std::string& directives, const std::string& body) {
  return said_of_launch("#SBATCH " + directives + "\n" + body + "\n");
}

TEST(LaunchRules, NamePythonAndTorchrunOnOneOfSeveralNodes) {
  EXPECT_EQ(said_on_nodes("-N2 --gres=gpu:4", "torchrun --nproc_per_node=4 train.py"),
            "other-nodes-idle error 3: 'torchrun' runs on one of 2 nodes, and nothing starts it on the "
            "others | write: srun --ntasks-per-node=1 torchrun ...\n");
  const std::string python =
      "other-nodes-idle warning 3: 'python3' runs on one of 2 nodes, and nothing starts it on the others | "
      "start it with srun\n";
  for (const auto* const body :
       {"python3 train.py", "singularity exec --nv x.sif python3 train.py",
        "bash -c 'cd x && python3 train.py'", "for i in 1 2; do python3 train.py; done",
        "PY=python3\n$PY train.py", "Rscript a.R", "accelerate launch --machine_rank $R a.py"})
    EXPECT_EQ(said_on_nodes("--nodes=2", body).substr(0, 25), python.substr(0, 25)) << body;
  EXPECT_EQ(said_on_nodes("--ntasks=8 --ntasks-per-node=4", "python3 train.py"), python);
}

TEST(LaunchRules, SayNothingWhereALauncherIsUnknown) {
  for (const auto* const body : {"$LAUNCHER python3 train.py",
                                 "source run.sh\npython3 train.py",
                                 "bash start.sh\npython3 train.py",
                                 "./start.sh; python3 train.py",
                                 "eval \"$CMD\"\npython3 train.py",
                                 "ssh n2 python3 a.py & python3 a.py",
                                 "mpirun -n 8 python3 train.py",
                                 "srun ./a\npython3 train.py",
                                 "deepspeed a.py\npython3 a.py",
                                 "ray start --head; python3 a.py",
                                 "if [ $X ]; then srun python3 a.py; else python3 a.py; fi",
                                 "run() { srun python3 a.py; }\nrun\npython3 b.py",
                                 "srun \"${CMD[@]}\"\npython3 post.py",
                                 "python3 -c 'print(1)'",
                                 "python3 -m pip install x",
                                 "accelerate launch a.py",
                                 "sbatch b.sh; python3 a.py",
                                 "srun python3 a.py",
                                 "srun bash -c 'python3 a.py'\npython3 plot.py",
                                 "echo python3 train.py",
                                 "python3 run.py --node $(echo $SLURM_JOB_NODELIST | cut -c1-4)"})
    EXPECT_EQ(said_on_nodes("--nodes=2 --ntasks-per-node=1", body), "") << body;
}

TEST(LaunchRules, NameTorchrunOnceATask) {
  const std::string wants =
      "torchrun-per-task error 3: srun starts torchrun 4 times a node, and each starts all ranks | write: "
      "srun --ntasks-per-node=1 --cpus-per-task=CORES torchrun ...\n";
  for (const auto* const body :
       {"srun torchrun a.py", "srun -l python -m torch.distributed.run a.py",
        "srun bash -c 'cd x; torchrun a.py'", "srun apptainer exec --nv x.sif torchrun a.py",
        "LAUNCH='srun torchrun'\n$LAUNCH a.py"})
    EXPECT_EQ(said_on_nodes("--nodes=1 --ntasks-per-node=4", body).substr(0, 23), wants.substr(0, 23))
        << body;
  EXPECT_EQ(said_on_nodes("-n 4 -N 1", "srun torchrun a.py"), wants);
  EXPECT_EQ(said_on_nodes("-N 1 --ntasks-per-node=1", "srun -n 4 torchrun a.py"), wants);
  for (const auto* const body :
       {"srun --ntasks-per-node=1 torchrun a.py", "srun -n $SLURM_NNODES torchrun a.py", "torchrun a.py",
        "srun bash -c 'if [ $SLURM_LOCALID = 0 ]; then torchrun a.py; fi'", "srun -N1 -n1 torchrun a.py",
        "srun --ntasks=1 --ntasks-per-node=1 torchrun a.py", "srun python a.py"})
    EXPECT_EQ(said_on_nodes("--nodes=1 --ntasks-per-node=4", body), "") << body;
  EXPECT_EQ(said_on_nodes("--nodes=1", "srun torchrun a.py"), "");  // nobody said how many
}

TEST(LaunchRules, NameTorchrunWithoutARendezvous) {
  const auto message = [](const std::string& options, const std::string& before = "") {
    const auto all =
        said_on_nodes("-N2 --ntasks-per-node=1", before + "srun torchrun " + options + " train.py");
    return all.substr(0, all.find(" | "));
  };
  const std::string rule = "torchrun-rendezvous error 3: each node's torchrun ";
  EXPECT_EQ(said_on_nodes("-N2", "srun torchrun --standalone train.py"),
            "torchrun-rendezvous warning 3: each node's torchrun trains alone: it is told of no other node | "
            "write: torchrun --nnodes=$SLURM_NNODES --rdzv_backend=c10d --rdzv_endpoint=$(scontrol show "
            "hostnames $SLURM_JOB_NODELIST | head -n 1):$((10000 + SLURM_JOB_ID % 50000))\n");
  for (const auto* const options : {"--nproc_per_node=4", "--rdzv_backend=c10d --rdzv_endpoint=$HEAD:29500"})
    EXPECT_EQ(message(options), rule + "trains alone: it is told of no other node") << options;
  for (const auto* const options : {"--nnodes=2 --master_addr $HEAD", "--nnodes 2 --rdzv-endpoint=$H:1"})
    EXPECT_EQ(message(options),
              rule + "takes itself for node 0: without --rdzv_backend=c10d it needs a --node_rank of its own")
        << options;
  EXPECT_EQ(message("--nnodes=2 --master_addr $HEAD --node_rank=1"),
            rule + "takes itself for node 1: without --rdzv_backend=c10d it needs a --node_rank of its own");
  for (const auto* const options :
       {"--nnodes=2 --nproc-per-node 4", "--nnodes=2 --rdzv_backend c10d --master_addr=$HEAD",
        "--nnodes=2 --master_addr=localhost"})
    EXPECT_EQ(message(options), rule + "waits for the others at localhost, which is the node itself")
        << options;
  EXPECT_EQ(message("--nnodes=2 --master_addr=$MASTER_ADDR", "export MASTER_ADDR=127.0.0.1\n"),
            "torchrun-rendezvous error 4: each node's torchrun waits for the others at 127.0.0.1, which is "
            "the node itself");
  for (const auto* const options : {"--nnodes=2 --rdzv_backend=c10d --rdzv_endpoint=$HEAD:29500",
                                    "--nnodes=2 --master_addr $HEAD --node_rank=$R", "$DISTRIBUTED_ARGS",
                                    "${ARGS[@]}", "--nnodes=2 $ARGS"})
    EXPECT_EQ(message(options), "") << options;
  const std::string met = " --rdzv_backend=c10d --rdzv_endpoint=$HEAD:29500";
  EXPECT_EQ(message("--nnodes=4" + met),
            "torchrun-rendezvous error 3: torchrun waits for 4 nodes, and starts on 2");
  EXPECT_EQ(message("--nnodes=$N" + met, "N=99999999999999999999\n"),
            "torchrun-rendezvous error 4: torchrun waits for 99999999999999999999 nodes, and starts on 2");
  for (const auto* const nodes : {"1:4", "2", "$SLURM_NNODES"})
    EXPECT_EQ(message("--nnodes=" + std::string(nodes) + met), "") << nodes;
  EXPECT_EQ(said_on_nodes("-N 2-4 --ntasks-per-node=1", "srun torchrun --nnodes=4" + met + " a.py"), "");
  EXPECT_EQ(message("--nnodes=2", "export PET_RDZV_ENDPOINT=$HEAD\n"), "");
  EXPECT_EQ(said_on_nodes("-N2", "srun -n1 torchrun --standalone train.py"), "");  // on one of them
  EXPECT_EQ(said_on_nodes("-N1", "srun torchrun --standalone train.py"), "");
}

TEST(LaunchRules, NameRanksThatAreNotTheGpusOfANode) {
  const std::string ranks = "srun bash -c 'RANK=$SLURM_PROCID python a.py'";
  EXPECT_EQ(said_on_nodes("--ntasks-per-node=1 --gres=gpu:4", ranks),
            "tasks-unlike-gpus warning 3: srun starts 1 rank on each node, which has 4 GPUs for them | "
            "write: --ntasks-per-node=4\n");
  EXPECT_EQ(said_on_nodes("--ntasks-per-node=4 --gpus-per-node=a100:4", ranks), "");
  EXPECT_EQ(said_on_nodes("--ntasks-per-node=4 --gpus-per-task=1", ranks), "");
  EXPECT_EQ(said_on_nodes("--ntasks=8 -N1 --gres=gpu:1", "export WORLD_SIZE=8\nsrun python a.py"),
            "tasks-unlike-gpus warning 4: srun starts 8 ranks on each node, which has 1 GPU for them | "
            "write: --ntasks=1\n");
  EXPECT_EQ(said_on_nodes("--gres=gpu:4", ranks), "");  // nobody said how many tasks
  EXPECT_EQ(said_on_nodes("--ntasks-per-node=1 --gres=gpu:4", "srun python serve.py"), "");
}

TEST(LaunchRules, NameRanksOfTorchrunThatAreNotTheGpusOfANode) {
  const auto said = [](const std::string& directives, const std::string& body) {
    return said_on_nodes("--nodes=1 " + directives, body);
  };
  EXPECT_EQ(said("--gres=gpu:a100:4", "torchrun --standalone --nproc_per_node=8 a.py"),
            "tasks-unlike-gpus warning 3: torchrun starts 8 ranks on a node, which has 4 GPUs for them | "
            "write: --nproc_per_node=4\n");
  EXPECT_EQ(said("--ntasks-per-node=1 --gpus=4", "N=2\nsrun torchrun --nproc-per-node $N a.py"),
            "tasks-unlike-gpus note 4: torchrun starts 2 ranks on a node, which has 4 GPUs for them | write: "
            "--nproc_per_node=4\n");
  for (const auto* const body :
       {"torchrun --nproc_per_node=4 a.py", "torchrun --nproc_per_node=1 a.py", "torchrun a.py",
        "torchrun --nproc_per_node=gpu a.py", "torchrun --nproc_per_node=$N a.py",
        "export CUDA_VISIBLE_DEVICES=0,1\ntorchrun --nproc_per_node=2 a.py",
        "torchrun --nproc_per_node=8 a.py --backend gloo",
        "torchrun --nproc_per_node=2 a.py &\ntorchrun --nproc_per_node=2 b.py &\nwait",
        "srun --gres=gpu:2 torchrun --nproc_per_node=2 a.py"})
    EXPECT_EQ(said("--gres=gpu:4", body), "") << body;
  EXPECT_EQ(said("", "torchrun --nproc_per_node=8 a.py"), "");
  EXPECT_EQ(said_on_nodes("--gpus=4", "torchrun --nproc_per_node=8 a.py"), "");  // perhaps on several nodes
}

TEST(LaunchRules, NameTasksThatNobodyStarts) {
  EXPECT_EQ(
      said_on_nodes("-n 8", "python train.py"),
      "tasks-without-launcher warning 3: 'python' runs once, and the job asks for 8 tasks, which may lie on "
      "several nodes | start it with srun, or ask for: --nodes=1 --ntasks=1 --cpus-per-task=8\n");
  EXPECT_EQ(said_on_nodes("-N 1 -n 2 --gres=gpu:2", "python train.py"),
            "tasks-without-launcher note 3: 'python' runs once, and the job asks for 2 tasks | start it with "
            "srun, or ask for: --nodes=1 --ntasks=1 --cpus-per-task=2\n");
  for (const auto* const body :
       {"mpirun python a.py", "srun python a.py", "python a.py & python b.py", "torchrun a.py",
        "$MPI python a.py", "mpiexec ./x; python plot.py", "bwa mem -t 8 x.fq", "make -j $SLURM_NTASKS",
        "./a.sh", "srun -n4 ./a\nsrun -n8 ./b", "srun -n 4 ./a &\nsrun -n 4 ./b &\nwait", "srun -n $N ./a"})
    EXPECT_EQ(said_on_nodes("-n 8", body), "") << body;
  EXPECT_EQ(
      said_on_nodes("-n 8", "source deactivate\nbcftools view x.bam"),
      "tasks-without-launcher note 2: the job asks for 8 tasks, and nothing in the script starts more than "
      "one | start the program with srun, or ask for the cores of one: --ntasks=1 --cpus-per-task\n");
  const std::string few =
      "tasks-without-launcher note 3: srun starts 3 tasks, and the job asks for 8 | ask for as many as are "
      "started\n";
  EXPECT_EQ(said_on_nodes("-n 8", "srun -n3 ./a"), few);
  EXPECT_EQ(said_on_nodes("-n 8", "srun -n1 ./a &\nsrun -n2 ./b &\nwait"), few);
}

TEST(LaunchRules, SayNothingOfTasksThatMayBeStarted) {
  for (const auto* const body :
       {"for f in in/*; do srun --exact -n1 ./a $f & done; wait", "srun -N1 -n4 ./a : -N1 -n2 ./b",
        "bwa mem -t $SLURM_NPROCS", "python pool.py --workers $SLURM_NTASKS", "snakemake --cores all",
        "export ASE_COMMAND='mpirun pw.x'\npython relax.py", "module load openmpi\nRscript spawn.R",
        "for g in 0 1; do CUDA_VISIBLE_DEVICES=$g python a.py & done; wait"})
    EXPECT_EQ(said_on_nodes("-n 8", body), "") << body;
  EXPECT_EQ(
      said_on_nodes("-n 8 -c 4", "python a.py"),
      "tasks-without-launcher warning 3: 'python' runs once, and the job asks for 8 tasks, which may lie on "
      "several nodes | start it with srun, or ask for: --nodes=1 --ntasks=1 --cpus-per-task=32\n");
}

TEST(LaunchRules, SayNothingOfNodesThatMayBeUsed) {
  for (const auto* const body :
       {"python prep.py\ncharmrun ./a", "export ASE_COMMAND='srun vasp'\npython relax.py",
        "srun hostname -s >hosts\nRscript snow.R hosts", "scontrol show hostnames >hosts\npython c.py hosts"})
    EXPECT_EQ(said_on_nodes("-N2 --ntasks-per-node=1", body), "") << body;
  for (const auto* const body :
       {"srun bash -c 'torchrun --standalone --nproc_per_node=4 a.py --shard $SLURM_PROCID'",
        "srun bash -c 'torchrun --nproc_per_node=4 a.py --seed $SLURM_NODEID'"})
    EXPECT_EQ(said_on_nodes("-N2 --ntasks-per-node=1 --gres=gpu:4", body), "") << body;
}

TEST(LaunchRules, NameVariablesWithWhichRanksDoNotMeet) {
  const auto line = [](const std::string& body) { return said_on_nodes("-N2 --ntasks-per-node=4", body); };
  for (const auto* const address : {"localhost", "\"127.0.0.1\""})
    EXPECT_EQ(
        line(fmt::format("export MASTER_ADDR={}\nsrun python a.py", address)),
        fmt::format("ranks-do-not-meet warning 4: each rank looks for rank 0 at {}, which is its own node | "
                    "write: MASTER_ADDR=$(scontrol show hostnames $SLURM_JOB_NODELIST | head -n 1)\n",
                    address[0] == 'l' ? "localhost" : "127.0.0.1"));
  EXPECT_EQ(line("srun bash -c 'RANK=$SLURM_LOCALID python a.py'"),
            "ranks-do-not-meet warning 3: RANK=$SLURM_LOCALID is 0 on each node: two ranks are one | write: "
            "RANK=$SLURM_PROCID\n");
  EXPECT_EQ(line("export WORLD_SIZE=4\nsrun python a.py"),
            "ranks-do-not-meet warning 4: srun starts 8 ranks, and WORLD_SIZE is 4 | write: "
            "WORLD_SIZE=$SLURM_NTASKS\n");
  EXPECT_EQ(line("export WORLD_SIZE=16\nsrun bash -c 'RANK=$SLURM_PROCID python a.py'"),
            "ranks-do-not-meet warning 4: srun starts 8 ranks, and WORLD_SIZE is 16 | write: "
            "WORLD_SIZE=$SLURM_NTASKS\n");
}

TEST(LaunchRules, SayNothingOfVariablesThatMayFit) {
  for (const auto* const body :
       {"export MASTER_ADDR=localhost\nexport MASTER_ADDR=$(hostname)\nsrun python a.py",
        "# MASTER_ADDR=localhost\nsrun python a.py", "export MASTER_ADDR=$HEAD\nsrun python a.py",
        "export WORLD_SIZE=8\nsrun python a.py", "export WORLD_SIZE=$SLURM_NTASKS\nsrun python a.py",
        "MASTER_ADDR=localhost python prepare.py\nsrun python a.py",
        "(export MASTER_ADDR=localhost; python smoke.py)\nsrun python a.py",
        "srun -N1 -n1 bash -c 'MASTER_ADDR=localhost python smoke.py' || true\nsrun python a.py 8",
        "cat >env.sh <<END\nexport MASTER_ADDR=localhost\nEND\nsrun python a.py",
        "export MASTER_ADDR=localhost\nread -r MASTER_ADDR <hosts\nsrun python a.py",
        "export MASTER_ADDR=localhost\nsource ./cluster.sh\nsrun python a.py",
        "export MASTER_ADDR=localhost\nsrun --export=ALL,MASTER_ADDR=$(hostname) python a.py",
        "if ((SLURM_NNODES == 1)); then export MASTER_ADDR=localhost; fi\nsrun python a.py",
        "srun bash -c 'export MASTER_ADDR=localhost RANK=$SLURM_LOCALID WORLD_SIZE=4; python a.py'",
        "export WORLD_SIZE=1 RANK=0 MASTER_ADDR=127.0.0.1\nsrun python sweep.py",
        "export WORLD_SIZE=16\nsrun python spawn.py", "export MY_WORLD_SIZE=4\nsrun python a.py",
        "srun bash -c 'LOCAL_RANK=$SLURM_LOCALID RANK=$SLURM_PROCID python a.py'"})
    EXPECT_EQ(said_on_nodes("-N2 --ntasks-per-node=4", body), "") << body;
  EXPECT_EQ(said_on_nodes("-N2 -n2", "export MASTER_ADDR=localhost\nsrun -N1 -n1 python a.py").find("meet"),
            std::string::npos);
  EXPECT_EQ(said_on_nodes("-N1 --ntasks-per-node=4",
                          "export MASTER_ADDR=localhost\nsrun bash -c 'RANK=$SLURM_LOCALID python a.py'"),
            "");
}

TEST(LaunchRules, SayNothingOfRanksThatShareGpusByPurpose) {
  const std::string job = "--nodes=1 --ntasks-per-node=4 --gres=gpu:2";
  for (const auto* const body :
       {"# RANK=$SLURM_PROCID\nsrun python a.py",
        "srun bash -c 'accelerate launch --machine_rank $SLURM_PROCID a.py'",
        "srun bash -c 'python -m jax_server --process_id $SLURM_PROCID'",
        "export WORLD_SIZE=4\nsrun -n1 -N1 python get_data.py",
        "export WORLD_SIZE=4\nsrun --gpus-per-task=1 python a.py",
        "export WORLD_SIZE=2\nsrun -n1 python spawn.py",
        "srun bash -c 'CUDA_VISIBLE_DEVICES=$((SLURM_LOCALID/2)) RANK=$SLURM_PROCID python a.py'"})
    EXPECT_EQ(said_on_nodes(job, body).find("tasks-unlike"), std::string::npos) << body;
  EXPECT_EQ(said_on_nodes("--ntasks-per-node=2 --gpus-per-task=2", "export WORLD_SIZE=2\nsrun python a.py"),
            "");
  EXPECT_EQ(said_on_nodes("--ntasks=2 -N2 --gres=gpu:4", "export WORLD_SIZE=2\nsrun python a.py"),
            "tasks-unlike-gpus warning 4: srun starts 1 rank on each node, which has 4 GPUs for them | "
            "write: --ntasks=8\n");
}

TEST(LaunchRules, NameNodesThatSbatchDrops) {
  EXPECT_EQ(said_on_nodes("-N 4 -n 2", "srun ./a"),
            "nodes-without-tasks warning 2: of 4 nodes sbatch asks for 2, as there are no more tasks | write "
            "--ntasks=4, or fewer nodes\n");
  EXPECT_EQ(said_on_nodes("-N 4 -n 4", "srun ./a"), "");
  EXPECT_EQ(said_on_nodes("-N 4 --ntasks-per-node=1", "srun ./a"), "");
}

TEST(LaunchRules, NameRanksThatTheScriptExpands) {
  const auto line = [](const std::string& body) { return said_on_nodes("-N2 --ntasks-per-node=4", body); };
  const std::string wants =
      "rank-too-early error 3: $SLURM_PROCID is expanded before srun starts the ranks: all of them get 0 | "
      "let each rank expand it, in single quotes: srun ... bash -c '... $SLURM_PROCID'\n";
  for (const auto* const body :
       {"export RANK=$SLURM_PROCID\nsrun python a.py", "export RANK=\"${SLURM_PROCID}\"\nsrun python a.py",
        "RANK=$SLURM_PROCID srun python a.py", "srun python a.py --rank $SLURM_PROCID",
        "srun bash -c \"RANK=$SLURM_PROCID python a.py\""})
    EXPECT_EQ(line(body), wants) << body;
  for (const auto* const body :
       {"echo $SLURM_PROCID\nsrun python a.py", "srun bash -c 'RANK=$SLURM_PROCID python a.py'",
        "srun bash -c \"RANK=\\$SLURM_PROCID python a.py\"", "# RANK=$SLURM_PROCID\nsrun python a.py",
        "setup() { export RANK=$SLURM_PROCID; }\nexport -f setup\nsrun bash -c 'setup; python a.py'",
        "cat >r.sh <<'E'\nexport RANK=$SLURM_PROCID\nE\nsrun python a.py",
        "srun -n1 python a.py 8 $SLURM_PROCID", "srun ./wrapper.sh\nexport RANK=$SLURM_PROCID"})
    EXPECT_EQ(line(body), "") << body;
  EXPECT_EQ(said_of_launch("export RANK=$SLURM_PROCID\npython a.py\n"), "");  // a script that srun starts
}

TEST(LaunchRules, NameTheRankOfANodeThatTheScriptExpands) {
  const auto rule = [](const std::string& options, const std::string& before = "") {
    const auto all = said_on_nodes("-N2 --ntasks-per-node=1", before + "srun " + options);
    return all.substr(0, all.find(' '));
  };
  const std::string rest = " --nnodes=2 --master_addr=$HEAD a.py";
  EXPECT_EQ(rule("torchrun --node_rank=$SLURM_NODEID" + rest), "rank-too-early");
  EXPECT_EQ(rule("torchrun --node_rank $SLURM_PROCID" + rest), "rank-too-early");
  EXPECT_EQ(rule("bash -c \"torchrun --node_rank=$SLURM_NODEID" + rest + "\""), "rank-too-early");
  EXPECT_EQ(rule("torchrun --node_rank=$NODE_RANK" + rest, "export NODE_RANK=$SLURM_NODEID\n"),
            "rank-too-early");
  EXPECT_EQ(rule("accelerate launch --num_machines=2 --machine_rank $SLURM_NODEID a.py"), "rank-too-early");
  EXPECT_EQ(rule("torchrun --node_rank=\\$SLURM_NODEID" + rest), "");
  EXPECT_EQ(rule("bash -c 'torchrun --node_rank=$SLURM_NODEID" + rest + "'"), "");
  EXPECT_EQ(
      rule("torchrun --node_rank=$SLURM_NODEID --rdzv_backend=c10d --rdzv_endpoint=$H:1 --nnodes=2 a.py"),
      "");
  EXPECT_EQ(rule("torchrun --node_rank=$R" + rest, "export RANK=$SLURM_PROCID\n"),
            "");  // torchrun sets RANK itself
}

TEST(LaunchRules, NameTheRankOfAMachineThatNoSrunStarts) {
  const auto said = [](const std::string& options) {
    return said_on_nodes(options,
                         "export NODE_RANK=$SLURM_PROCID\naccelerate launch --machine_rank $NODE_RANK a.py");
  };
  EXPECT_EQ(said("-N2 --ntasks-per-node=1"),
            "other-nodes-idle warning 4: 'accelerate' runs on one of 2 nodes, and nothing starts it on the "
            "others | start it with srun\n"
            "rank-too-early error 3: $SLURM_PROCID is expanded before srun starts the ranks: all of them get "
            "0 | let each rank expand it, in single quotes: srun ... bash -c '... $SLURM_PROCID'\n");
  EXPECT_EQ(said("-N1 --ntasks-per-node=1"), "");
}

// What the pages of four sites get wrong, and what they get right.

TEST(LaunchRules, NameTheRanksOfCyclonesPage) {
  EXPECT_EQ(said_on_nodes(
                "--nodes=2 --ntasks-per-node=2 --gpus-per-node=2",
                "export MASTER_ADDR=$(scontrol show hostname $SLURM_NODELIST | head -n 1)\n"
                "export NODE_RANK=$SLURM_NODEID\nsrun --export=ALL python lesson/train_multi.py --epochs=2"),
            "rank-too-early error 4: $SLURM_NODEID is expanded before srun starts the ranks: all of them get "
            "0 | let each rank expand it, in single quotes: srun ... bash -c '... $SLURM_NODEID'\n");
}

TEST(LaunchRules, NameTheTasksOfLumisScript) {
  const std::string start =
      "srun singularity exec $SIF bash -c '$WITH_CONDA && python -m torch.distributed.run --standalone "
      "--nproc_per_node=8 train.py'";
  EXPECT_EQ(said_on_nodes("--nodes=1 --gpus-per-node=8 --ntasks=8 --cpus-per-task=7", start),
            "torchrun-per-task error 3: srun starts torchrun 8 times a node, and each starts all ranks | "
            "write: srun --ntasks-per-node=1 --cpus-per-task=CORES torchrun ...\n");
  EXPECT_EQ(said_on_nodes("--nodes=1 --gpus-per-node=8 --ntasks=1 --cpus-per-task=56", start), "");
  EXPECT_EQ(said_on_nodes("--nodes=2 --gpus-per-node=8 --ntasks-per-node=1",
                          "srun singularity exec $SIF bash -c '$WITH_CONDA && torchrun --nnodes "
                          "$SLURM_NNODES --node_rank $SLURM_PROCID --master_addr $MASTER_ADDR train.py'"),
            "");
}

TEST(LaunchRules, SayNothingOfOliviasAndPrincetonsStarts) {
  EXPECT_EQ(said_on_nodes("--nodes=1 --ntasks-per-node=1 --gpus=4",
                          "TORCHRUN=/usr/local/bin/torchrun\napptainer exec --nv $IMAGE which torchrun\n"
                          "apptainer exec --nv $IMAGE $TORCHRUN --standalone --nproc_per_node=4 train.py"),
            "");
  EXPECT_EQ(said_on_nodes("--nodes=3 --ntasks-per-node=2 --gres=gpu:2",
                          "export WORLD_SIZE=$(($SLURM_NNODES * $SLURM_NTASKS_PER_NODE))\nmodule purge\n"
                          "conda activate torch-env\nsrun python train.py"),
            "");
}

}  // namespace
}  // namespace scalegen::lint
