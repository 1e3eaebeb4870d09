#include "core/process.hpp"
#include "tests/generator/sweeps.hpp"
#include "tests/golden.hpp"

namespace scalegen {
namespace {

struct GoldenScript {
  std::string cluster;
  std::string rung;
};

void PrintTo(const GoldenScript& golden, std::ostream* out) { *out << golden.cluster << "_" << golden.rung; }

class GoldenScripts : public testing::TestWithParam<GoldenScript> {};

std::string script_of(const GoldenScript& golden) {
  PlanOptions options;
  options.overrides.account = golden.cluster == "local" ? "" : "p123";
  const auto text = read_text(SCALEGEN_SOURCE_DIR "/examples/mnist.yaml");
  const auto planned = plan_text(text, golden.cluster, options);
  EXPECT_TRUE(planned) << (planned ? "" : render(planned.error()));
  const auto writer =
      ScriptWriter::make(planned->plan.head, planned->scripts,
                         {"/home/ada/mnist-" + golden.cluster,
                          "scalegen generate mnist.yaml --cluster " + golden.cluster, "0.1.0"});
  EXPECT_TRUE(writer) << (writer ? "" : render(writer.error()));
  for (const auto& run : planned->plan.runs)
    if (run.id == golden.rung + "-r1") return writer->render({run.id, {run.id}}, run).value();
  return "no such run";
}

std::string findings(const std::vector<std::string>& argv) {
  const auto result = run_program(argv);
  return result ? result->out + result->err : render(result.error());
}

TEST_P(GoldenScripts, AreWrittenSoAndPleaseBashAndShellCheck) {
  const auto name = GetParam().cluster + "-" + GetParam().rung + ".sbatch";
  expect_golden(name, script_of(GetParam()));
  const std::string path = SCALEGEN_SOURCE_DIR "/tests/golden/" + name;
  EXPECT_EQ(findings({"bash", "-n", path}), "");
  EXPECT_EQ(findings({"shellcheck", "--shell=bash", path}), "");
}

INSTANTIATE_TEST_SUITE_P(All, GoldenScripts,
                         testing::Values(GoldenScript{"local", "1cpu"}, GoldenScript{"local", "2cpu"},
                                         GoldenScript{"cyclone", "cpu"}, GoldenScript{"cyclone", "1gpu"},
                                         GoldenScript{"cyclone", "2gpu"}, GoldenScript{"cyclone", "2x2gpu"}),
                         [](const auto& test) { return test.param.cluster + "_" + test.param.rung; });

}  // namespace
}  // namespace scalegen
