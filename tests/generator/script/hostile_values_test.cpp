// Values that would do harm if a shell saw them: each is refused, or stands for itself.
#include "core/json.hpp"
#include "generator/script/script.hpp"
#include "tests/generator/script/script_run.hpp"

namespace scalegen {
namespace {

namespace fs = std::filesystem;

/// A text as YAML's double quotes have it.
std::string yaml_quoted(const std::string& text) { return json_line(Json(text)); }

std::string own_text(const std::string& lines) { return "name: t\npython: train.py\n" + lines; }

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
    const auto put = [&](std::string form) { return form.replace(form.find('@'), 1, value) + "\n"; };
    std::vector<std::string> sweeps{"name: " + value + "\nworkload: mnist_cnn\n",
                                    "name: t\nworkload: " + value + "\n",
                                    sweep_text("parameters: {steps: = 1 " + text + "}\n"),
                                    own_text("metrics: {time: {regex: " + yaml_quoted(text + "(") + "}}\n")};
    for (const std::string form : {"scaling: @", "scales: [@]", "nodes: [@]", "gpus_per_node: [@]",
                                   "baseline: @", "repeats: @", "seed: @", "time_limit: @", "data: @",
                                   "sbatch: [@]", "env: {@: x}", "launcher: @", "memory: @", "@: 1"})
      sweeps.push_back(sweep_text(put(form)));
    for (const std::string form :
         {"parameters: {optimizer: @}", "parameters: {@: 1}", "sweep: {precision: [@]}",
          "sweep: {zip: {@: [1]}}", "sweep: {zip: {optimizer: [@]}}", "sweep: {where: @}", "metrics: {@: {}}",
          "sweep: {zip: @}"})
      sweeps.push_back(sweep_text(put(form)));
    for (const std::string form :
         {"metrics: {@: {}}", "metrics: {time: @}", "metrics: {time: {regex: (.), better: @}}",
          "parameters: {@: 1}", "parameters: {cpus_per_task: @}", "sweep: {@: [1]}"})
      sweeps.push_back(own_text(put(form)));
    for (const auto& sweep : sweeps) EXPECT_NE(errors_of(sweep), "no error\n") << sweep;
  }
}

/// The words that a run's program is given, each in <>, as its script would start it: programs in the folder
/// come first, and say what they are given.
std::string given_words(const std::vector<std::string>& command, const fs::path& folder,
                        const fs::path& run_dir = "/r") {
  for (const auto* name : {"show", "python3", "torchrun"}) {
    EXPECT_TRUE(write_file(folder / name, "#!/bin/bash\nprintf '<%s>' \"$@\"\n"));
    fs::permissions(folder / name, fs::perms::owner_all);
  }
  std::string line = "exec";
  for (const auto& word : command) line += " " + home_word(word);
  const auto result = run_program({"env", "PATH=" + folder.string() + ":" + std::getenv("PATH"), "HOME=/h",
                                   "SCALEGEN_RUN_DIR=" + run_dir.string(), "MASTER_ADDR=n1",
                                   "MASTER_PORT=12345", "bash", "-c", line});
  EXPECT_TRUE(result);
  EXPECT_EQ(result->exit_status, 0) << line << result->err;
  return result->out;
}

std::string given_words(const std::string& sweep_lines, const fs::path& folder,
                        const fs::path& run_dir = "/r") {
  const auto planned = plan_text("name: t\nscales: [1cpu]\n" + sweep_lines);
  EXPECT_TRUE(planned) << (planned ? "" : render(planned.error()));
  return planned ? given_words(planned->plan.runs.front().command, folder, run_dir) : "";
}

const std::string kLaunch =
    "<--nnodes=1><--nproc_per_node=1><--node_rank=0><--master_addr=n1><--master_port=12345>";

TEST(HostileValues, OfOwnParametersStandForThemselvesInLists) {
  const TemporaryFolder folder;
  for (const auto& text : hostile_texts(folder.path())) {
    const auto value = "parameters: {v: " + yaml_quoted(text) + "}\n";
    const auto expected = "<" + text + "><--v=" + text + "/x>";
    EXPECT_EQ(given_words(value + "command: [show, \"{v}\", \"--v={v}/x\"]\n", folder.path()), expected);
    EXPECT_EQ(given_words(value + "python: [\"{v}\", \"--v={v}/x\"]\n", folder.path()), expected);
    EXPECT_EQ(given_words(value + "torchrun: [\"{v}\", \"--v={v}/x\"]\n", folder.path()), kLaunch + expected);
    EXPECT_EQ(given_words(value + "python: [\"{run_dir}\", \"{v}\", \"--v={v}/x\"]\n", folder.path()),
              "</r>" + expected);
  }
  EXPECT_FALSE(fs::exists(folder.path() / "harm"));
}

TEST(HostileValues, OfListsStandForThemselves) {
  const TemporaryFolder folder;
  std::string words;
  std::string expected;
  for (const auto& text : hostile_texts(folder.path())) {
    words += ", " + yaml_quoted(text);
    expected += "<" + text + ">";
  }
  EXPECT_EQ(given_words("command: [show, a" + words + "]\n", folder.path()), "<a>" + expected);
  EXPECT_EQ(given_words("python: [a" + words + "]\n", folder.path()), "<a>" + expected);
  EXPECT_EQ(given_words("torchrun: [a" + words + "]\n", folder.path()), kLaunch + "<a>" + expected);
  EXPECT_EQ(given_words("command: [show, a, \"{run_dir}\"" + words + "]\n", folder.path()),
            "<a></r>" + expected);
  EXPECT_FALSE(fs::exists(folder.path() / "harm"));
}

TEST(HostileValues, OfOwnParametersAreRefusedInBashText) {
  const TemporaryFolder folder;
  for (const auto& text : hostile_texts(folder.path())) {
    if (text == "-n") continue;  // means nothing to bash
    for (const auto* program :
         {"command: show {v}", "python: x {v}", "torchrun: x \"{v}\"", "command: \"'{v}'\""}) {
      const auto errors =
          errors_of("name: t\nscales: [1cpu]\nparameters: {v: " + yaml_quoted(text) + "}\n" + program + "\n");
      EXPECT_NE(errors.find("bash text cannot hold the value"), std::string::npos) << errors;
    }
  }
}

TEST(HostileValues, OfTheAttemptsFolderStandForThemselves) {
  const TemporaryFolder folder;
  for (const auto& text : hostile_texts(folder.path())) {
    const auto expected = "<" + text + "><a=" + text + "/x>";
    for (const auto* program :
         {"command: show {run_dir} \"a={run_dir}/x\"", "python: \"\\\"{run_dir}\\\" a={run_dir}/x\"",
          "command: [show, \"{run_dir}\", \"a={run_dir}/x\"]", "python: [\"{run_dir}\", \"a={run_dir}/x\"]"})
      EXPECT_EQ(given_words(std::string(program) + "\n", folder.path(), text), expected) << program;
    EXPECT_EQ(given_words("torchrun: [\"{run_dir}\", \"a={run_dir}/x\"]\n", folder.path(), text),
              kLaunch + expected);
  }
  EXPECT_FALSE(fs::exists(folder.path() / "harm"));
}

TEST(HostileValues, OfPathsAreKeptAsTheyAre) {
  const TemporaryFolder folder;
  for (const auto& text : hostile_texts(folder.path())) {
    if (text.find('\n') != std::string::npos) {
      EXPECT_NE(errors_of(sweep_text("workdir: " + yaml_quoted("/" + text) + "\n")), "no error\n");
      EXPECT_NE(errors_of(sweep_text("image: " + yaml_quoted(text) + "\n")), "no error\n");
      continue;
    }
    const auto planned = plan_text(sweep_text("workdir: " + yaml_quoted("/" + text) + "\n"));
    ASSERT_TRUE(planned) << render(planned.error());
    EXPECT_EQ(planned->plan.head.launch.workdir, "/" + text);
  }
}

TEST(HostileValues, OfAccountPartitionAndQosNeverReachADirective) {
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
    const auto plan = plan_at(directory.root, planned->plan, "scalegen " + text + ": scalegen " + text);
    const auto written = write_run_directory(directory.root, "", plan, {});
    ASSERT_TRUE(written) << render(written.error());
    const auto result = run_program({"bash", directory.job_script("1cpu-r1").string()});
    ASSERT_TRUE(result);
    EXPECT_EQ(result->exit_status, 0) << text << result->err;
    EXPECT_EQ(read_text(directory.attempt("1cpu-r1", "hand").out()), "trained\nscalegen: end of 1cpu-r1\n");
  }
}

TEST(HostileValues, OfTheCommandLineStayInTheComment) {
  const auto planned = plan_text(sweep_text("scales: [1cpu]\n"));
  const auto plan = plan_at("/r", planned->plan, "scalegen 1\n2: scalegen\ntouch /harm\r");
  const auto writer = ScriptWriter::make(plan.head, {});
  const auto& run = plan.runs.front();
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
  auto plan = plan_at("/r", plan_text(sweep_text("scales: [1cpu]\n"), "cyclone")->plan);
  plan.head.launch.site.modules = {"it's $(id)"};
  const auto writer = ScriptWriter::make(plan.head, {});
  const auto& run = plan.runs.front();
  EXPECT_NE(writer->render({run.id, {run.id}}, run)->find("\nmodule load 'it'\\''s $(id)'\n"),
            std::string::npos);
}

}  // namespace
}  // namespace scalegen
