#include "core/process.hpp"
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

std::string script_of(const GoldenScript& golden) {
  PlanOptions options;
  options.overrides.account = golden.cluster == "local" ? "" : "p123";
  const auto planned = plan_text(sweep_of(golden), golden.cluster, options);
  EXPECT_TRUE(planned) << (planned ? "" : render(planned.error()));
  if (!planned) return "no plan";
  const auto& head = planned->plan.head;
  const auto writer =
      ScriptWriter::make(head, planned->scripts,
                         {.root = "/home/ada/" + head.name + "-" + golden.cluster,
                          .command = "scalegen generate " + head.name + ".yaml --cluster " + golden.cluster,
                          .version = "0.1.0"});
  EXPECT_TRUE(writer) << (writer ? "" : render(writer.error()));
  for (const auto& run : planned->plan.runs)
    if (run.rung.name == golden.rung && run.round == 1)
      return writer->render({run.id, {run.id}}, run).value();
  return "no such run";
}

std::string findings(const std::vector<std::string>& argv) {
  const auto result = run_program(argv);
  return result ? result->out + result->err : render(result.error());
}

TEST_P(GoldenScripts, AreWrittenSoAndPleaseBashAndShellCheck) {
  const auto name = GetParam().name + ".sbatch";
  expect_golden(name, script_of(GetParam()));
  const std::string path = SCALEGEN_SOURCE_DIR "/tests/golden/" + name;
  EXPECT_EQ(findings({"bash", "-n", path}), "");
  EXPECT_EQ(findings({"shellcheck", "--shell=bash", path}), "");
}

const std::string kBuiltIn = "workload: mnist_cnn\n";

INSTANTIATE_TEST_SUITE_P(
    All, GoldenScripts,
    testing::Values(GoldenScript{"local-1cpu", "local", "1cpu"}, GoldenScript{"local-2cpu", "local", "2cpu"},
                    GoldenScript{"cyclone-cpu", "cyclone", "cpu"},
                    GoldenScript{"cyclone-1gpu", "cyclone", "1gpu"},
                    GoldenScript{"cyclone-2gpu", "cyclone", "2gpu"},
                    GoldenScript{"cyclone-2x2gpu", "cyclone", "2x2gpu"},
                    GoldenScript{"olivia-2x4gpu", "olivia", "2x4gpu", kBuiltIn},
                    GoldenScript{"olivia-cpu-bare", "olivia", "2x4cpu", "python: train.py\nlauncher: srun\n"},
                    GoldenScript{"della-80gb", "della", "2x4gpu", kBuiltIn},
                    GoldenScript{"lumi-whole-nodes", "lumi", "2x8gpu", kBuiltIn},
                    GoldenScript{"lumi-shared-node", "lumi", "2gpu", kBuiltIn + "launcher: srun\n"},
                    GoldenScript{"param-rudra", "param_rudra", "2gpu", kBuiltIn}),
    [](const auto& test) {
      auto name = test.param.name;
      std::replace(name.begin(), name.end(), '-', '_');
      return name;
    });

}  // namespace
}  // namespace scalegen
