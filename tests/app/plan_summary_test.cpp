#include "app/plan_summary.hpp"

#include "tests/app/user_session.hpp"

namespace scalegen {
namespace {

using PlanSummaries = UserSession;

Plan plan_of(const std::string& text, bool one_allocation = false) {
  EXPECT_TRUE(write_file("sweep.yaml", text));
  const auto planned =
      plan_from({.file = "sweep.yaml", .cluster = "cyclone", .one_allocation = one_allocation});
  EXPECT_TRUE(planned) << error_of(planned);
  return planned ? planned->plan : Plan{};
}

/// "1gpu adam x2"
std::vector<std::string> kinds_in(const Plan& plan) {
  std::vector<std::string> texts;
  for (const auto& kind : kinds_of(plan))
    texts.push_back(kind.first->rung.name + " " + setting_text(*kind.first, "optimizer") + " x" +
                    std::to_string(kind.runs));
  return texts;
}

std::vector<std::string> representatives_of(const Plan& plan) {
  std::vector<std::string> runs;
  for (const auto& job : representative_jobs(plan, kinds_of(plan)))
    for (const auto& run : job.runs) runs.push_back(run.substr(0, run.rfind("-r")));
  return runs;
}

TEST_F(PlanSummaries, CountTheRunsOfAKindFromCpusToManyGpus) {
  const auto plan = plan_of(
      "name: t\nworkload: mnist_cnn\nscales: [2gpu, cpu, 1gpu]\nparameters: {global_batch: 8}\nrepeats: 2\n"
      "sweep: {optimizer: [adam]}\n");
  EXPECT_EQ(kinds_in(plan), (std::vector<std::string>{"cpu adam x2", "1gpu adam x2", "2gpu adam x2"}));
}

TEST_F(PlanSummaries, TellTheCombinationsOfARungApart) {
  const auto plan = plan_of(
      "name: t\nworkload: mnist_cnn\nscales: [1gpu]\nparameters: {global_batch: 8}\nrepeats: 3\nseed: 1\n"
      "sweep: {optimizer: [adam, sgd]}\n");
  auto kinds = kinds_in(plan);
  std::sort(kinds.begin(), kinds.end());
  EXPECT_EQ(kinds, (std::vector<std::string>{"1gpu adam x3", "1gpu sgd x3"}));
}

TEST_F(PlanSummaries, HaveNoTextForASettingThatTheRunLacks) {
  EXPECT_EQ(setting_text(plan_of(kMnist).runs.front(), "steps"), "4");
  EXPECT_EQ(setting_text(plan_of(kMnist).runs.front(), "absent"), "");
}

TEST_F(PlanSummaries, AskSlurmAboutOneRunOfEachKindAndEachJobThatRunsShare) {
  EXPECT_EQ(representatives_of(plan_of(kMnist)), (std::vector<std::string>{"1gpu", "2gpu"}));
  const auto plan = plan_of(kMnist, true);
  EXPECT_EQ(representative_jobs(plan, kinds_of(plan)), plan.jobs);
  EXPECT_TRUE(shares_nodes(plan));
}

TEST_F(PlanSummaries, NameTheParametersThatDifferBetweenRungs) {
  const auto plan = plan_of(
      "name: t\ncommand: ./train {gpus} {model}\nscales: [1gpu, 2gpu]\n"
      "parameters: {lr: = 0.1 * ranks, global_batch: 8, data_parallel: = ranks, epochs: 3}\n"
      "sweep: {model: [a, b]}\n");
  EXPECT_EQ(derived_parameters(plan), (std::vector<std::string>{"lr", "data_parallel"}));
  EXPECT_EQ(derived_parameters(plan_of(kMnist)), std::vector<std::string>{});
}

TEST_F(PlanSummaries, SayHowEachRungIsStarted) {
  const auto plan = plan_of("name: t\ntorchrun: train.py\nscales: [2gpu, 2x2gpu]\nrepeats: 2\n");
  EXPECT_EQ(launch_text(plan.head, kinds_of(plan)),
            "modules: CUDA/11.7.0, cuDNN/8.4.1.50-CUDA-11.7.0, NCCL/2.12.12-GCCcore-11.3.0-CUDA-11.7.0\n"
            "variables: MASTER_ADDR, MASTER_PORT, NCCL_DEBUG, NCCL_DEBUG_FILE, NCCL_DEBUG_SUBSYS, "
            "OMP_NUM_THREADS, SCALEGEN_METRICS, SCALEGEN_PROGRAM, SCALEGEN_RUN_DIR, SCALEGEN_RUN_ID, "
            "SCALEGEN_SWEEP_DIR (scalegen)\n"
            "launch:\n"
            "  2gpu    torchrun --nnodes=1 --nproc_per_node=2 --node_rank=0 --master_addr=\"$MASTER_ADDR\" "
            "--master_port=\"$MASTER_PORT\" train.py\n"
            "  2x2gpu  srun --ntasks=2 --cpus-per-task=20 bash -c 'torchrun --nnodes=2 --nproc_per_node=2 "
            "--node_rank=\"$SLURM_NODEID\" --master_addr=\"$MASTER_ADDR\" "
            "--master_port=\"$MASTER_PORT\" train.py'\n");
}

TEST_F(PlanSummaries, SayInWhatAProgramIsStartedAndWhatIsSetForIt) {
  auto plan = plan_of("name: t\ncommand: |\n  set -e\n  ./train {gpus}\nscales: [2gpu]\nrepeats: 1\n");
  plan.head.launch.site = {
      .modules_first = "purge",
      .lines = {"module use /appl/modules", "module load pytorch", "export A=1", "module load b c"}};
  EXPECT_EQ(launch_text(plan.head, kinds_of(plan)),
            "modules: purge, pytorch, b c\n"
            "variables: MASTER_ADDR, MASTER_PORT, NCCL_DEBUG, NCCL_DEBUG_FILE, NCCL_DEBUG_SUBSYS, "
            "SCALEGEN_METRICS, SCALEGEN_PROGRAM, SCALEGEN_RUN_DIR, SCALEGEN_RUN_ID, SCALEGEN_SWEEP_DIR, "
            "SLURM_CPUS_PER_TASK, SRUN_CPUS_PER_TASK (scalegen)\n"
            "launch:\n"
            "  2gpu  set -e\n"
            "        ./train 2\n");
  plan.head.launch.container = ContainerImage{.image = "/i.sqsh", .srun = {"--container-image={image}"}};
  const auto text = launch_text(plan.head, kinds_of(plan));
  EXPECT_EQ(text.substr(0, text.find('\n')), "container: srun --container-image=/i.sqsh");
  plan.head.launch.container = ContainerImage{.run = {"apptainer", "exec", "--nv"}, .image = "/image.sif"};
  plan.head.launch.as_slurm = {{"SLURM_PROCID", "$RANK"}, {"SLURM_NODEID", "0"}};
  plan.head.scheduler = SchedulerKind::local;
  plan.head.start = Start::each_rank;
  plan.runs.front().command = {"python3", "a b.py"};
  EXPECT_EQ(
      launch_text(plan.head, kinds_of(plan)),
      "container: apptainer exec --nv /image.sif\n"
      "modules: purge, pytorch, b c\n"
      "set as under Slurm, since the program reads them: SLURM_PROCID, SLURM_NODEID\n"
      "variables: LOCAL_RANK, MASTER_ADDR, MASTER_PORT, NCCL_DEBUG, NCCL_DEBUG_FILE, "
      "NCCL_DEBUG_SUBSYS, OMP_NUM_THREADS, RANK, SCALEGEN_METRICS, SCALEGEN_PROGRAM, "
      "SCALEGEN_RUN_DIR, SCALEGEN_RUN_ID, SCALEGEN_SUBMISSION, SCALEGEN_SWEEP_DIR, WORLD_SIZE (scalegen)\n"
      "launch:\n"
      "  2gpu  for RANK in {0..1}; do LOCAL_RANK=$RANK SLURM_PROCID=$RANK SLURM_NODEID=0 taskset -c "
      "\"${cores[RANK]}\" python3 'a b.py' & done\n");
}

TEST_F(PlanSummaries, RoundThePriceUpSinceItIsTheMost) {
  EXPECT_EQ(price_text({.core_hours = 136.5, .gpu_hours = 136.001}), "137 core-hours and 137 GPU-hours");
  EXPECT_EQ(price_text({.core_hours = 20.000000000000004, .gpu_hours = 0.0001}),
            "20.0 core-hours and 0.001 GPU-hours");
  EXPECT_EQ(price_text({.core_hours = 99.91, .gpu_hours = 9.991, .units = {{"credits", 2.5001}}}),
            "100 core-hours, 10.0 GPU-hours and 2.51 credits");
  EXPECT_EQ(price_text({.core_hours = 1.5e15, .gpu_hours = 0}), "1.5e15 core-hours and 0 GPU-hours");
  EXPECT_EQ(price_text({.core_hours = 26, .gpu_hours = 0, .units = {{"core-hours", 26}}}),
            "26.0 core-hours and 0 GPU-hours")
      << "a site that counts in core-hours";
}

}  // namespace
}  // namespace scalegen
