"""Runs the commands of README.md and of all pages of docs, each page in a fresh folder, and compares what they print with
what the page shows.

doc_page.py says what a command is. bash runs it, and its exit status must be 0. The lines shown below it are its standard
output, word by word; without such lines the output is not compared. A star beside a value, which says that the machine is
busy, does not count. '$ cat NAME' of a file that is not there makes it of the lines below. What is not run or compared here
stands in docs_elsewhere.py, with the reason and the test that does it instead.

Slurm, torchrun and the trainers are stand-ins (docs_surroundings.bash); BESIDE says which files and run directories a page
finds. In docs/tutorials the sweeps of examples/seeds are there, and the programs that a page names in a line 'Beside the
sweep: `a.py`, `b.py`'. What a site's nodes have is not here: 'scalegen sweep FILE --cluster NAME' is run there, and where
ON_SITES says so, as 'scalegen generate', which writes the same run directory, or as 'scalegen plan' where the page has
written it before.

SCALEGEN_UPDATE_GOLDEN=1 writes the outputs into the pages. Read the diff.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import docs_elsewhere
from doc_page import Command, blocks, commands_of

HOME = "/home/ada/train"
SOURCE = Path(__file__).resolve().parents[2]

NO_PROGRAM = ("does not begin with a program. A command that cannot run in a test stands in COMMANDS of docs_elsewhere.py, "
              "an output without its command in OUTPUTS")
OTHER_OUTPUT = "does not print what the page shows (SCALEGEN_UPDATE_GOLDEN=1 writes it there), but\n"

# What scalegen reads of a tutorial's own program; others are empty.
PROGRAMS = {"cnn_multinode.py": 'global_rank = int(os.environ["SLURM_PROCID"])\n'}

# Files and run directories of docs_surroundings.bash that lie beside a page's commands.
BESIDE = {
    "README.md": ["mnist.yaml", "mine.yaml", "train.py", "mnist-local.tar.gz"],
    "docs/on-a-cluster.md": ["mnist.yaml"],
    "docs/reading.md": ["DIR"],
    "docs/sweep-file.md": ["mnist.yaml"],
    "docs/verbs.md": ["mnist.yaml", "mine.yaml", "train.py", "cyclone.csv"],
    "docs/build.md": [],
    "docs/clusters.md": ["mnist.yaml"],
    "docs/compare.md": ["docs"],
    "docs/formats.md": ["mnist-local", "cyclone.csv"],
    "docs/hpc-programs.md": ["melt.yaml", "melt.lammps"],
    "docs/lint.md": [],
    "docs/metrics.md": ["mine-cyclone"],
    "docs/own-trainer.md": ["mine.yaml", "train.py"],
    "docs/page.md": ["DIR", "table.csv"],
    "docs/proposals.md": ["mnist-cyclone", "table.csv"],
    "docs/report-json.md": ["mnist-local", "docs"],
    "docs/security.md": ["DIR"],
    "docs/tables.md": ["cyclone.csv", "all.csv"],
}

# An output that stands apart from its command: what prints it here. mnist-local.tar.gz is what 'scalegen report mnist-local
# --bundle mnist-local.tar.gz' wrote after the command of the README on a machine with two cores.
PRINTED_BY = {("README.md", "mnist_cnn on local"): "scalegen report mnist-local.tar.gz"}

# What a person does before a command, by what the page says.
BEFORE = {
    ("README.md", "scalegen-0.3.0-x86_64/bin/scalegen sweep mine.yaml"):
        "mkdir --parents scalegen-0.3.0-x86_64/bin && ln --symbolic $(type -P scalegen) scalegen-0.3.0-x86_64/bin",
    ("docs/on-a-cluster.md", "./scalegen report by-hand"): "for script in by-hand/jobs/*/job.sbatch; do sbatch $script; done",
    ("docs/verbs.md", "scalegen import job.sh >sweep.yaml"):
        r"printf '#!/bin/bash\n#SBATCH --gres=gpu:4 --time=10 --account=p1\npython a.py\n' >job.sh",
    ("docs/verbs.md", "scalegen compare before.csv after.csv"): "for name in before after; do cp cyclone.csv $name.csv; done",
    ("docs/verbs.md", "scalegen table 'logs/run_{gpus}gpu.out' >logs.csv"): "mkdir logs && echo 9.5 it/s >logs/run_1gpu.out",
    ("docs/verbs.md", "scalegen clusters show ./site.yaml"): r"printf 'extends: lumi\nname: site\n' >site.yaml",
}

# Sweeps that need what a site's nodes have, such as its container.
ON_SITES = [("docs/on-a-cluster.md", "./scalegen sweep mnist.yaml --cluster olivia --account nn1234k")]

# A program that a command needs and that may be missing: how to ask for it.
NEEDED = {"python3 -m jsonschema": "python3 -c 'import jsonschema'"}


def words(line):
    return [word for word in line.split() if word != "*"]


def bash(command, folder):
    home = folder / "home"
    done = subprocess.run(["bash", "-c", "set -o pipefail\n" + command], cwd=folder, capture_output=True, text=True,
                          timeout=120, check=False, stdin=subprocess.DEVNULL, env={**os.environ, "HOME": str(home)})
    return done.returncode, done.stdout.replace(str(folder), HOME).rstrip("\n").split("\n"), done.stderr


def is_program(command, folder):
    word = re.sub(r"^(?:\w+=\S* )*", "", command).split(" ")[0]
    return bash(f"type {word}", folder)[0] == 0


def without_site(command, generated):
    """The command for a machine without a cluster; generated are the sweep files whose scripts were written."""
    on_cluster = re.match(r"(?:\./)?scalegen (sweep|generate) (\S+)(?=.* --cluster)", command)
    if not on_cluster:
        return command
    verb = "plan" if on_cluster[1] == "sweep" and on_cluster[2] in generated else "generate"
    generated.add(on_cluster[2])
    return f"scalegen {verb} {on_cluster[2]}{command[on_cluster.end():]}"


def file_shown(command, folder):
    found = re.fullmatch(r"cat ([\w.-]+)", command)
    return folder / found[1] if found and not (folder / found[1]).exists() else None


class Page:
    """A page, the folder of its commands, and what became of them."""

    def __init__(self, name, text, folder):
        self.name, self.text, self.folder = name, text, folder
        self.is_tutorial = "/tutorials/" in name
        self.ran, self.without_site = 0, 0
        self.elsewhere, self.outputs, self.lacking, self.wrong = [], [], [], []
        self.generated, self.replaced = set(), []

    def prepare(self):
        (self.folder / "home" / "scalegen").mkdir(parents=True)
        for link in [self.folder / "scalegen", self.folder / "home" / "scalegen" / "scalegen"]:
            link.symlink_to(shutil.which("scalegen"))
        if self.is_tutorial:
            for sweep in (SOURCE / "examples" / "seeds").glob("*.yaml"):
                shutil.copy(sweep, self.folder)
            for line in re.findall(r"^Beside the sweep: (.*)$", self.text, re.MULTILINE):
                for name in re.findall(r"`([\w.]+)`", line):
                    (self.folder / name).write_text(PROGRAMS.get(name, ""))
        for name in BESIDE.get(self.name, []):
            (self.folder / name).symlink_to(Path(os.environ["SURROUNDINGS"]) / name)

    def complain(self, command, what):
        self.wrong.append(f"{self.name}:{command.index + 1}: '{command.text}' {what}")

    def is_output(self, line):
        found = [one for one in docs_elsewhere.OUTPUTS if one.page == self.name and line.startswith(one.begins)]
        self.outputs += found
        return bool(found)

    def commands_of(self, block):
        for (page, begins), command in PRINTED_BY.items():
            if page == self.name and block.lines[0].startswith(begins):
                return [Command(block.index - 1, command, block.lines, block.indentation)]
        return commands_of(block)

    def is_elsewhere(self, command):
        text = re.split(r" +# ", command.text)[0]
        found = [one for one in docs_elsewhere.COMMANDS if (one.page, one.begins) == (self.name, text)]
        self.elsewhere += found
        return bool(found)

    def lacks(self, command):
        asked = [ask for begin, ask in NEEDED.items() if command.text.startswith(begin)]
        lacking = [ask for ask in asked if bash(ask, self.folder)[0]]
        self.lacking += [f"{self.name}:{command.index + 1}: not run: '{ask}' fails" for ask in lacking]
        return bool(lacking)

    def run(self, command):
        """False if it is no command."""
        shown_file = file_shown(command.text, self.folder)
        if shown_file:
            shown_file.write_text("\n".join(command.shown) + "\n")
            return True
        before = BEFORE.get((self.name, re.split(r" +# ", command.text)[0]))
        if before and bash(before, self.folder)[0]:
            self.complain(command, f"is not reached: '{before}' failed")
        if not is_program(command.text, self.folder):
            self.complain(command, NO_PROGRAM)
            return False
        is_on_site = self.is_tutorial or (self.name, command.text) in ON_SITES
        text = without_site(command.text, self.generated) if is_on_site else command.text
        self.without_site += text != command.text
        status, printed, errors = bash(text, self.folder)
        if status:
            self.complain(command, f"ended with {status}: {errors}")
        if command.shown and list(map(words, command.shown)) != list(map(words, printed)):
            self.complain(command, OTHER_OUTPUT + "\n".join(printed))
            begin = command.index + 1
            shown = [command.indentation + line if line else "" for line in printed]
            self.replaced.append((begin, begin + len(command.shown), shown))
        return True

    def check(self):
        self.prepare()
        for block in blocks(self.text.split("\n")):
            if self.is_output(block.lines[0]):
                continue
            for command in self.commands_of(block):
                if self.is_elsewhere(command) or self.lacks(command):
                    continue
                if not self.run(command):
                    break  # what looks like other commands of the block are none, either
                self.ran += 1

    def update(self):
        lines = self.text.split("\n")
        for begin, end, printed in reversed(self.replaced):
            lines[begin:end] = printed
        (SOURCE / self.name).write_text("\n".join(lines))


def checked(name, text):
    with tempfile.TemporaryDirectory() as folder:
        page = Page(name, text, Path(os.path.realpath(folder)))
        page.check()
    if page.is_tutorial and page.ran < 4:
        page.wrong.append(f"{page.name}: has lost its commands: {page.ran} are left")
    return page


def wrong_elsewhere(pages):
    """What is said to be elsewhere and is not, or not on its page."""
    used = [one for page in pages for one in page.elsewhere + page.outputs]
    for one in docs_elsewhere.COMMANDS + docs_elsewhere.OUTPUTS:
        if one not in used:
            yield f"docs_elsewhere.py: {one.page} has no '{one.begins}': take it out of the list"
        if one.test and one.words not in (SOURCE / one.test).read_text():
            yield f"docs_elsewhere.py: '{one.begins}': {one.test} has no '{one.words}': name the test that runs it"


def summary(pages):
    elsewhere = [one for page in pages for one in page.elsewhere]
    by_others = [one for one in elsewhere if one.test]
    outputs = [one for page in pages for one in page.outputs]
    lines = [f"{one.page}: '{one.begins}': {one.why}: {one.test or 'not run'}" for one in elsewhere + outputs]
    lines += [line for page in pages for line in page.lacking]
    ran, without_site = sum(page.ran for page in pages), sum(page.without_site for page in pages)
    lines.append(f"{ran} commands of {len(pages)} pages ran, {without_site} of them as 'generate' or 'plan'; "
                 f"{len(by_others)} are run by other tests, {len(elsewhere) - len(by_others)} by none; "
                 f"{len(outputs)} outputs are compared by other tests")
    return "\n".join(lines)


def main():
    paths = [SOURCE / "README.md", *sorted((SOURCE / "docs").rglob("*.md"))]
    pages = [checked(str(path.relative_to(SOURCE)), path.read_text()) for path in paths]
    if os.environ.get("SCALEGEN_UPDATE_GOLDEN"):
        for page in pages:
            page.update()
    wrong = [line for page in pages for line in page.wrong] + list(wrong_elsewhere(pages))
    if os.environ.get("SCALEGEN_NO_SKIP"):
        wrong += [line for page in pages for line in page.lacking]
    if sum(page.is_tutorial for page in pages) < 5:
        wrong.append("tutorials are missing")
    print("\n".join(wrong), file=sys.stderr)
    print(summary(pages))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
