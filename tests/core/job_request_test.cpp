#include "core/job_request.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace scalegen {
namespace {

JobRequest request_of(const std::string& options) {
  return read_job_request(read_job_script("job.sh", "#!/bin/bash\n#SBATCH " + options + "\n"));
}

TEST(JobRequest, HasWhatWasSaidAndNothingElse) {
  EXPECT_EQ(request_of("--time=1:00:00"), JobRequest{});
  EXPECT_EQ(request_of("-N2 -n 8 --ntasks-per-node=4 -c 16 -G 8 --cpus-per-gpu=4"),
            (JobRequest{.nodes = 2,
                        .most_nodes = 2,
                        .tasks = 8,
                        .tasks_per_node = 4,
                        .cpus_per_task = 16,
                        .cpus_per_gpu = 4,
                        .gpus = 8}));
  EXPECT_EQ(request_of("--nodes=2-4"), (JobRequest{.nodes = 2, .most_nodes = 4}));
  EXPECT_EQ(request_of("--nodes=$N --ntasks=4x --gpus=$G"), JobRequest{});
  EXPECT_EQ(request_of("--nodes=99999999999999999999"), JobRequest{});
  EXPECT_EQ(request_of("--nodes=2 --nodes=3"), (JobRequest{.nodes = 3, .most_nodes = 3}));
}

TEST(JobRequest, ReadsGpusInEveryDialect) {
  const JobRequest four{.gpus_per_node = 4};
  const JobRequest four_a100{.gpus_per_node = 4, .gpu_type = "a100"};
  EXPECT_EQ(request_of("--gres=gpu:4"), four);
  EXPECT_EQ(request_of("--gres=gpu"), (JobRequest{.gpus_per_node = 1}));
  EXPECT_EQ(request_of("--gres=lscratch:10,gpu:4"), four);
  EXPECT_EQ(request_of("--gpus-per-node=4"), four);
  for (const auto* const options : {"--gres=gpu:a100:4", "--gres=gpu:a100:4(S:0-1)", "--gpus-per-node=a100:4",
                                    "--gres=gres/gpu:a100:4", "--gres=gpu:a100:3,gpu:v100:1"})
    EXPECT_EQ(request_of(options), four_a100) << options;
  EXPECT_EQ(request_of("--gpus=a100"), (JobRequest{.gpus = 1, .gpu_type = "a100"}));
  EXPECT_EQ(request_of("--gpus=a100:2,v100:2"), (JobRequest{.gpus = 4, .gpu_type = "a100"}));
  EXPECT_EQ(request_of("--gpus-per-task=1"), (JobRequest{.gpus_per_task = 1}));
  EXPECT_EQ(request_of("--tres-per-task=cpu:6,gres/gpu:h100:1"),
            (JobRequest{.gpus_per_task = 1, .gpu_type = "h100"}));
  EXPECT_EQ(request_of("--gres=lscratch:10"), JobRequest{});
}

TEST(JobRequest, SaysWhatFollows) {
  EXPECT_EQ(nodes_of(request_of("-n 8 --ntasks-per-node=4")), 2);
  EXPECT_EQ(nodes_of(request_of("--gpus=8 --gpus-per-node=4")), 2);
  EXPECT_EQ(nodes_of(request_of("-n 8")), std::nullopt);
  EXPECT_EQ(nodes_of(request_of("-N 4 -n 1")), 1);
  EXPECT_EQ(tasks_of(request_of("-N2 --ntasks-per-node=4")), 8);
  EXPECT_EQ(tasks_of(request_of("-N2")), std::nullopt);
  EXPECT_EQ(tasks_per_node_of(request_of("-N2 -n 8")), 4);
  EXPECT_EQ(tasks_per_node_of(request_of("-N2 -n 2 --ntasks-per-node=4")), 1);
  EXPECT_EQ(tasks_per_node_of(request_of("-N2 -n 3")), std::nullopt);
  EXPECT_EQ(tasks_per_node_of(request_of("--ntasks-per-gpu=2 --gpus-per-node=4")), 8);
  EXPECT_EQ(tasks_of(request_of("-N2 --ntasks-per-gpu=1 --gpus=8")), 8);
  EXPECT_EQ(tasks_per_node_of(request_of("--ntasks-per-gpu=1 --gpus-per-task=1")), std::nullopt);
  EXPECT_EQ(gpus_per_node_of(request_of("-N2 --gpus=8")), 4);
  EXPECT_EQ(gpus_per_node_of(request_of("--ntasks-per-node=4 --gpus-per-task=1")), 4);
  EXPECT_EQ(gpus_per_node_of(request_of("--gpus-per-task=1")), std::nullopt);
}

/// The program behind srun's options, and what they ask for.
void expect_srun(const std::vector<std::string>& words, const std::string& program,
                 const JobRequest& request) {
  const auto options = read_srun(words);
  EXPECT_EQ(options.program < words.size() ? words[options.program] : "", program) << words.back();
  EXPECT_EQ(options.request, request) << words.back();
}

TEST(JobRequest, ReadsTheOptionsOfSrun) {
  expect_srun({"srun", "-N2", "--ntasks-per-node", "1", "-l", "torchrun", "-n", "4"}, "torchrun",
              {.nodes = 2, .most_nodes = 2, .tasks_per_node = 1});
  expect_srun({"srun", "--nodes=2", "-n", "8", "--cpu-bind", "cores", "--gpus-per-task=1", "python", "a.py"},
              "python", {.nodes = 2, .most_nodes = 2, .tasks = 8, .gpus_per_task = 1});
  expect_srun({"srun", "--unbuffered", "--mpi=pmix", "-u", "./a"}, "./a", {});
  expect_srun({"srun", "--ntasks"}, "", {});
  expect_srun({"srun"}, "", {});
}

TEST(JobRequest, OfAStepIsTheJobsWithSrunsOptions) {
  const JobRequest job{.nodes = 2, .tasks_per_node = 4, .gpus_per_node = 4};
  const auto step = [&](const std::vector<std::string>& options) { return read_srun(options, job).request; };
  EXPECT_EQ(step({"srun"}), job);
  EXPECT_EQ(step({"srun", "--ntasks-per-node", "1", "--cpu-bind", "cores"}),
            (JobRequest{.nodes = 2, .tasks_per_node = 1, .gpus_per_node = 4}));
  EXPECT_EQ(step({"srun", "--ntasks=$SLURM_NNODES"}), (JobRequest{.nodes = 2, .gpus_per_node = 4}));
  EXPECT_EQ(step({"srun", "--gpus=1"}), (JobRequest{.nodes = 2, .tasks_per_node = 4, .gpus = 1}));
  EXPECT_EQ(step({"srun", "-n8", "--ntasks-per-node=4"}),
            (JobRequest{.nodes = 2, .tasks = 8, .tasks_per_node = 4, .gpus_per_node = 4}));
}

}  // namespace
}  // namespace scalegen
