// A look at the disk for programs of one's own, before anything is written.
#include "generator/plan/script_scan.hpp"

#include <filesystem>

#include "generator/plan/setup_scan.hpp"
#include "tests/generator/plans.hpp"

namespace scalegen {
namespace {

namespace fs = std::filesystem;

/// A folder with a sweep file in it, and a PATH with python3 and torchrun.
class OwnScripts : public testing::Test {
 protected:
  OwnScripts() {
    write("bin/python3", "");
    write("bin/torchrun", "");
    write("bin/mpirun", "");
  }

  void write(const std::string& name, const std::string& text) {
    const auto path = folder_.path() / name;
    EXPECT_TRUE(make_folders(path.parent_path()) && write_file(path, text));
  }

  Result<plan::PlannedSweep> planned(const std::string& lines, const std::string& cluster) {
    const auto sweep = read_sweep("sweep.yaml", "name: t\nscales: [1cpu, 2cpu]\n" + lines);
    const auto profile = find_profile(cluster);
    plan::PlanOptions options{.workdir = folder_.path().string(), .overrides = {.account = "p1"}};
    options.script = plan::scan_script(
        *sweep, *profile, {folder_.path(), folder_.path() / "home", (folder_.path() / "bin").string()});
    return plan::plan_sweep(*sweep, *profile, {.cores = {0, 1}}, options);
  }

  Launch launch_of(const std::string& lines, const std::string& cluster = "local") {
    return planned(lines, cluster).value().plan.head.launch;
  }

  /// The messages about a sweep of this program, with the folder written as FOLDER.
  std::string findings(const std::string& lines, const std::string& cluster = "local") {
    const auto planned = this->planned(lines, cluster);
    auto text = render(planned ? planned->warnings : planned.error());
    for (auto at = text.find(folder_.path().string()); at != std::string::npos;
         at = text.find(folder_.path().string()))
      text.replace(at, folder_.path().string().size(), "FOLDER");
    return text;
  }

 private:
  TemporaryFolder folder_;
};

const std::string kWhereItRuns = "the program runs in the folder of the sweep file, or in 'workdir:'";
const std::string kDoWithoutIt =
    "do without it: MASTER_ADDR, MASTER_PORT and SCALEGEN_RUN_ID are set everywhere";

const std::string kReadsSlurm =
    "# SLURM_STEP_ID is read nowhere\n"
    "rank = int(os.environ['SLURM_PROCID'])\n"
    "cores = os.environ.get('SLURM_CPUS_PER_TASK')\n"
    "nodes = os.environ[\"SLURM_JOB_NODELIST\"]\n"
    "job = os.environ['SLURM_JOB_ID'] if 'SLURM_JOB_ID' in os.environ else None\n";

TEST_F(OwnScripts, ThatReadVariablesOfSlurmAreToldWhichHaveNoValueHere) {
  write("train.py", kReadsSlurm);
  EXPECT_EQ(
      findings("python: train.py --id $SLURM_STEP_ID\nsetup: export N=${SLURM_NTASKS}\n"),
      cited("sweep.yaml:3:9: warning: SLURM_STEP_ID is read, and it has no right value on this machine",
            "python: train.py --id $SLURM_STEP_ID", kDoWithoutIt) +
          cited("sweep.yaml:4:8: warning: SLURM_NTASKS is read, and it has no right value on this machine",
                "setup: export N=${SLURM_NTASKS}", kDoWithoutIt) +
          cited(
              "train.py:4:1: warning: SLURM_JOB_NODELIST is read, and it has no right value on this machine",
              "nodes = os.environ[\"SLURM_JOB_NODELIST\"]", kDoWithoutIt));
  EXPECT_EQ(findings("python: train.py\nsetup: export N=${SLURM_NTASKS}\n", "cyclone"), "");
}

TEST_F(OwnScripts, ThatTakeTorchrunsNumbersForARanksAreToldOfIt) {
  write("train.py", kReadsSlurm);
  EXPECT_EQ(findings("torchrun: train.py\n", "cyclone"),
            cited("train.py:2:1: warning: SLURM_PROCID is read, and under torchrun it is not a rank's",
                  "rank = int(os.environ['SLURM_PROCID'])",
                  "read RANK, LOCAL_RANK, WORLD_SIZE or LOCAL_WORLD_SIZE, which torchrun sets"));
}

TEST_F(OwnScripts, GetTheVariablesOfSlurmThatTheyRead) {
  write("train.py", kReadsSlurm + "node = os.environ['SLURM_NODEID']\n");
  EXPECT_EQ(launch_of("python: train.py\n").as_slurm, (Variables{{"SLURM_PROCID", "$RANK"},
                                                                 {"SLURM_CPUS_PER_TASK", "$OMP_NUM_THREADS"},
                                                                 {"SLURM_NODEID", "0"}}));
  EXPECT_EQ(launch_of("torchrun: train.py\n").as_slurm, launch_of("python: train.py\n").as_slurm);
  EXPECT_EQ(launch_of("torchrun: --max-restarts=0 train.py\n").as_slurm, (Variables{{"SLURM_NODEID", "0"}}));
  EXPECT_EQ(launch_of("python: train.py\n", "cyclone").as_slurm, Variables{});
}

TEST_F(OwnScripts, TakeTheirRankFromSlurmOnlyIfFromNothingElse) {
  const auto takes = [&](const std::string& code) {
    write("train.py", code);
    return launch_of("python: train.py\n", "cyclone").takes_rank_from_slurm;
  };
  EXPECT_TRUE(takes(kReadsSlurm));
  EXPECT_TRUE(takes(kReadsSlurm + "init_process_group('nccl', rank=rank, world_size=n)\n"));
  EXPECT_FALSE(takes(kReadsSlurm + "init_process_group('nccl')\n"));
  EXPECT_FALSE(takes(kReadsSlurm + "local = os.environ['LOCAL_RANK']\n"));
  EXPECT_FALSE(takes("rank = os.environ['RANK']\n"));
}

TEST_F(OwnScripts, MissingHereAreAnError) {
  EXPECT_EQ(findings("torchrun: --max-restarts 0 trian.py --epochs 1\n"),
            cited("sweep.yaml:3:28: error: there is no 'trian.py' in 'FOLDER'",
                  "torchrun: --max-restarts 0 trian.py --epochs 1", kWhereItRuns));
  EXPECT_EQ(findings("python: [sub/train.py]\n"),
            cited("sweep.yaml:3:10: error: there is no 'train.py' in 'FOLDER/sub'", "python: [sub/train.py]",
                  kWhereItRuns));
  EXPECT_EQ(findings("command: ./train {ranks}\nworkdir: ~/lab\n"),
            cited("sweep.yaml:3:10: error: there is no 'train' in 'FOLDER/home/lab'",
                  "command: ./train {ranks}", kWhereItRuns));
  EXPECT_EQ(findings("command: mpiexec -n {ranks} ./train\n"),
            cited("sweep.yaml:3:1: error: there is no program 'mpiexec' on the PATH of this machine",
                  "command: mpiexec -n {ranks} ./train",
                  "install it, or activate its environment: setup: source ~/venv/bin/activate") +
                cited("sweep.yaml:3:29: error: there is no 'train' in 'FOLDER'",
                      "command: mpiexec -n {ranks} ./train", kWhereItRuns));
  EXPECT_EQ(findings("command: OMP_PLACES=cores none {ranks}\n"),
            cited("sweep.yaml:3:1: error: there is no program 'none' on the PATH of this machine",
                  "command: OMP_PLACES=cores none {ranks}",
                  "install it, or activate its environment: setup: source ~/venv/bin/activate"));
  for (const auto* const text :
       {"command: PATH=x:$PATH none {ranks}\n", "command: nvidia-smi || true; cat {ranks}\n"})
    EXPECT_EQ(findings(text), "") << text;
  EXPECT_EQ(findings("python: '\"trian\" {ranks}'\n"),
            cited("sweep.yaml:3:10: error: there is no 'trian' in 'FOLDER'", "python: '\"trian\" {ranks}'",
                  kWhereItRuns));
  write("run.sh", "#!/bin/bash\ncd /tmp\n  ./lbm $1\ngrep time out\n");
  EXPECT_EQ(findings("command: ./run.sh {ranks}\n"),
            cited("./run.sh:3:3: warning: the run would not fail with './lbm': the status is that of 'grep' "
                  "behind it",
                  "  ./lbm $1", "write '&&' between them, or begin with: set -e;"));
}

TEST_F(OwnScripts, ThatSetupMayBringAreAWarning) {
  EXPECT_EQ(findings("python: train.py\nsetup: cd ~/lab\n"),
            cited("sweep.yaml:3:9: warning: there is no 'train.py' in 'FOLDER'", "python: train.py",
                  kWhereItRuns, {"this is right only if 'setup:' brings it"}));
}

TEST_F(OwnScripts, ThatPrepareMayMakeAreAWarning) {
  EXPECT_EQ(findings("command: ./primes {ranks}\nprepare: [gcc -O2 -o primes primes.c]\n"),
            cited("sweep.yaml:3:10: warning: there is no 'primes' in 'FOLDER'", "command: ./primes {ranks}",
                  kWhereItRuns, {"the first run looks for it after 'prepare:', which may make it"}));
}

// An environment brings programs and no script.
TEST_F(OwnScripts, ThatAnActivationCannotBringAreAnError) {
  for (const auto* setup :
       {"source ~/venv/bin/activate", "export A=1; conda activate lab", "module load torch"}) {
    write("home/venv/bin/activate", "");
    EXPECT_EQ(
        findings("python: trian.py\nsetup: " + std::string(setup) + "\n"),
        cited("sweep.yaml:3:9: error: there is no 'trian.py' in 'FOLDER'", "python: trian.py", kWhereItRuns));
  }
}

TEST_F(OwnScripts, AreLookedForInTheEnvironmentThatSetupActivates) {
  write("train.py", "");
  EXPECT_EQ(
      findings("command: accelerate launch train.py {ranks}\nsetup: . venv/bin/activate\n"),
      cited("sweep.yaml:4:8: error: there is no 'FOLDER/venv/bin/activate'", "setup: . venv/bin/activate",
            "'setup:' runs in the folder of the sweep file, or in 'workdir:'"));
  write("venv/bin/activate", "");
  EXPECT_EQ(findings("command: accelerate launch train.py {ranks}\nsetup: . venv/bin/activate\n"),
            cited("sweep.yaml:3:1: error: there is no program 'accelerate' in 'FOLDER/venv/bin', nor on the "
                  "PATH of this machine",
                  "command: accelerate launch train.py {ranks}",
                  "install it in that environment; torchrun comes with 'pip install torch'"));
  write("venv/bin/accelerate", "");
  for (const auto* setup :
       {". venv/bin/activate", "source 'venv/bin/activate'", "cd . && source ./venv/bin/activate",
        "conda activate lab", "source env.sh", "export PATH=~/bin:$PATH"})
    EXPECT_EQ(findings("command: accelerate launch train.py {ranks}\nsetup: " + std::string(setup) + "\n"),
              "")
        << setup;
  EXPECT_EQ(findings("command: accelerate launch train.py {ranks}\nenv: {PATH: /x}\n"), "");
}

TEST_F(OwnScripts, OfAClusterAreAWarning) {
  EXPECT_EQ(findings("python: train.py\n", "cyclone"),
            cited("sweep.yaml:3:9: warning: there is no 'train.py' in 'FOLDER'", "python: train.py",
                  kWhereItRuns, {"this is right only if it is there on the cluster"}));
  EXPECT_EQ(findings("python: train.py\nworkdir: /nvme/h/ada\n", "cyclone"), "");
  EXPECT_EQ(findings("command: mpiexec -n {ranks} train\n", "cyclone"), "");
}

TEST_F(OwnScripts, ThatAreThereAreNotMentioned) {
  write("train.py", "print(1)\n");
  write("sub/train", "");
  write("bin/bash", "");
  for (const auto* program :
       {"torchrun: train.py", "python: --batch 8 train.py", "python: -m lab.train", "python: [\"train.py\"]",
        "command: sub/train {ranks}", "command: |\n  set -e\n  ./none {ranks}", "command: $HOME/none {ranks}",
        "command: mpirun -n {ranks} none", "command: bash -lc './none {ranks}'",
        "command: bash -euo pipefail sub/train {ranks}", "command: [bash, -c, \"./none {ranks}\"]",
        "python: \"'my train.py'\""})
    EXPECT_EQ(findings(std::string(program) + "\n"), "") << program;
}

TEST_F(OwnScripts, ThatTakeCudaForGrantedAreNotForCores) {
  write("train.py",
        "import torch\n\ndef main():\n    torch.distributed.init_process_group(backend=\"nccl\")\n");
  EXPECT_EQ(findings("torchrun: train.py\n"),
            cited("train.py:4:5: warning: 'train.py' takes CUDA for granted, and rung '1cpu' has no GPU",
                  "    torch.distributed.init_process_group(backend=\"nccl\")",
                  "on cores use torch.device('cpu') and the backend 'gloo', or list rungs of GPUs only"));
  write("asks.py", "device = torch.device('cuda' if torch.cuda.is_available() else 'cpu')\nnet.to('cuda')\n");
  write("says.py", "# net.cuda()\nparser.add_argument('--x', default=torch.device('cuda'))\n");
  EXPECT_EQ(findings("torchrun: asks.py\n"), "");
  EXPECT_EQ(findings("torchrun: says.py\n"), "");
}

TEST_F(OwnScripts, ThatStartRanksThemselvesAreForACommand) {
  write("train.py", "import torch.multiprocessing as mp\nmp.spawn(main, nprocs=2)\n");
  EXPECT_EQ(
      findings("torchrun: train.py\n"),
      cited("train.py:2:1: warning: 'train.py' starts ranks itself, and 'torchrun:' starts it for each rank",
            "mp.spawn(main, nprocs=2)",
            "write 'command: python3 train.py ...', and let it take their number from {ranks}"));
  EXPECT_EQ(findings("command: python3 train.py {ranks}\n"), "");
}

TEST(OpenQuotes, AreErrorsAtTheQuote) {
  const auto error_of = [](const std::vector<std::string>& lines) {
    const auto file = std::make_shared<const YamlFile>(YamlFile{.lines = lines});
    std::vector<Located<std::string>> setup;
    for (const auto& line : lines)
      setup.push_back({line, {.file = file, .line = static_cast<int>(setup.size()) + 1, .column = 1}});
    plan::Findings findings;
    plan::check_quotes(setup, findings);
    if (findings.errors.empty()) return std::string();
    const auto& error = findings.errors.front();
    return fmt::format("{}:{}: {}", error.cited->line, error.cited->column, error.message);
  };
  EXPECT_EQ(error_of({"module load x", "echo it's"}), "2:8: this quote is never closed: 's");
  EXPECT_EQ(error_of({"echo \"a", "cd x"}), "1:6: this quote is never closed: \"a");
  EXPECT_EQ(error_of({"cat <<E", "it's"}), "1:8: this here-document never ends");
  for (const auto& lines : std::vector<std::vector<std::string>>{
           {"echo it\\'s # it's", "echo 'a b' \"it's\" $'it\\'s' \"$(echo \"a'\")\""},
           {"cat <<E", "it's", "E"},
           {"case $x in a) echo 'a' ;; *) [[ $x =~ ^\\'b ]] ;; esac"},
           {"echo ${x:-'a'} ${#x} $(( 1 << 2 ))", "for i in 1 2; do echo \"$i\"; done"},
           {}})
    EXPECT_EQ(error_of(lines), "");
}

TEST(ReplacedPath, IsWarnedOfAsBashReadsTheLine) {
  const auto warned = [](const std::string& line) {
    plan::Findings findings;
    plan::warn_of_replaced_path({{line, {}}}, findings);
    std::string texts;
    for (const auto& warning : findings.warnings) texts += warning.message + " -> " + warning.hint + "\n";
    return texts;
  };
  const std::string text =
      "'PATH=$HOME/bin' replaces PATH: no command of the system is found, such as ls -> "
      "PATH=$HOME/bin:$PATH\n";
  for (const auto* line :
       {"export PATH=$HOME/bin", "PATH=$HOME/bin", "module load x; declare -x A=1 PATH=$HOME/bin B=2",
        "cd x &&\n  export LD_LIBRARY_PATH=/x PATH=$HOME/bin"})
    EXPECT_EQ(warned(line), text) << line;
  for (const auto* line : {"export PATH=$HOME/bin:$PATH", "PATH=${PATH}:/x", "export LD_LIBRARY_PATH=/x",
                           "PATH=/x ls", "echo 'export PATH=/x'", "# PATH=/x", "echo \"a; PATH=/x\""})
    EXPECT_EQ(warned(line), "") << line;
}

}  // namespace
}  // namespace scalegen
