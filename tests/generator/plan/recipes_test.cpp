// Recipes of scalegen-train: what a command says where the sweep file does not.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <map>

#include "core/plan_file.hpp"
#include "tests/generator/plans.hpp"
#include "workloads/recipe.hpp"

namespace scalegen {
namespace {

/// The options of the run on two ranks, from the recipe to the threads.
std::string options_of(const std::string& lines) {
  const auto planned = plan_text("name: t\nrepeats: 1\nscales: [2cpu]\n" + lines);
  if (!planned) return render(planned.error());
  const std::vector<std::string> command =
      run_of(planned->plan, ids_of_a_round(planned->plan).front()).command;
  const auto text = fmt::format("{}", fmt::join(command, " "));
  const auto begin = text.find("scalegen-train") + std::string("scalegen-train ").size();
  return text.substr(begin, text.find(" --threads") - begin);
}

TEST(Recipe, OfAModelSaysItAll) {
  EXPECT_EQ(options_of("workload: mnist_cnn\n"),
            "--model mnist_cnn --data synthetic --steps 40 --global-batch 512 --optimizer adam "
            "--learning-rate 0.001 --precision fp32 --evaluate yes");
  EXPECT_EQ(options_of("workload: wide_resnet_tiny\n"),
            "--model wide_resnet_tiny --data synthetic --steps 40 --global-batch 64 --optimizer sgd "
            "--learning-rate 0.01 --momentum 0.9 --precision fp32 --evaluate no");
}

TEST(Recipe, OfATutorialIsNamedSo) {
  EXPECT_EQ(options_of("workload: princeton_mnist\n"),
            "--recipe princeton_mnist --data synthetic --epochs 14 --per-rank-batch 64 --optimizer adadelta "
            "--learning-rate 1 --schedule step --schedule-epochs 1 --gamma 0.7 --precision fp32 --evaluate "
            "each_epoch");
  EXPECT_EQ(options_of("workload: cyclone_mnist\nparameters: {steps: 3}\n"),
            "--recipe cyclone_mnist --data synthetic --steps 3 --per-rank-batch 16 --drop-last yes "
            "--optimizer adam --learning-rate 0.001 --precision fp32 --evaluate no");
}

TEST(Recipe, IsScaledAsItsPageScalesIt) {
  const auto scaling_of = [](const std::string& lines) {
    const auto planned = plan_text("name: t\nrepeats: 1\nscales: [1cpu, 2cpu]\n" + lines, "generic");
    return planned ? to_text(planned->plan.head.scalings) : render(planned.error());
  };
  for (const auto* recipe :
       {"cyclone_mnist", "princeton_mnist", "olivia_cifar100", "lumi_vit", "lumi_deepspeed"})
    EXPECT_EQ(scaling_of(fmt::format("workload: {}\n", recipe)), "weak") << recipe;
  EXPECT_EQ(scaling_of("workload: gujarat_mnist\n"), "strong");
  EXPECT_EQ(scaling_of("workload: mnist_cnn\n"), "strong");
  EXPECT_EQ(scaling_of("workload: cyclone_mnist\nscaling: strong\n"), "strong");
  EXPECT_EQ(scaling_of("command: ./train {ranks}\n"), "strong");
}

/// The time limit of each run on a site's smallest rung of GPUs.
std::chrono::seconds limit_of(const std::string& lines, const std::string& cluster) {
  plan::PlanOptions options;
  options.overrides.account = "p1";
  const auto planned = plan_text("name: t\nrepeats: 1\nscales: [1gpu]\n" + lines, cluster, options);
  EXPECT_TRUE(planned) << lines << (planned ? "" : render(planned.error()));
  return planned ? planned->plan.runs.front().resources.time_limit : std::chrono::seconds();
}

// By the speeds of docs/tutorials. Those of Cyclone's ten cores and of Gujarat's two GPUs are the slowest
// there.
TEST(Recipe, HasATimeLimitForItsOwnSteps) {
  const double lumi = 10 * 100'000 / (5 * 80'000 / 380.0 / 8);
  EXPECT_NEAR(lumi, 7600, 1);
  const double olivia = 100 * 50'000 / 7368.0;
  EXPECT_NEAR(olivia, 679, 1);
  const std::map<std::string_view, std::pair<std::string, double>> seconds = {
      {"cyclone_mnist", {"cyclone", 192.25}},
      {"olivia_cifar100", {"olivia", olivia}},
      {"gujarat_mnist", {"param_rudra", 2 * 30.7}},
      {"lumi_vit", {"lumi", lumi}},
      {"lumi_deepspeed", {"lumi", lumi}}};
  for (const auto& [recipe, of_tutorial] : seconds) {
    const auto limit = limit_of(fmt::format("workload: {}\n", recipe), of_tutorial.first);
    EXPECT_GE(limit.count(), 1.4 * of_tutorial.second) << recipe;
    EXPECT_LE(limit.count(), std::max(600.0, 2 * of_tutorial.second)) << recipe;
  }
  for (const auto& recipe : recipe::kRecipes)
    EXPECT_TRUE(recipe.minutes == 0 || seconds.contains(recipe.name)) << recipe.name;
}

TEST(Recipe, HasTheSitesTimeLimitForOtherSteps) {
  using std::chrono::minutes;
  EXPECT_EQ(limit_of("workload: lumi_vit\n", "lumi"), minutes(200));
  EXPECT_EQ(limit_of("workload: olivia_cifar100\n", "olivia"), minutes(20));
  for (const auto* length : {"steps: 9", "epochs: 1", "seconds: 60"})
    EXPECT_EQ(limit_of(fmt::format("workload: lumi_vit\nparameters: {{{}}}\n", length), "lumi"), minutes(10));
  EXPECT_EQ(limit_of("workload: lumi_vit\nsweep: {epochs: [1, 2]}\n", "lumi"), minutes(10));
  EXPECT_EQ(limit_of("workload: lumi_vit\ntime_limit: 30m\n", "lumi"), minutes(30));
  EXPECT_EQ(limit_of("workload: vit_b16\n", "lumi"), minutes(10));
  EXPECT_EQ(limit_of("torchrun: train.py\n", "olivia"), minutes(10));
}

TEST(Recipe, SpeaksForItsOwnOptimizerAlone) {
  EXPECT_EQ(options_of("workload: mnist_cnn\nparameters: {optimizer: sgd}\n"),
            "--model mnist_cnn --data synthetic --steps 40 --global-batch 512 --optimizer sgd "
            "--learning-rate 0.01 --momentum 0.9 --precision fp32 --evaluate yes");
  EXPECT_EQ(options_of("workload: princeton_mnist\nparameters: {optimizer: adamw, steps: 5}\n"),
            "--recipe princeton_mnist --data synthetic --steps 5 --per-rank-batch 64 --optimizer adamw "
            "--learning-rate 0.001 --weight-decay 0.01 --schedule step --schedule-epochs 1 --gamma 0.7 "
            "--precision fp32 --evaluate each_epoch");
}

TEST(Recipe, TrainsForSecondsWhereTheLadderHasGpus) {
  const auto options = [](const std::string& lines) {
    const auto planned = plan_text("name: t\nrepeats: 1\nscales: [1gpu, 2gpu]\n" + lines, "cyclone");
    if (!planned) return render(planned.error());
    const std::vector<std::string> command =
        run_of(planned->plan, ids_of_a_round(planned->plan).front()).command;
    const auto text = fmt::format("{}", fmt::join(command, " "));
    const auto begin = text.find("--data auto ") + std::string("--data auto ").size();
    return text.substr(begin, text.find(" --", begin) - begin);
  };
  EXPECT_EQ(options("workload: mnist_cnn\n"), "--seconds 20");
  EXPECT_EQ(options("workload: mnist_cnn\nparameters: {seconds: 7.5}\n"), "--seconds 7.5");
  EXPECT_EQ(options("workload: mnist_cnn\nparameters: {steps: 7}\n"), "--steps 7");
  EXPECT_EQ(options("workload: mnist_cnn\nparameters: {epochs: 2}\n"), "--epochs 2");
  EXPECT_EQ(options("workload: cyclone_mnist\n"), "--epochs 5");
}

TEST(Recipe, WithDataParallelIsOneProcessForAllGpusOfANode) {
  const std::string sweep =
      "name: t\nrepeats: 1\nworkload: gujarat_mnist\nparameters: {strategy: data_parallel}\n";
  const auto planned = plan_text(sweep + "scales: [1gpu, 2gpu]\n", "cyclone");
  ASSERT_TRUE(planned) << render(planned.error());
  EXPECT_EQ(planned->plan.head.start, Start::once);
  const auto& run = run_of(planned->plan, "2gpu-r1");
  EXPECT_EQ(run.resources.tasks_per_node, 1);
  EXPECT_EQ(run.resources.gpus_per_node, 2);
  EXPECT_EQ(run.resources.cpus_per_task, 20);
  const std::vector<std::string> command = run.command;
  EXPECT_EQ(std::vector<std::string>(command.end() - 6, command.end()),
            (std::vector<std::string>{"--device", "cuda", "--seed", "7", "--replicas", "2"}));

  const auto refused = plan_text(sweep + "scales: [1gpu, 2x2gpu]\n", "cyclone");
  ASSERT_FALSE(refused);
  EXPECT_EQ(render(refused.error()),
            cited("sweep.yaml:4:24: error: 'data_parallel' is one process, and rung '2x2gpu' has 2 nodes",
                  "parameters: {strategy: data_parallel}", "leave the rung out, or write 'strategy: ddp'"));
}

/// scalegen-train then takes the rate of each from the same table.
TEST(Recipe, LeavesTheRateToASweptOptimizer) {
  EXPECT_EQ(options_of("workload: mnist_cnn\nsweep: {optimizer: [adam, sgd]}\n"),
            "--model mnist_cnn --data synthetic --steps 40 --global-batch 512 --optimizer adam --precision "
            "fp32 --evaluate yes");
}

TEST(Recipe, TakesEverySetting) {
  EXPECT_EQ(
      options_of("workload: vit_tiny\nparameters: {global_batch: 24, accumulate: 3, drop_last: yes, shuffle: "
                 "no, strategy: ddp, bucket_mb: 2.5, gradient_compression: fp16, optimizer: sgd, momentum: "
                 "0, nesterov: no, weight_decay: 0.1, schedule: cosine, schedule_epochs: 9, warmup_steps: 2, "
                 "clip_norm: 1, precision: bf16, channels_last: yes, nccl_priority: high, evaluate: "
                 "each_epoch, target_accuracy: 0.9, patience: 2, cpus_per_task: 1}\n"),
      "--model vit_tiny --data synthetic --steps 40 --global-batch 24 --accumulate 3 --drop-last yes "
      "--shuffle no --strategy ddp --bucket-mb 2.5 --gradient-compression fp16 --optimizer sgd "
      "--learning-rate 0.01 --momentum 0 --nesterov no --weight-decay 0.1 --schedule cosine "
      "--schedule-epochs 9 --warmup-steps 2 --clip-norm 1 --precision bf16 --channels-last yes "
      "--nccl-priority high --evaluate each_epoch --target-accuracy 0.9 --patience 2");
}

TEST(Recipe, IsConsistentWithTheTables) {
  for (const auto& recipe : recipe::kRecipes) {
    EXPECT_NE(recipe::find(recipe::kModels, &recipe::Model::name, recipe.model), nullptr) << recipe.name;
    for (const auto& row : recipe.defaults)
      EXPECT_NE(recipe::find(recipe::kSettings, &recipe::Setting::name, row.setting), nullptr) << row.setting;
    for (const auto* must :
         {"optimizer", "learning_rate", "precision", "evaluate", "global_batch", "per_rank_batch"})
      EXPECT_NE(recipe::default_of(recipe, must), "") << recipe.name << " " << must;
  }
}

TEST(Recipe, AndEachSettingAreDocumented) {
  const auto page = read_text(SCALEGEN_SOURCE_DIR "/docs/workload.md");
  for (const auto& recipe : recipe::kRecipes)
    EXPECT_NE(page.find(fmt::format("`{}`", recipe.name)), std::string::npos) << recipe.name;
  for (const auto& setting : recipe::kSettings) {
    EXPECT_NE(page.find(fmt::format("`{}`", setting.name)), std::string::npos) << setting.name;
    for (const auto word : setting.choices()) EXPECT_NE(page.find(word), std::string::npos) << word;
  }
}

}  // namespace
}  // namespace scalegen
