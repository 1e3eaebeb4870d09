"""The commands and outputs of README.md and docs that docs_commands.py does not run or compare: why, and which file does so
instead, with words that are in it.

An entry goes when its command goes: one that no page has is a mistake.
"""
from dataclasses import dataclass


@dataclass
class Elsewhere:
    page: str
    begins: str  # the command or, of an output, its first line
    why: str
    test: str = ""  # the file that runs or compares it; empty: nothing here can
    words: str = ""  # that are in this file


COMMANDS = [
    Elsewhere("docs/ci.md", "scalegen compare /scratch/nightly/good /scratch/nightly/1234", "it needs two nights",
              "tests/end_to_end/compare.sh", '"$SCALEGEN" compare there.tar.gz later'),
    Elsewhere("README.md", "tests/run", "it runs this test, too", ".ci/run", "part tests tests/run"),
    Elsewhere("README.md", "tar xf scalegen-0.3.0-x86_64.tar.xz", "it needs the release"),
    Elsewhere("docs/on-a-cluster.md", "cmake --workflow --preset static",
              "it builds everything: preset dev makes the same file",
              "tests/end_to_end/CMakeLists.txt", "tests/static_file\" $<TARGET_FILE:scalegen_static>"),
    Elsewhere("docs/on-a-cluster.md", "scp build/static/bin/scalegen olivia:", "it needs a cluster"),
    Elsewhere("docs/on-a-cluster.md", "./scalegen build --cluster olivia --account nn1234k --submit",
              "it needs a compute node",
              "tests/end_to_end/build.sh", '"$SCALEGEN" build --cluster generic --submit'),
    Elsewhere("README.md", "scalegen lint job.sh", "the script is the reader's", "tests/end_to_end/lint.sh",
              '"$SCALEGEN" lint good.sh'),
    Elsewhere("README.md", "scalegen sweep job.sh --scales 1gpu,2gpu,4gpu --cluster della", "it needs a cluster",
              "tests/end_to_end/import.sh", '"$SCALEGEN" sweep job.sh --scales 1cpu,2cpu'),
    Elsewhere("README.md", "scalegen advise JOB-della job.sh", "it needs a sweep on GPUs", "tests/end_to_end/advise.sh",
              '"$SCALEGEN" advise good-local job.sh'),
    Elsewhere("docs/job-script.md", "scalegen sweep job.sh --scales 1gpu,2gpu,4gpu --cluster della", "it needs a cluster",
              "tests/end_to_end/import.sh", '"$SCALEGEN" sweep job.sh --scales 1cpu,2cpu'),
    Elsewhere("docs/job-script.md", "scalegen import job.sh --scales 1gpu,2gpu,4gpu >mine.yaml",
              "the script is the reader's", "tests/end_to_end/import.sh", '"$SCALEGEN" import job.sh --scales 1cpu,2cpu'),
    Elsewhere("docs/build.md", "./scalegen build --cluster olivia --account nn1234k --submit", "it needs a compute node",
              "tests/end_to_end/build.sh", '"$SCALEGEN" build --cluster generic --submit'),
    Elsewhere("docs/verbs.md", "scalegen advise mine-cyclone job.sh", "it needs a sweep on GPUs", "tests/end_to_end/advise.sh",
              '"$SCALEGEN" advise good-local job.sh'),
    Elsewhere("docs/verbs.md", "scalegen advise mine-cyclone job.sh --write", "it needs a sweep on GPUs",
              "tests/end_to_end/advise.sh", '"$SCALEGEN" advise good-local written.sh --write'),
    Elsewhere("docs/verbs.md", "scalegen build --cluster olivia --account nn1234k --submit", "it needs a compute node",
              "tests/end_to_end/build.sh", '"$SCALEGEN" build --cluster generic --submit'),
    Elsewhere("docs/compare.md", "./scalegen compare mnist-lumi mnist-olivia --at nodes", "it needs two clusters",
              "tests/analysis/comparison/comparison_test.cpp", "OfEqualNodesTakesTheLargestRung"),
    Elsewhere("docs/compare.md", "./scalegen compare mnist-lumi mnist-olivia --at energy", "it needs GPUs that were watched",
              "tests/analysis/comparison/comparison_test.cpp", "OfEnergySaysLessAndMore"),
    Elsewhere("docs/job-script.md", "scalegen advise mine-cyclone job.sh", "it needs a sweep on GPUs",
              "tests/end_to_end/advise.sh", '"$SCALEGEN" advise good-local job.sh'),
    Elsewhere("docs/tutorials/cyclone.md",
              "python3 -c \"from torchvision.datasets import MNIST; MNIST('data', download=True)\"",
              "it needs torchvision and the network"),
    Elsewhere("docs/tutorials/cyclone.md", "scp cyclone:tutorial_04/cyclone.tar.gz .", "it needs a cluster"),
    Elsewhere("docs/tutorials/della.md", "conda create --yes --name torch-env python=3.12 pip && "
              "conda activate torch-env && pip install torch torchvision", "it needs conda and the network"),
    Elsewhere("docs/tutorials/della.md",
              "python3 -c \"from torchvision.datasets import MNIST; MNIST('data', download=True)\"",
              "it needs torchvision and the network"),
    Elsewhere("docs/tutorials/gujarat.md", "conda create --yes --name gujcost_workshop python=3.9 pip && "
              "conda activate gujcost_workshop", "it needs conda and the network"),
    Elsewhere("docs/tutorials/gujarat.md", "pip install torch==2.0.1 torchvision==0.15.2 line_profiler",
              "it needs the network"),
    Elsewhere("docs/tutorials/gujarat.md", "python download_data.py", "the page's program needs the network"),
    Elsewhere("docs/tutorials/gujarat.md", "python -m line_profiler -rmt "
              "gujarat_data_parallel-param_rudra/runs/2gpu-r1/1/train.lprof", "it needs line_profiler and such a run",
              "tests/end_to_end/lessons.sh", "gujarat/runs/*/1/train.lprof"),
    Elsewhere("docs/tutorials/olivia.md", "curl --location https://www.cs.toronto.edu/~kriz/cifar-100-python.tar.gz | "
              "tar -xz -C datasets", "it needs the network"),
    Elsewhere("docs/runner.md", "scalegen sweep mnist-cyclone --again 2gpu-r1", "it needs a round that lies apart",
              "tests/end_to_end/rounds_apart.sh", "sweep late-local --again 2cpu-r1"),
    Elsewhere("docs/tutorials/lumi.md", "module use /appl/local/laifs/modules && module load lumi-aif-singularity-bindings",
              "it needs a cluster"),
    Elsewhere("docs/tutorials/lumi.md", "singularity run $SIF python3 -m venv --system-site-packages "
              "/projappl/project_465000001/myenv", "it needs the container"),
    Elsewhere("docs/tutorials/lumi.md", "singularity run $SIF /projappl/project_465000001/myenv/bin/pip install einops",
              "it needs the container and the network"),
    Elsewhere("docs/tutorials/lumi.md", "singularity run $SIF python3 -c \"from torchvision.models import vit_b_16; "
              "vit_b_16(weights='DEFAULT')\"", "it needs the container and the network"),
]

OUTPUTS = [
    Elsewhere("docs/job-script.md", "--- job.sh", "of a sweep on GPUs", "tests/app/advised_script_test.cpp",
              "efficiency 91.0 %"),
    Elsewhere("docs/runner.md", "1cpu (case cancelled)", "of jobs that end in every way",
              "tests/end_to_end/states_page.sh", "expect_shown ends"),
    Elsewhere("docs/runner.md", "19 runs: 1 running, 1 starting", "of jobs that wait for every reason",
              "tests/end_to_end/states_page.sh", "expect_shown reasons"),
]
