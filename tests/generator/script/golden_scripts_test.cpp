#include "core/process.hpp"
#include "core/run_directory.hpp"
#include "generator/script/script.hpp"
#include "tests/generator/sweeps.hpp"
#include "tests/golden.hpp"

namespace scalegen {
namespace {

/// The script of one run. Several sweeps may take the same rung on the same cluster.
struct GoldenScript {
  std::string name{};  // of the golden file
  std::string cluster{};
  std::string rung{};
  std::string lines{};  // of a sweep file of its own; empty: examples/mnist.yaml
};

void PrintTo(const GoldenScript& golden, std::ostream* out) { *out << golden.name; }

class GoldenScripts : public testing::TestWithParam<GoldenScript> {};

std::string sweep_of(const GoldenScript& golden) {
  if (golden.lines.empty()) return read_text(SCALEGEN_SOURCE_DIR "/examples/mnist.yaml");
  return "name: train\nrepeats: 1\nscales: [" + golden.rung + "]\n" + golden.lines;
}

Plan plan_of(const GoldenScript& golden, const std::string& workdir) {
  plan::PlanOptions options;
  options.overrides.account = golden.cluster == "local" ? "" : "p123";
  options.workdir = workdir;
  const auto planned = plan_text(sweep_of(golden), golden.cluster, options);
  EXPECT_TRUE(planned) << (planned ? "" : render(planned.error()));
  if (!planned) return {};
  const auto& name = planned->plan.head.name;
  return plan_at("/home/ada/" + name + "-" + golden.cluster, planned->plan,
                 "scalegen 0.1.0: scalegen generate " + name + ".yaml --cluster " + golden.cluster);
}

std::string script_of(const GoldenScript& golden) {
  const auto plan = plan_of(golden, "");
  const auto writer = ScriptWriter::make(plan.head, {});
  EXPECT_TRUE(writer) << (writer ? "" : render(writer.error()));
  for (const auto& run : plan.runs)
    if (run.rung.name == golden.rung && run.round == 1)
      return writer->render({run.id, {run.id}}, run).value();
  return "no such run";
}

std::string findings(const std::vector<std::string>& argv) {
  const auto result = run_program(argv);
  return result ? result->out + result->err : render(result.error());
}

void expect_golden_script(const std::string& name, const std::string& text) {
  expect_golden(name, text);
  const std::string path = SCALEGEN_SOURCE_DIR "/tests/golden/" + name;
  EXPECT_EQ(findings({"bash", "-n", path}), "");
  EXPECT_EQ(findings({"shellcheck", "--shell=bash", path}), "");
}

TEST_P(GoldenScripts, AreWrittenSoAndPleaseBashAndShellCheck) {
  expect_golden_script(GetParam().name + ".sbatch", script_of(GetParam()));
}

class PlainScripts : public testing::TestWithParam<GoldenScript> {};

/// As a site with pyxis has it.
Plan with_pyxis(Plan plan) {
  plan.head.launch.container = ContainerImage{
      .image = "~/images/pytorch.sqsh",
      .binds = {"/scratch,/opt/site:/opt:ro"},
      .srun = {"--container-image={image}", "--container-mounts={mounts}", "--container-workdir={workdir}"}};
  return plan;
}

TEST_P(PlainScripts, AreWrittenSoAndPleaseBashAndShellCheck) {
  auto plan = plan_of(GetParam(), "/home/ada");
  plan.head.launch.takes_rank_from_slurm = GetParam().name == "plain-srun";
  const auto writer = ScriptWriter::make_plain(plan.head, {});
  ASSERT_TRUE(writer);
  expect_golden_script(GetParam().name + ".sbatch", writer->render_plain(plan.runs.front()).value());
}

TEST(GoldenScripts, OfAContainerByOptionsOfSrunAreWrittenSo) {
  const auto script_of = [](const std::string& lines) {
    const auto plan = with_pyxis(plan_of({{}, "olivia", "2x4gpu", lines}, "/home/ada"));
    return ScriptWriter::make(plan.head, {})->render({"r", {"r"}}, plan.runs.front()).value();
  };
  expect_golden_script("pyxis-rank.sbatch",
                       script_of("python: '{sweep_dir}/train.py'\nlauncher: container+srun\n"
                                 "workdir: /work/ada\nsetup: cd inner\n"));
  expect_golden_script("pyxis-workload.sbatch",
                       script_of("workload: mnist_cnn\nlauncher: container+torchrun\n"));
}

TEST(GoldenScripts, OfAContainerByOptionsOfSrunUseSrunOnOneNodeToo) {
  const auto plan = with_pyxis(
      plan_of({{}, "olivia", "4gpu", "torchrun: train.py\nlauncher: container+torchrun\n"}, "/home/ada"));
  expect_golden_script("plain-pyxis.sbatch",
                       ScriptWriter::make_plain(plan.head, {})->render_plain(plan.runs.front()).value());
}

// The job's, and that of a run on a part of its nodes and GPUs.
TEST(GoldenScripts, OfOneAllocationAreWrittenSo) {
  const auto sweep = "name: train\nworkload: mnist_cnn\naccount: p123\nrepeats: 2\nscales: [1gpu, 2x2gpu]\n";
  const auto planned = plan_text(sweep, "cyclone", {.one_allocation = true}).value();
  TemporaryFolder folder;
  const RunDirectory directory{folder.path() / "made"};
  const auto plan =
      plan_at("/home/ada/train-cyclone", planned.plan,
              "scalegen 0.1.0: scalegen generate train.yaml --cluster cyclone --one-allocation");
  ASSERT_TRUE(write_run_directory(directory.root, sweep, plan, {}));
  expect_golden_script("one-allocation.sbatch", read_text(directory.job_script("gpu-r1-r2")));
  expect_golden_script("one-allocation-1gpu.bash", read_text(directory.run_script("gpu-r1-r2", "1gpu-r1")));
}

TEST(GoldenScripts, OfWhatPreparesAllRunsAreWrittenSo) {
  const auto sweep =
      "name: train\npython: train.py\naccount: p123\nscales: [2gpu, 1gpu]\nsetup: export CC=gcc\n"
      "env: {HF_HOME: '/scratch/my models', LOGS: '{run_dir}/logs'}\nprepare: {in_job: ['python3 -m venv "
      "venv', 'touch {sweep_dir}/made'], time_limit: 45m}\n";
  const auto planned = plan_text(sweep, "cyclone", {.workdir = "/home/ada"}).value();
  TemporaryFolder folder;
  const RunDirectory directory{folder.path() / "made"};
  ASSERT_TRUE(
      write_run_directory(directory.root, sweep, plan_at("/home/ada/train-cyclone", planned.plan), {}));
  expect_golden_script("prepare.sbatch", read_text(directory.job_script("prepare")));
  expect_golden_script("prepared.sbatch", read_text(directory.job_script("1gpu-r1")));
}

// In double quotes and here-documents bash needs the braces.
TEST(PlainScript, SetsTheFoldersThatItNames) {
  for (const std::string lines : {"python: train.py --out {run_dir}/a\n", "command: ./a \"{run_dir}/a\"\n",
                                  "python: train.py\nsetup: mkdir \"{run_dir}/a\"\n"}) {
    const auto plan = plan_of({.cluster = "local", .rung = "1cpu", .lines = lines}, "");
    const auto script = ScriptWriter::make_plain(plan.head, {})->render_plain(plan.runs.front()).value();
    EXPECT_NE(script.find("export SCALEGEN_RUN_DIR=/home/ada/train-local/"), script.npos) << script;
  }
}

const std::string kBuiltIn = "workload: mnist_cnn\n";

std::string name_of_test(const testing::TestParamInfo<GoldenScript>& test) {
  auto name = test.param.name;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(
    All, GoldenScripts,
    testing::Values(
        GoldenScript{"local-2cpu", "local", "2cpu"}, GoldenScript{"cyclone-cpu", "cyclone", "cpu"},
        GoldenScript{"cyclone-2gpu", "cyclone", "2gpu"},
        GoldenScript{"olivia-2x4gpu", "olivia", "2x4gpu", kBuiltIn},
        GoldenScript{"olivia-cpu-bare", "olivia", "2x4cpu", "python: train.py\nlauncher: srun\n"},
        GoldenScript{"olivia-data", "olivia", "1gpu",
                     "workload: olivia_cifar100\ndata: cifar100\nenv: {SCALEGEN_DATA: /cluster/data}\n"},
        GoldenScript{"della-80gb", "della", "2x4gpu", kBuiltIn},
        GoldenScript{"lumi-whole-nodes", "lumi", "2x8gpu", kBuiltIn},
        GoldenScript{"lumi-torchrun", "lumi", "2x8gpu", "torchrun: train.py\nlauncher: container+torchrun\n"},
        GoldenScript{"param-rudra", "param_rudra", "2gpu", kBuiltIn},
        GoldenScript{"alps", "alps", "2x4gpu", "python: train.py\n"},
        GoldenScript{"frontier", "frontier", "2x8gpu", kBuiltIn},
        GoldenScript{"leonardo", "leonardo", "2x4gpu", kBuiltIn + "partition: boost_qos_dbg\n"},
        GoldenScript{"perlmutter", "perlmutter", "2x4gpu", "python: train.py\n"},
        GoldenScript{"roihu", "roihu", "2x4gpu", kBuiltIn + "partition: gpularge\n"}),
    name_of_test);

const std::string kTutorial =
    "python: cnn.py --batch_size 16\nlauncher: srun\nsetup: module load PyTorch/1.12.0\n";
const std::string kOwnFolders =
    "python: [train.py, --out, '{run_dir}/a b']\nlauncher: container+srun\nworkdir: '{run_dir}'\n";

INSTANTIATE_TEST_SUITE_P(
    All, PlainScripts,
    testing::Values(GoldenScript{"plain-srun", "cyclone", "2x2gpu", kTutorial},
                    GoldenScript{"plain-nodes", "cyclone", "2x2gpu", "torchrun: train.py\n"},
                    GoldenScript{"plain-container", "olivia", "2x4gpu", kOwnFolders},
                    GoldenScript{"plain-site", "lumi", "2x8gpu", kBuiltIn},
                    GoldenScript{"plain-once", "param_rudra", "2gpu", "command: |\n  hostname\n  a.sh\n"},
                    GoldenScript{"plain-here", "local", "2cpu", kTutorial},
                    GoldenScript{"plain-torchrun-here", "local", "2cpu", "torchrun: train.py\n"}),
    name_of_test);

}  // namespace
}  // namespace scalegen
