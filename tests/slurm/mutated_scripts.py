#!/usr/bin/env python3
"""mutated_scripts.py FOLDER COUNT SEED: job scripts with a change or two in their directives, of the same kinds that people make.

The options are those whose values lint judges, and some whose values are free; what only a site can judge is not among them.
"""
import random
import sys
from pathlib import Path

OPTIONS = ["--time=10", "--time=1-0:30:00", "-t 00:20:00", "--time-min=5", "--mem=100M", "--mem-per-cpu=10MB", "--tmp=1K", "--nodes=1-2",
           "-N 1", "-N2", "--ntasks=2", "-n 4", "--ntasks-per-node=2", "--cpus-per-task=1", "-c1", "--array=0-3", "-a 1,3-5:2%2",
           "--exclusive", "--exclusive=user", "--open-mode=append", "--hold", "--requeue", "-HQ", "--job-name=training",
           "-J \"a name\"", "--comment='of # things'", "--output=%x-%j.out", "-o out", "--export=ALL,A=1", "--mincpus=1",
           "--threads-per-core=1", "--contiguous", "--no-requeue", "--chdir=/tmp", "--nice=5", "--tasks-per-node=1", "--overcommit"]
CHARACTERS = "-=,.:;%#'\"\\ \t0129xkG[]$a"
VALUES = ["10m", "2h", "1.5G", "10GB", "10GiB", "two", "72.", "0", "-1", "4-2", "$N", "${TIME}", "`t`", "1:2:3:4", "1-", "infinite", "",
          "a b", "1, 2", "\"1", "3-1", "[1-3]", "1k", "+2", "yes", "ALL, A=1"]


def changed(line, random_):
    """The text behind the mark with one change."""
    kind = random_.randrange(7)
    at = random_.randrange(len(line))
    if kind == 0:
        return line[:at] + line[at + 1:]
    if kind == 1:
        return line[:at] + random_.choice(CHARACTERS) + line[at:]
    if kind == 2:
        return line[:at] + line[at:at + 2][::-1] + line[at + 2:]
    if kind == 3 and "=" in line:
        return line[:line.index("=") + 1] + random_.choice(VALUES)
    if kind == 4 and line.startswith("--"):
        return line[:random_.randrange(3, len(line) + 1)]
    if kind == 5:
        return line + " " + random_.choice(["# a comment", "#comment", "word", "-n 1", "--", "\\"])
    return random_.choice([line.replace("=", " "), line.replace("=", " = "), line.replace("--", "-"), line.replace(" ", "="), line.upper()])


def script(random_):
    lines = random_.sample(OPTIONS, 3)
    if {"--array=0-3", "-a 1,3-5:2%2"} <= set(lines):  # slurmctld reads the last one alone
        lines.remove("--array=0-3")
    for _ in range(random_.choice([1, 1, 2])):
        which = random_.randrange(len(lines))
        lines[which] = changed(lines[which] or "-n 1", random_)
    text = "#!/bin/bash\n" + "".join(f"#SBATCH {line}\n" for line in lines)
    whole = random_.randrange(30)
    if whole == 0:
        return text.replace("#!/bin/bash\n", random_.choice(["", "\n#!/bin/bash\n", " #!/bin/bash\n"])) + "true\n"
    if whole == 1:
        return text.replace("\n", "\r\n", random_.choice([1, -1])) + "true\n"
    if whole == 2:
        return text.replace("#SBATCH ", random_.choice(["# SBATCH ", "##SBATCH ", "#SBATCH\t", "#SBATCH", " #SBATCH ", "#SBATCH: "]), 1) + "true\n"
    if whole == 3:
        return text.replace("\n#SBATCH", "\nset -e\n#SBATCH", 1) + "true\n"
    return text + "true\n"


def main():
    folder, count, seed = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    random_ = random.Random(seed)
    for i in range(count):
        (folder / f"{i}.sh").write_text(script(random_), newline="")


main()
