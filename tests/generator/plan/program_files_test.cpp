// What a look at the disk says of programs of one's own, before anything is written.
#include "generator/plan/program_files.hpp"

#include <filesystem>

#include "tests/generator/plans.hpp"

namespace scalegen {
namespace {

namespace fs = std::filesystem;

/// A folder with a sweep file in it, and a PATH with python3 and torchrun.
class ProgramFiles : public testing::Test {
 protected:
  ProgramFiles() {
    write("bin/python3", "");
    write("bin/torchrun", "");
    write("bin/mpirun", "");
  }

  void write(const std::string& name, const std::string& text) {
    const auto path = folder_.path() / name;
    EXPECT_TRUE(make_folders(path.parent_path()) && write_file(path, text));
  }

  /// What is said of a sweep of this program, with the folder written as FOLDER.
  std::string findings(const std::string& lines, const std::string& cluster = "local") {
    const auto sweep = read_sweep("sweep.yaml", "name: t\nscales: [1cpu, 2cpu]\n" + lines);
    const auto profile = find_profile(cluster, "");
    plan::PlanOptions options{.workdir = folder_.path().string(), .overrides = {.account = "p1"}};
    options.files = plan::look_at_program(
        *sweep, *profile, {folder_.path(), folder_.path() / "home", (folder_.path() / "bin").string()});
    const auto planned = plan::plan_sweep(*sweep, *profile, {.cores = {0, 1}}, options);
    auto text = render(planned ? planned->warnings : planned.error());
    for (auto at = text.find(folder_.path().string()); at != std::string::npos;
         at = text.find(folder_.path().string()))
      text.replace(at, folder_.path().string().size(), "FOLDER");
    return text;
  }

 private:
  TemporaryFolder folder_;
};

TEST_F(ProgramFiles, MissingHereAreAnError) {
  EXPECT_EQ(findings("torchrun: --max-restarts 0 trian.py --epochs 1\n"),
            "sweep.yaml:3:28: error: there is no 'trian.py' in 'FOLDER'\n"
            "    3 | torchrun: --max-restarts 0 trian.py --epochs 1\n"
            "      |                            ^\n"
            "      = hint: the program runs in the folder of the sweep file, or in 'workdir:'\n");
  EXPECT_EQ(findings("python: [sub/train.py]\n"),
            "sweep.yaml:3:10: error: there is no 'train.py' in 'FOLDER/sub'\n"
            "    3 | python: [sub/train.py]\n"
            "      |          ^\n"
            "      = hint: the program runs in the folder of the sweep file, or in 'workdir:'\n");
  EXPECT_EQ(findings("command: ./train {ranks}\nworkdir: ~/lab\n"),
            "sweep.yaml:3:10: error: there is no 'train' in 'FOLDER/home/lab'\n"
            "    3 | command: ./train {ranks}\n"
            "      |          ^\n"
            "      = hint: the program runs in the folder of the sweep file, or in 'workdir:'\n");
  EXPECT_EQ(findings("command: mpiexec -n {ranks} ./train\n"),
            "sweep.yaml:3:1: error: there is no program 'mpiexec' on the PATH of this machine\n"
            "    3 | command: mpiexec -n {ranks} ./train\n"
            "      | ^\n"
            "      = hint: install it, or activate its environment: setup: source ~/venv/bin/activate\n");
}

TEST_F(ProgramFiles, ThatSetupMayBringAreAWarning) {
  EXPECT_EQ(findings("python: train.py\nsetup: cd ~/lab\n"),
            "sweep.yaml:3:9: warning: there is no 'train.py' in 'FOLDER'\n"
            "    3 | python: train.py\n"
            "      |         ^\n"
            "      = note: this is right only if 'setup:' brings it\n"
            "      = hint: the program runs in the folder of the sweep file, or in 'workdir:'\n");
}

// An environment brings programs and no script.
TEST_F(ProgramFiles, ThatAnActivationCannotBringAreAnError) {
  for (const auto* setup :
       {"source ~/venv/bin/activate", "export A=1; conda activate lab", "module load torch"}) {
    write("home/venv/bin/activate", "");
    EXPECT_EQ(findings("python: trian.py\nsetup: " + std::string(setup) + "\n"),
              "sweep.yaml:3:9: error: there is no 'trian.py' in 'FOLDER'\n"
              "    3 | python: trian.py\n"
              "      |         ^\n"
              "      = hint: the program runs in the folder of the sweep file, or in 'workdir:'\n");
  }
}

TEST_F(ProgramFiles, AreLookedForInTheEnvironmentThatSetupActivates) {
  write("train.py", "");
  EXPECT_EQ(findings("command: accelerate launch train.py {ranks}\nsetup: . venv/bin/activate\n"),
            "sweep.yaml:4:8: error: there is no 'FOLDER/venv/bin/activate'\n"
            "    4 | setup: . venv/bin/activate\n"
            "      |        ^\n"
            "      = hint: 'setup:' runs in the folder of the sweep file, or in 'workdir:'\n");
  write("venv/bin/activate", "");
  EXPECT_EQ(findings("command: accelerate launch train.py {ranks}\nsetup: . venv/bin/activate\n"),
            "sweep.yaml:3:1: error: there is no program 'accelerate' in 'FOLDER/venv/bin', nor on the PATH "
            "of this machine\n"
            "    3 | command: accelerate launch train.py {ranks}\n"
            "      | ^\n"
            "      = hint: install it in that environment; torchrun comes with 'pip install torch'\n");
  write("venv/bin/accelerate", "");
  for (const auto* setup :
       {". venv/bin/activate", "source 'venv/bin/activate'", "cd . && source ./venv/bin/activate",
        "conda activate lab", "source env.sh", "export PATH=~/bin:$PATH"})
    EXPECT_EQ(findings("command: accelerate launch train.py {ranks}\nsetup: " + std::string(setup) + "\n"),
              "")
        << setup;
  EXPECT_EQ(findings("command: accelerate launch train.py {ranks}\nenv: {PATH: /x}\n"), "");
}

TEST_F(ProgramFiles, OfAClusterAreAWarning) {
  EXPECT_EQ(findings("python: train.py\n", "cyclone"),
            "sweep.yaml:3:9: warning: there is no 'train.py' in 'FOLDER'\n"
            "    3 | python: train.py\n"
            "      |         ^\n"
            "      = note: this is right only if it is there on the cluster\n"
            "      = hint: the program runs in the folder of the sweep file, or in 'workdir:'\n");
  EXPECT_EQ(findings("python: train.py\nworkdir: /nvme/h/ada\n", "cyclone"), "");
  EXPECT_EQ(findings("command: mpiexec -n {ranks} train\n", "cyclone"), "");
}

TEST_F(ProgramFiles, ThatAreThereAreNotMentioned) {
  write("train.py", "print(1)\n");
  write("sub/train", "");
  for (const auto* program :
       {"torchrun: train.py", "python: --batch 8 train.py", "python: -m lab.train", "python: [\"train.py\"]",
        "command: sub/train {ranks}", "command: |\n  set -e\n  ./none {ranks}", "command: $HOME/none {ranks}",
        "command: X={ranks} none", "command: mpirun -n {ranks} none", "python: \"'my train.py'\""})
    EXPECT_EQ(findings(std::string(program) + "\n"), "") << program;
}

TEST_F(ProgramFiles, ThatTakeCudaForGrantedAreNotForCores) {
  write("train.py",
        "import torch\n\ndef main():\n    torch.distributed.init_process_group(backend=\"nccl\")\n");
  EXPECT_EQ(
      findings("torchrun: train.py\n"),
      "train.py:4:5: warning: 'train.py' takes CUDA for granted, and rung '1cpu' has no GPU\n"
      "    4 |     torch.distributed.init_process_group(backend=\"nccl\")\n"
      "      |     ^\n"
      "      = hint: on cores use torch.device('cpu') and the backend 'gloo', or list rungs of GPUs only\n");
  write("asks.py", "device = torch.device('cuda' if torch.cuda.is_available() else 'cpu')\nnet.to('cuda')\n");
  write("says.py", "# net.cuda()\nparser.add_argument('--x', default=torch.device('cuda'))\n");
  EXPECT_EQ(findings("torchrun: asks.py\n"), "");
  EXPECT_EQ(findings("torchrun: says.py\n"), "");
}

TEST_F(ProgramFiles, ThatStartRanksThemselvesAreForACommand) {
  write("train.py", "import torch.multiprocessing as mp\nmp.spawn(main, nprocs=2)\n");
  EXPECT_EQ(
      findings("torchrun: train.py\n"),
      "train.py:2:1: warning: 'train.py' starts ranks itself, and 'torchrun:' starts it for each rank\n"
      "    2 | mp.spawn(main, nprocs=2)\n"
      "      | ^\n"
      "      = hint: write 'command: python3 train.py ...', and let it take their number from {ranks}\n");
  EXPECT_EQ(findings("command: python3 train.py {ranks}\n"), "");
}

}  // namespace
}  // namespace scalegen
