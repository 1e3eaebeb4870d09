// Values that would do harm if a shell saw them: each is refused, or stands for itself.
#include "tests/generator/script_run.hpp"

namespace scalegen {
namespace {

namespace fs = std::filesystem;

/// A text as YAML's double quotes have it.
std::string yaml_quoted(const std::string& text) { return json_line(Json(text)); }

/// They make files when a shell runs them.
std::vector<std::string> hostile_texts(const fs::path& folder) {
  const auto touch = "touch " + (folder / "harm").string();
  return {"$(" + touch + ")",
          "`" + touch + "`",
          "'; " + touch + "; '",
          "\"; " + touch + "; \"",
          "x\n" + touch + "\n",
          "; " + touch + " #",
          "|| " + touch,
          "{{run}} {{{root}}}",
          "grün ☃ '\"\\",
          "-n",
          "x\\",
          "${HOME}",
          "!!",
          "#"};
}

TEST(HostileValues, StandForThemselvesInTheEnvironment) {
  const TemporaryFolder folder;
  std::string lines;
  std::string expected;
  int number = 0;
  for (const auto& text : hostile_texts(folder.path())) {
    lines += "  V" + std::to_string(number++) + ": " + yaml_quoted(text) + "\n";
    expected += "<" + text + ">";
  }
  std::string print = "printf '<%s>'";
  for (int i = 0; i < number; ++i) print += " \"$V" + std::to_string(i) + "\"";
  const ScriptRun script(print, "scales: [1cpu]\nenv:\n" + lines);
  const auto result = script.run();
  EXPECT_EQ(result.exit_status, 0) << result.err;
  EXPECT_EQ(read_text(script.attempt().out()), expected + "\nscalegen: end of 1cpu-r1\n");
  EXPECT_FALSE(fs::exists(folder.path() / "harm"));
}

TEST(HostileValues, AreRefusedWhereverElseTheyStand) {
  const TemporaryFolder folder;
  for (const auto& text : hostile_texts(folder.path())) {
    const auto value = yaml_quoted(text);
    for (const auto& line : std::vector<std::string>{
             "name: " + value + "\nworkload: mnist_cnn\n", "name: t\nworkload: " + value + "\n",
             sweep_text("scaling: " + value + "\n"), sweep_text("scales: [" + value + "]\n"),
             sweep_text("nodes: [" + value + "]\n"), sweep_text("gpus_per_node: [" + value + "]\n"),
             sweep_text("baseline: " + value + "\n"), sweep_text("repeats: " + value + "\n"),
             sweep_text("seed: " + value + "\n"), sweep_text("time_limit: " + value + "\n"),
             sweep_text("data: " + value + "\n"), sweep_text("sbatch: [" + value + "]\n"),
             sweep_text("env: {" + value + ": x}\n"), sweep_text("parameters: {optimizer: " + value + "}\n"),
             sweep_text("parameters: {" + value + ": 1}\n"),
             sweep_text("sweep: {precision: [" + value + "]}\n"), sweep_text(value + ": 1\n")})
      EXPECT_NE(errors_of(line), "no error\n") << line;
  }
}

TEST(HostileValues, OfAccountPartitionAndQosNeverReachADirective) {
  const TemporaryFolder folder;
  for (const auto* key : {"account", "partition", "qos"})
    for (const auto& text : {std::string("a b"), std::string("a\nb"), std::string("a'b"), std::string("a\"b"),
                             std::string("a#b"), std::string("a`b"), std::string("ä"), std::string()})
      EXPECT_NE(errors_of(sweep_text(std::string(key) + ": " + yaml_quoted(text) + "\n"), "cyclone"),
                "no error\n")
          << key << " " << text;
}

TEST(HostileValues, StandForThemselvesInTheFoldersNameAndTheCommandLine) {
  const TemporaryFolder folder;
  const auto planned =
      plan_text(sweep_text("scales: [1cpu]\nrepeats: 1\n"), "local",
                {.program = (folder.path() / "it's $(train)").string()}, {.cores = {some_core()}});
  ASSERT_TRUE(planned);
  ASSERT_TRUE(write_file(folder.path() / "it's $(train)", "#!/bin/bash\necho trained\n"));
  fs::permissions(folder.path() / "it's $(train)", fs::perms::owner_all);
  for (const auto& text : hostile_texts(folder.path())) {
    if (text.find('/') != std::string::npos || text == "{{run}} {{{root}}}") continue;
    const RunDirectory directory{folder.path() / ("run " + text)};
    const auto written =
        write_run_directory(directory.root, "", *planned, {directory.root, "scalegen " + text, text});
    ASSERT_TRUE(written) << render(written.error());
    const auto result = run_program({"bash", directory.job_script("1cpu-r1").string()});
    ASSERT_TRUE(result);
    EXPECT_EQ(result->exit_status, 0) << text << result->err;
    EXPECT_EQ(read_text(directory.attempt("1cpu-r1", "hand").out()), "trained\nscalegen: end of 1cpu-r1\n");
  }
}

TEST(HostileValues, OfTheCommandLineStayInTheComment) {
  const TemporaryFolder folder;
  const auto planned = plan_text(sweep_text("scales: [1cpu]\n"));
  const auto writer =
      ScriptWriter::make(planned->plan.head, planned->scripts, {"/r", "scalegen\ntouch /harm\r", "1\n2"});
  const auto& run = planned->plan.runs.front();
  EXPECT_NE(writer->render({run.id, {run.id}}, run)->find("\n# scalegen 1?2: scalegen?touch /harm?\n"),
            std::string::npos);
}

TEST(HostileValues, OfAProfileAreRefusedOrQuoted) {
  const auto profile = [](const std::string& lines) {
    return read_profile(
        "p.yaml",
        "name: p\nscheduler: slurm\nhardware: {partitions: [{name: a, nodes: 1, cores_per_node: 4}]}\n" +
            lines);
  };
  for (const std::string text : {"$(id)\n", "a b", "'", "\""}) {
    const auto value = yaml_quoted(text);
    EXPECT_FALSE(profile("requests: {sbatch: [" + value + "]}\n")) << text;
    EXPECT_FALSE(profile("launch: {ladder: [" + value + "]}\n")) << text;
    EXPECT_FALSE(profile("software: {env: {" + value + ": 1}}\n")) << text;
    EXPECT_FALSE(read_profile("p.yaml", "name: p\nscheduler: slurm\nhardware: {partitions: [{name: " + value +
                                            ", nodes: 1, cores_per_node: 4}]}\n"))
        << text;
  }
  const ScriptRun script("", "scales: [1cpu]\n", "cyclone");
  auto planned = *plan_text(sweep_text("scales: [1cpu]\n"), "cyclone");
  planned.scripts.site.modules = {"it's $(id)"};
  const auto writer = ScriptWriter::make(planned.plan.head, planned.scripts, {"/r", "", ""});
  const auto& run = planned.plan.runs.front();
  EXPECT_NE(writer->render({run.id, {run.id}}, run)->find("\nmodule load 'it'\\''s $(id)'\n"),
            std::string::npos);
}

}  // namespace
}  // namespace scalegen
