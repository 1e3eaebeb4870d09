// The programs that a text of bash runs: of a job script, and of a sweep's command.
#include <gtest/gtest.h>

#include "generator/lint/launches.hpp"

namespace scalegen::lint {
namespace {

std::string programs(const std::string& text) {
  std::string names;
  for (const auto& [name, offset] : programs_in(read_bash(text))) names += (names.empty() ? "" : ", ") + name;
  return names;
}

TEST(Programs, AreFilesBehindLaunchersAndInterpreters) {
  for (const auto* text :
       {"python3 -u lab/train.py --lr 0.1", "srun --ntasks=4 python3 train.py",
        "srun -n4 --cpu-bind cores env A=1 python3 train.py", "torchrun --nproc_per_node=4 train.py",
        "srun torchrun --nnodes 2 ./train.py", "accelerate launch --num_processes 2 train.py",
        "python -m torch.distributed.run --nproc_per_node 2 train.py", "kernprof -l train.py",
        "singularity exec --nv -B /a x.sif python3 train.py",
        "srun bash -c 'module load x; python3 train.py'", "S=train.py\npython3 $S",
        "export A=1; cd lab && exec python3 train.py | tee log"})
    EXPECT_EQ(programs(text), "train.py") << text;
  for (const auto* text :
       {"./fit", "srun -n 8 ./fit --hook a.py", "mpirun -np 4 bin/fit in.txt", "fit in.txt",
        "mpiexec -n 4 nice -n 5 fit", "time ./fit", "srun bash -lc './fit 1'"})
    EXPECT_EQ(programs(text), "fit") << text;
  EXPECT_EQ(programs("srun gmx_mpi mdrun -s topol.tpr"), "gmx_mpi");
  EXPECT_EQ(programs("torchrun --nproc_per_node 2 -m lab.train"), "lab.train");
  EXPECT_EQ(programs("python3 -m lab.train"), "lab.train");
  EXPECT_EQ(programs("bash run.sh 4"), "run.sh");
  EXPECT_EQ(programs("python3 prep.py; srun ./fit"), "fit, prep.py");
}

TEST(Programs, AreNotWhatPrintsOrHandlesFiles) {
  EXPECT_EQ(programs("module load x\nsource env.sh\ncp train.py /tmp\necho train.py\npython3 -c 'print(1)'\n"
                     "nvidia-smi\nsrun hostname\n./fit"),
            "fit");
}

TEST(Programs, MayBeUnknown) {
  for (const auto* text : {"", "cd x", "$CMD", "srun \"${CMD[@]}\"", "python3 \"$1\"", "make run",
                           "ssh n2 ./fit", "apptainer exec x.sif ./fit", "bash"})
    EXPECT_EQ(programs(text), "an unknown program") << text;
  EXPECT_EQ(programs("python3 prep.py; $CMD"), "an unknown program, prep.py");
}

TEST(Programs, SayWhereTheFirstOfEachBegins) {
  EXPECT_EQ(programs_in(read_bash("cd x\n./fit 1\n./fit 2\n")), (Programs{{"fit", 5}}));
  EXPECT_EQ(programs_in(read_bash("cd x\nsrun bash -c './fit'\n")), (Programs{{"fit", 5}}));
}

}  // namespace
}  // namespace scalegen::lint
