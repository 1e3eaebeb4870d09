#include "app/advised_script.hpp"

#include <filesystem>

#include "tests/app/user_session.hpp"
#include "tests/cited.hpp"

namespace scalegen {
namespace {

const std::string kScript =
    "#!/bin/bash\n#SBATCH --nodes=1 --ntasks=4 --gpus-per-node=4\n#SBATCH --cpus-per-task=4\n"
    "#SBATCH --mem=64G\n#SBATCH --time=10:00:00\n\nsrun ./train\n";

ScalingPoint point(int gpus, double images_per_second) {
  const auto name = std::to_string(gpus) + "gpu";
  Measurement run{.value = images_per_second, .has_completed = true};
  ScalingPoint point{.rung = name,
                     .shape = shape_of({name, DeviceKind::gpu, 1, gpus}),
                     .asked = Resources{.tasks_per_node = gpus, .cpus_per_task = 8, .gpus_per_node = gpus},
                     .command = "./train",
                     .runs = {run}};
  point.typical = point.mean = stats::Estimate{.centre = images_per_second};
  return point;
}

verdict::JudgedRung judged(verdict::Judgement judgement, double efficiency) {
  const stats::Estimate value{efficiency, stats::Interval{efficiency - 0.02, efficiency + 0.02, 0.95}};
  return {judgement, {{.limit = 0.7, .judgement = judgement, .value = value}}};
}

/// 2gpu is advised, and 4gpu misses 70 %.
report::Report two_gpus_are_advised() {
  using verdict::Judgement;
  report::Report report;
  report.head.metric = {.quantity = Quantity::rate, .unit = "images/s"};
  report.tables.push_back({.points = {point(2, 1000), point(4, 1300)}});
  report.verdicts.push_back(
      {.rungs = {judged(Judgement::met, 0.91), judged(Judgement::missed, 0.62)}, .advised = 0});
  return report;
}

class AdvisedScripts : public UserSession {
 protected:
  AdvisedScripts() { write("job.sh", kScript); }
  static JobScript script() { return read_own_script("job.sh").value(); }
  static std::string advised(const report::Report& report, const std::optional<Work>& work = {}) {
    return advised_script(report, script(), work).value().value().text;
  }
  /// What a person reads of a script with these lines, whether it is refused or not.
  static std::string said_of(const report::Report& report, const std::string& lines) {
    write("own.sh", "#!/bin/bash\n#SBATCH --nodes=1 --ntasks=2 --gpus-per-node=2 -c 8\n" + lines);
    const auto edited = advised_script(report, read_own_script("own.sh").value(), {});
    return render(edited ? edited.value()->warnings : edited.error());
  }
  static std::string refusal(const std::string& text) {
    write("other.sh", text);
    return error_of(read_own_script("other.sh"));
  }
};

TEST_F(AdvisedScripts, AskForTheAdvisedSizeAndSayWhy) {
  EXPECT_EQ(advised(two_gpus_are_advised()),
            "#!/bin/bash\n#SBATCH --nodes=1 --ntasks=2 --gpus-per-node=2 # scalegen advises 2gpu: efficiency "
            "91.0 % [89.0, 93.0]; 4gpu with 62.0 % [60.0, 64.0] misses an efficiency of 70 %\n"
            "#SBATCH --cpus-per-task=8 # scalegen advises 2gpu: efficiency 91.0 % [89.0, 93.0]; 4gpu with "
            "62.0 % [60.0, 64.0] misses an efficiency of 70 %\n"
            "#SBATCH --mem=64G\n#SBATCH --time=10:00:00\n\nsrun ./train\n");
}

// The size is written, and what it rests on.
TEST_F(AdvisedScripts, SayThatASizeRestsOnOneRun) {
  using verdict::Judgement;
  auto report = two_gpus_are_advised();
  auto& verdict = report.verdicts[0];
  verdict.advised.reset();
  verdict.unproven = 0;
  verdict.rungs[0] = {Judgement::open,
                      {{.limit = 0.7, .judgement = Judgement::open, .value = stats::Estimate{0.91}}}};
  EXPECT_NE(advised(report).find("--gpus-per-node=2 # scalegen advises 2gpu: efficiency 91.0 %, one run "
                                 "each; run again to prove it: 'scalegen sweep DIR --rounds 3'; 4gpu with "
                                 "62.0 % [60.0, 64.0] misses an efficiency of 70 %\n"),
            std::string::npos)
      << advised(report);
}

TEST_F(AdvisedScripts, StartOneTaskOnANodeIfTheyDid) {
  write("job.sh", "#!/bin/bash\n#SBATCH -N1 --gpus=4 -c 32\n\ntorchrun --no-python ./train\n");
  const auto text = advised(two_gpus_are_advised());
  EXPECT_EQ(text.substr(0, text.find(" # scalegen")), "#!/bin/bash\n#SBATCH -N1 --gpus=2 -c 16");
}

TEST_F(AdvisedScripts, StartOneTaskForEachGpuIfTheyDid) {
  for (const std::string nodes : {"--nodes=1 ", ""}) {
    write("job.sh", "#!/bin/bash\n#SBATCH " + nodes + "--ntasks-per-gpu=1 --gpus=4 -c 8\n\nsrun ./train\n");
    auto report = two_gpus_are_advised();
    report.tables[0].points[0].asked->tasks_per_node = 1;  // as for torchrun
    report.tables[0].points[0].asked->cpus_per_task = 16;
    const auto edited = advised_script(report, script(), {}).value().value();
    EXPECT_EQ(edited.text.substr(0, edited.text.find(" # scalegen")),
              "#!/bin/bash\n#SBATCH " + nodes + "--ntasks-per-gpu=1 --gpus=2 -c 8");
    EXPECT_EQ(edited.text.find("--ntasks-per-node"), std::string::npos) << "sbatch refuses both";
    EXPECT_EQ(render(edited.warnings), "");
  }
}

TEST_F(AdvisedScripts, AskForMemoryByWhatWasHeld) {
  auto report = two_gpus_are_advised();
  auto& point = report.tables[0].points[0];
  point.runs[0].peak_memory_mib = 3000;
  EXPECT_NE(advised(report).find("\n#SBATCH --mem=5G # scalegen advises 2gpu: a node held at most 2.93 GiB, "
                                 "cached files included; half as much again\n"),
            std::string::npos);
  point.asked->memory_mib_per_node = 4096;
  EXPECT_NE(advised(report).find("\n#SBATCH --mem=4G # scalegen advises 2gpu: a node held at most 2.93 GiB, "
                                 "cached files included; as its runs asked\n"),
            std::string::npos);
}

TEST_F(AdvisedScripts, AskForTimeByTheWork) {
  const auto report = two_gpus_are_advised();
  EXPECT_NE(advised(report, Work{Work::Unit::samples, 3.6e6})
                .find("\n#SBATCH --time=01:30:00 # scalegen advises 2gpu: 3.6 million samples take up to 1 h "
                      "at its speed, start-up aside; half as much again\n"),
            std::string::npos);
  EXPECT_EQ(error_of(advised_script(report, script(), Work{Work::Unit::epochs, 90})),
            "error: the samples of an epoch are not known: give 'samples' or 'steps'\n");
}

TEST_F(AdvisedScripts, StayIfNoRungIsAdvisedOrTwoAre) {
  auto report = two_gpus_are_advised();
  report.head.axes = {"precision"};
  report.tables.push_back(report.tables[0]);
  report.verdicts.push_back(report.verdicts[0]);
  report.tables[0].axes = {{"precision", std::string("bf16")}};
  report.tables[1].axes = {{"precision", std::string("fp32")}};
  EXPECT_NE(advised(report).find("# scalegen advises 2gpu (precision bf16): "), std::string::npos);
  report.verdicts[1].advised = 1;
  EXPECT_EQ(error_of(advised_script(report, script(), {})),
            "error: two rungs are advised: 2gpu (precision bf16) and 4gpu (precision fp32)\n"
            "      = hint: name a sweep of one of the two\n");
  report.verdicts[0].advised.reset();
  report.verdicts[1].advised.reset();
  EXPECT_FALSE(advised_script(report, script(), {}).value());
}

TEST_F(AdvisedScripts, AreNotMadeForATableOrAnotherDevice) {
  auto report = two_gpus_are_advised();
  report.tables[0].points[0].asked->gpus_per_node = 0;
  EXPECT_EQ(error_of(advised_script(report, script(), {})),
            "error: 2gpu is advised, which is without GPUs, and 'job.sh' asks for some\n");
  report.tables[0].points[0].asked.reset();
  report.head.source = "t.csv";
  EXPECT_EQ(
      error_of(advised_script(report, script(), {})),
      "error: t.csv does not say what 2gpu asked for\n      = hint: name the run directory of a sweep\n");
}

TEST_F(AdvisedScripts, AreRefusedForAnotherProgram) {
  auto report = two_gpus_are_advised();
  report.head.source = "runs";
  EXPECT_EQ(said_of(report, "\ncd lab\nsrun python3 fit.py 1\n"),
            cited("own.sh:5:1: error: 'own.sh' runs fit.py, and runs measured train", "srun python3 fit.py 1",
                  "measure it first: scalegen sweep own.sh"));
  report.tables[0].points[0].command = "torchrun --nproc_per_node=2 train.py";
  EXPECT_EQ(said_of(report, "\nsrun ./train\n").substr(0, 72),
            "own.sh:4:1: error: 'own.sh' runs train, and runs measured train.py\n    4");
  for (const auto* same :
       {"python3 lab/train.py", "singularity exec x.sif torchrun train.py", "python3 prep.py\n./train.py"})
    EXPECT_EQ(said_of(report, std::string("\nsrun ") + same + "\n"), "") << same;
  report.tables[0].points[0].command = "python3 prep.py && srun ./fit";
  EXPECT_EQ(said_of(report, "\npython3 prep.py\nsrun ./fit\n"), "");
  EXPECT_EQ(
      said_of(report, "\npython3 prep.py\nsrun ./solve\n"),
      cited(
          "own.sh:4:1: warning: 'own.sh' runs prep.py and solve, and runs measured fit and prep.py: whether "
          "these are one program is not known",
          "python3 prep.py"));
  report.tables[0].points[0].command = "srun ./own.sh 2";
  EXPECT_EQ(said_of(report, "\n./anything\n"), "");
}

TEST_F(AdvisedScripts, SayIfAProgramIsUnknown) {
  auto report = two_gpus_are_advised();
  report.head.source = "runs";
  EXPECT_EQ(said_of(report, "\nsrun $PROGRAM\n"),
            cited("own.sh:4:1: warning: 'own.sh' runs an unknown program, and runs measured train: whether "
                  "these are one "
                  "program is not known",
                  "srun $PROGRAM"));
  report.tables[0].points[0].command.clear();
  EXPECT_EQ(said_of(report, "\nsrun ./train\n"), cited("own.sh:4:1: warning: 'own.sh' runs train, and runs "
                                                       "measured an unknown program: whether these are one "
                                                       "program is not known",
                                                       "srun ./train"));
}

TEST_F(AdvisedScripts, AreRefusedForOtherGpus) {
  auto report = two_gpus_are_advised();
  auto& point = report.tables[0].points[0];
  const std::string on_h100 = "#SBATCH --gres=gpu:h100:2\n\nsrun ./train\n";
  const std::string refusal =
      cited("own.sh:3:9: error: the type of GPUs is h100 in 'own.sh', and a100 where 2gpu was measured",
            "#SBATCH --gres=gpu:h100:2", "measure it first: scalegen sweep own.sh");
  point.asked->gpu_type = "a100";
  EXPECT_EQ(said_of(report, on_h100), refusal);
  EXPECT_EQ(said_of(report, "#SBATCH --gres=gpu:A100:2\n\nsrun ./train\n"), "");
  EXPECT_EQ(
      said_of(report, "#SBATCH --gres=gpu:a100_80gb:2\n\nsrun ./train\n"),
      cited(
          "own.sh:3:9: warning: the type of GPUs is a100_80gb in 'own.sh', and a100 where 2gpu was measured",
          "#SBATCH --gres=gpu:a100_80gb:2"));
  EXPECT_EQ(said_of(report, "\nsrun ./train\n"), "");
  point.asked->gpu_type.clear();
  EXPECT_EQ(
      said_of(report, on_h100),
      "own.sh:3:9: warning: the type of GPUs is h100 in 'own.sh', and not named where 2gpu was measured\n"
      "    3 | #SBATCH --gres=gpu:h100:2\n"
      "      |         ^\n");
  const auto is_refused = [&](const std::string& device, const std::string& type) {
    point.runs[0].conditions = {{"device_name", device}};
    return said_of(report, "#SBATCH --gpus-per-node=" + type + ":2\n\nsrun ./train\n").find("error") !=
           std::string::npos;
  };
  for (const auto& [device, type] :
       std::vector<std::pair<std::string, std::string>>{{"NVIDIA A100-SXM4-40GB", "a100"},
                                                        {"NVIDIA A100-SXM4-40GB", "nvidia_a100_80gb"},
                                                        {"NVIDIA GeForce RTX 2080 Ti", "rtx2080ti"},
                                                        {"NVIDIA RTX A6000", "rtx_a6000"},
                                                        {"AMD Instinct MI250X", "mi250"},
                                                        {"NVIDIA A100-SXM4-40GB MIG 1g.5gb", "1g.5gb"},
                                                        {"Tesla V100-SXM2-16GB", "volta"}})
    EXPECT_FALSE(is_refused(device, type)) << device << " " << type;
  for (const auto& [device, type] :
       std::vector<std::pair<std::string, std::string>>{{"AMD Instinct MI300A", "mi300x"},
                                                        {"NVIDIA H100 80GB HBM3", "a100"},
                                                        {"NVIDIA L40S", "l4"},
                                                        {"NVIDIA GH200 480GB", "h200"}})
    EXPECT_TRUE(is_refused(device, type)) << device << " " << type;
}

TEST_F(AdvisedScripts, SayIfTheNodesAreOthers) {
  auto report = two_gpus_are_advised();
  auto& point = report.tables[0].points[0];
  point.asked->partition = "train";
  EXPECT_EQ(said_of(report, "#SBATCH -p infer --constraint=\"l40s|h100\"\n\nsrun ./train\n"),
            cited("own.sh:3:9: warning: --partition is infer in 'own.sh', and train where 2gpu was measured",
                  "#SBATCH -p infer --constraint=\"l40s|h100\"") +
                cited("own.sh:3:18: warning: --constraint is l40s|h100 in 'own.sh', and not named where 2gpu "
                      "was measured",
                      "#SBATCH -p infer --constraint=\"l40s|h100\""));
  point.asked->constraint = "l40s|h100";
  EXPECT_EQ(said_of(report, "#SBATCH -p train --constraint=\"l40s|h100\"\n\nsrun ./train\n"), "");
}

TEST_F(AdvisedScripts, AreOfAShell) {
  const std::string no_shell =
      "error: 'other.sh' is no script of a shell\n      = hint: its first line has to be as #!/bin/bash\n";
  EXPECT_EQ(refusal("#!/usr/bin/env python3\n#SBATCH -N 1\nx\n"), no_shell);
  EXPECT_EQ(refusal("#!/bin/bash\n#SBATCH -N 1\n" + std::string(1, '\0') + "\n"), no_shell);
  EXPECT_EQ(refusal("#SBATCH -N 1\nx\n"), no_shell);
  EXPECT_EQ(refusal(""), no_shell);
  EXPECT_EQ(refusal("#!/bin/bash\r\n#SBATCH -N 1\r\nx\r\n"),
            "error: 'other.sh' has the line ends of Windows, which sbatch refuses\n"
            "      = hint: convert it with dos2unix\n");
  EXPECT_EQ(refusal("#!/bin/bash -l\n#SBATCH -N 1\n"),
            "error: 'other.sh' has no line #SBATCH, or no command\n");
  EXPECT_EQ(refusal("#!/bin/bash\nx\n#SBATCH -N 1\n"),
            "error: 'other.sh' has no line #SBATCH, or no command\n");
  EXPECT_EQ(refusal("#!/bin/bash\n#SBATCH -N 1\n#SBATCH hetjob\nx\n"),
            "error: 'other.sh' asks for a heterogeneous job\n");
  EXPECT_EQ(error_of(read_own_script("gone.sh")),
            "error: cannot read 'gone.sh': No such file or directory\n");
}

TEST_F(AdvisedScripts, AreNotWrittenOverAChangeOrALink) {
  const auto read = script();
  write("job.sh", kScript + "# more\n");
  EXPECT_EQ(error_of(write_own_script(read, "new")),
            "error: 'job.sh' has just been changed by somebody else\n      = hint: try again\n");
  EXPECT_EQ(read_file("job.sh").value(), kScript + "# more\n");
  std::filesystem::create_symlink("job.sh", "link.sh");
  EXPECT_EQ(error_of(write_own_script(read_own_script("link.sh").value(), "new")),
            "error: 'link.sh' is a link, and its file may be used elsewhere\n      = hint: name that file\n");
}

}  // namespace
}  // namespace scalegen
