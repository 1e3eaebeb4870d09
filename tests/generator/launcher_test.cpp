// Launchers of ranks, and places where they cannot start any.
#include "generator/plan/build_job.hpp"
#include "tests/generator/plans.hpp"

namespace scalegen {
namespace {

using Words = std::vector<std::string>;

TEST(Launcher, OfAWorkloadMayBeTorchrun) {
  const auto planned = plan_text(sweep_text("scales: [2x2gpu]\nlauncher: torchrun\nrepeats: 1\n"), "cyclone");
  ASSERT_TRUE(planned) << render(planned.error());
  EXPECT_EQ(planned->plan.head.start, Start::each_node);
  const auto& run = planned->plan.runs.front();
  EXPECT_EQ(
      *run.command,
      (Words{"bash", "-c",
             "torchrun --nnodes=2 --nproc_per_node=2 --node_rank=\"$SLURM_NODEID\" "
             "--master_addr=\"$MASTER_ADDR\" --master_port=$((10000 + MASTER_PORT % 20000)) --no_python env "
             "MASTER_PORT=\"$MASTER_PORT\" \"$HOME\"/scalegen/cyclone/bin/scalegen-train --model mnist_cnn "
             "--data auto --seconds 20 --global-batch 512 --optimizer adam --learning-rate 0.001 --precision "
             "fp32 --evaluate yes --threads 10 --device cuda --seed 7"}));
  EXPECT_EQ(run.resources.tasks_per_node, 1);
  EXPECT_EQ(run.resources.cpus_per_task, 20);
}

TEST(Launcher, IsTheSitesUnlessTheSweepFileSaysOtherwise) {
  auto profile = *find_profile("cyclone");
  profile.launcher.starter = Launcher::Starter::torchrun;
  profile.container.run = {"apptainer", "exec"};
  profile.container.image = "/images/torch.sif";
  const auto start = [&](const std::string& lines) {
    const auto sweep = read_sweep("sweep.yaml", "name: t\nscales: [1gpu]\n" + lines);
    const auto planned = plan::plan_sweep(*sweep, profile, {}, {});
    EXPECT_TRUE(planned) << (planned ? "" : render(planned.error()));
    return planned ? planned->plan.head.start : Start::once;
  };
  EXPECT_EQ(start("workload: mnist_cnn\n"), Start::each_node);
  EXPECT_EQ(start("workload: mnist_cnn\nlauncher: srun\n"), Start::each_rank);
  EXPECT_EQ(start("python: a\nlauncher: container+srun\n"), Start::each_rank);
  EXPECT_EQ(start("command: a\n"), Start::once);
  EXPECT_EQ(start("torchrun: a\nlauncher: srun\n"), Start::each_node);
}

Profile cyclone_with_pyxis() {
  auto profile = *find_profile("cyclone");
  profile.container.srun = {"--container-image={image}", "--container-mounts={mounts}"};
  profile.container.image = "/images/torch.sqsh";
  profile.launcher.container = true;
  return profile;
}

TEST(Launcher, IsRefusedWhereNoSrunWouldMakeTheContainer) {
  const auto profile = cyclone_with_pyxis();
  const auto errors = [&](const std::string& lines) {
    const auto sweep = read_sweep("sweep.yaml", "name: t\nscales: [2gpu]\n" + lines);
    const auto planned = plan::plan_sweep(*sweep, profile, {}, {});
    return planned ? "no error\n" : render(planned.error());
  };
  EXPECT_EQ(errors("command: python3 train.py {ranks}\n"),
            cited("sweep.yaml:3:1: error: options of srun make the container, and this program is started "
                  "once, without srun",
                  "command: python3 train.py {ranks}",
                  "write 'launcher: srun' and start ranks with 'srun --container-image=/images/torch.sqsh "
                  "--container-mounts=...', or use 'python:' or 'torchrun:'"));
  EXPECT_EQ(errors("command: srun --ntasks={ranks} ./train\n"), "no error\n");
  EXPECT_EQ(errors("workload: mnist_cnn\nparameters: {strategy: data_parallel}\n"),
            "error: options of srun make the container, and this program is started once, without srun\n"
            "      = hint: choose another strategy than data_parallel, or write 'launcher: srun'\n");
}

TEST(Launcher, OfAProfileWithPyxisBuildsInsideToo) {
  const auto build = plan::plan_build(cyclone_with_pyxis(), {.site = {.account = "p123"}});
  ASSERT_TRUE(build) << render(build.error());
  EXPECT_TRUE(is_by_srun(build->launch.container));
}

TEST(Launcher, IsRefusedWhereTheContainerIsForOtherNodes) {
  const std::string lines = "scales: [cpu, 1gpu]\n";
  EXPECT_EQ(errors_of(sweep_text(lines), "olivia"),
            cited("sweep.yaml:3:10: error: rung 'cpu' runs on partition 'small', whose nodes are x86_64, and "
                  "the container is for aarch64",
                  "scales: [cpu, 1gpu]", "add 'image:' with one for x86_64",
                  {"clusters/olivia.yaml:109 sets architecture: aarch64"}));
  EXPECT_EQ(errors_of(sweep_text(lines + "image: /mine.sif\n"), "olivia"), "no error\n");
  EXPECT_EQ(errors_of("name: t\npython: a\nlauncher: srun\n" + lines, "olivia"), "no error\n");
}

TEST(Launcher, IsRefusedWhereTheSitesProgramIsForOtherNodes) {
  const auto text = sweep_text("scales: [cpu]\nlauncher: srun\n");
  const auto errors = errors_of(text, "olivia");
  EXPECT_NE(errors.find("error: rung 'cpu' runs on partition 'small', whose nodes are x86_64, and the site's "
                        "scalegen-train is for aarch64\n"),
            std::string::npos)
      << errors;
  EXPECT_NE(errors.find("hint: build it for x86_64 too, and say where with --train\n"), std::string::npos);
  EXPECT_EQ(errors_of(text, "olivia", {.program = "/mine/scalegen-train"}), "no error\n");
}

TEST(Launcher, WordsStandForAProgramAndAContainer) {
  using Starter = Launcher::Starter;
  const std::vector<std::pair<std::string, Launcher>> expected = {
      {"srun", {Starter::srun, false}},
      {"torchrun", {Starter::torchrun, false}},
      {"container+srun", {Starter::srun, true}},
      {"container+torchrun", {Starter::torchrun, true}}};
  EXPECT_EQ(launcher_words(), expected);
}

TEST(SweepFileKeys, SoftwareOfOnesOwnIsNoneOfTheSites) {
  const auto launch_of = [](const std::string& keys) {
    const auto planned = plan_text("name: t\ncommand: ./train {ranks}\nscales: [2x2gpu]\n" + keys, "cyclone");
    EXPECT_TRUE(planned) << render(planned.error());
    return planned->plan.head.launch;
  };
  EXPECT_FALSE(launch_of("").site.modules.empty());
  const auto own = launch_of("software: own\n");
  EXPECT_EQ(own.site, SiteSetup{});
  EXPECT_TRUE(own.network_env.empty() && own.network_env_of_several_nodes.empty());
}

TEST(SweepFileKeys, SoftwareForPyTorchIsNotForAProgramOfMpiOrOfCores) {
  const auto modules_of = [](const std::string& lines) {
    const auto planned = plan_text("name: t\nscales: [1gpu, 2x2gpu]\ncommand: " + lines + "\n", "perlmutter");
    EXPECT_TRUE(planned) << render(planned.error());
    const auto& launch = planned->plan.head.launch;
    EXPECT_TRUE(launch.container == std::nullopt &&
                launch.network_env.empty() == launch.site.modules.empty());
    return launch.site.modules;
  };
  const std::vector<std::string> site{"pytorch/2.8.0"};
  const std::vector<std::string> none;
  EXPECT_EQ(modules_of("srun -n {ranks} ./heat"), none);
  EXPECT_EQ(modules_of("mpirun -n {ranks} ./heat\nsetup: module load gcc"), none);
  EXPECT_EQ(modules_of("srun -n {ranks} ./heat\nsoftware: site"), site);
  EXPECT_EQ(modules_of("srun -n {ranks} python heat.py"), site);
  EXPECT_EQ(modules_of("srun -n {ranks} python heat.py\nsoftware: own"), none);
  EXPECT_EQ(modules_of("srun -n {ranks} fit\nsetup: source ~/venv/bin/activate"), site);
  EXPECT_EQ(modules_of("srun -n {ranks} ./run.sh"), site);
  EXPECT_EQ(modules_of("./train {ranks}"), site);  // of GPUs, and may be PyTorch's
}

TEST(SweepFileKeys, OfTheSiteAreRead) {
  const auto sweep = read_sweep("s.yaml",
                                "name: t\nworkload: mnist_cnn\nlauncher: container+torchrun\nimage: ~/a.sif\n"
                                "memory: 64G\nworkdir: ~/lab\n");
  ASSERT_TRUE(sweep);
  EXPECT_EQ(render(sweep->mistakes), "");
  EXPECT_EQ(sweep->launcher->value, (Launcher{Launcher::Starter::torchrun, true}));
  EXPECT_EQ(sweep->image->value, "~/a.sif");
  EXPECT_EQ(sweep->memory->mib, 65536);
  EXPECT_EQ(sweep->workdir->value, "~/lab");
}

}  // namespace
}  // namespace scalegen
