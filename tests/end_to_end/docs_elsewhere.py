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
    Elsewhere("README.md", "tests/run", "it runs this test, too", ".ci/run", "part tests tests/run"),
    Elsewhere("README.md", "cmake --workflow --preset static", "it builds everything: preset dev makes the same file",
              "tests/end_to_end/CMakeLists.txt", "tests/static_file\" $<TARGET_FILE:scalegen_static>"),
    Elsewhere("README.md", "scp build/static/bin/scalegen olivia:", "it needs a cluster"),
    Elsewhere("README.md", "./scalegen build --cluster olivia --account nn1234k --submit", "it needs a compute node",
              "tests/end_to_end/build.sh", '"$SCALEGEN" build --cluster generic --submit'),
    Elsewhere("docs/build.md", "./scalegen build --cluster olivia --account nn1234k --submit", "it needs a compute node",
              "tests/end_to_end/build.sh", '"$SCALEGEN" build --cluster generic --submit'),
    Elsewhere("docs/compare.md", "./scalegen compare mnist-lumi mnist-olivia --at energy", "it needs GPUs that were watched",
              "tests/analysis/comparison/comparison_test.cpp", "OfEnergySaysLessAndMore"),
    Elsewhere("docs/formats.md", "extrap --text cyclone.txt", "Extra-P is large: its own reader is called instead",
              "tests/end_to_end/extrap.sh", "read_extrap.py"),
    Elsewhere("docs/tutorials/cyclone.md",
              "python3 -c \"from torchvision.datasets import MNIST; MNIST('data', download=True)\"",
              "it needs torchvision and the network"),
    Elsewhere("docs/tutorials/cyclone.md", "scp cyclone:tutorial_04/cyclone.tar.gz .", "it needs a cluster"),
]

OUTPUTS = [
    Elsewhere("docs/history.md", "measured (UTC)    sweep  cluster", "of sweeps on three days",
              "tests/end_to_end/history.sh", "docs/history.md shows another output than the test"),
    Elsewhere("docs/runner.md", "case           rung  ranks", "of jobs that end in every way",
              "tests/end_to_end/states_page.sh", "expect_shown ends"),
    Elsewhere("docs/runner.md", "19 runs: 1 running, 1 starting", "of jobs that wait for every reason",
              "tests/end_to_end/states_page.sh", "expect_shown reasons"),
]
