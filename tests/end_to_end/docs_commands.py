"""Runs the commands of docs/tutorials, each page in a fresh folder, and compares what they print with what the page shows.

A page's indented blocks are sessions: a line '$ COMMAND' is run by bash, and the lines below it are its standard output, word
by word. Without such lines the output is not compared, only the exit status, which must be 0. '$ cat NAME' of a file that is
not there makes it of the lines below. The sweeps of examples/seeds, and the programs that a page names in a line
'Beside the sweep: `a.py`, `b.py`', are there.

There is no cluster here: 'scalegen sweep FILE --cluster NAME' is run as 'scalegen generate', which writes the same run
directory, or as 'scalegen plan' where the page has written it before. A star beside a value, which says that the machine
is busy, does not count.

SCALEGEN_UPDATE_GOLDEN=1 writes the outputs into the pages. Read the diff.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HOME = "/home/ada/train"


def words(line):
    return [word for word in line.split() if word != "*"]


def sessions(lines):
    """Yields (index of the command's line, command, its output's lines)."""
    index = 0
    while index < len(lines):
        if not lines[index].startswith("    $ "):
            index += 1
            continue
        end = index + 1
        while end < len(lines) and (lines[end].startswith("    ") or not lines[end]) and not lines[end].startswith("    $ "):
            end += 1
        while not lines[end - 1]:
            end -= 1
        yield index, lines[index][6:], [line[4:] for line in lines[index + 1:end]]
        index = end


def adapted(command, generated):
    """The command for a machine without a cluster; generated are the sweep files whose scripts were written."""
    on_cluster = re.match(r"scalegen (sweep|generate) (\S+)(?=.* --cluster)", command)
    if not on_cluster:
        return command
    verb = "plan" if on_cluster[1] == "sweep" and on_cluster[2] in generated else "generate"
    generated.add(on_cluster[2])
    return f"scalegen {verb} {on_cluster[2]}{command[on_cluster.end():]}"


def file_shown(command, folder):
    found = re.fullmatch(r"cat ([\w.-]+)", command)
    return folder / found[1] if found and not (folder / found[1]).exists() else None


def run(command, folder):
    done = subprocess.run(["bash", "-c", "set -o pipefail\n" + command], cwd=folder, capture_output=True, text=True,
                          timeout=120, check=False)
    return done.returncode, done.stdout.replace(str(folder), HOME).rstrip("\n").split("\n"), done.stderr


def prepare(folder, text, source):
    for sweep in (source / "examples" / "seeds").glob("*.yaml"):
        shutil.copy(sweep, folder)
    for line in re.findall(r"^Beside the sweep: (.*)$", text, re.MULTILINE):
        for name in re.findall(r"`([\w.]+)`", line):
            (folder / name).touch()


def check(page, source):
    """Returns the page with real outputs, the number of commands, and what was wrong."""
    text = page.read_text()
    lines, wrong, count = text.split("\n"), [], 0
    replaced, generated = [], set()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(os.path.realpath(name))
        prepare(folder, text, source)
        for index, command, shown in sessions(lines):
            count += 1
            shown_file = file_shown(command, folder)
            if shown_file:
                shown_file.write_text("\n".join(shown) + "\n")
                continue
            status, printed, errors = run(adapted(command, generated), folder)
            if status:
                wrong.append(f"{page.name}:{index + 1}: '{command}' ended with {status}: {errors}")
            if shown and list(map(words, shown)) != list(map(words, printed)):
                wrong.append(f"{page.name}:{index + 1}: '{command}' printed\n" + "\n".join(printed))
                replaced.append((index + 1, index + 1 + len(shown), ["    " + line if line else "" for line in printed]))
    for begin, end, printed in reversed(replaced):
        lines[begin:end] = printed
    return "\n".join(lines), count, wrong


def main():
    source = Path(__file__).resolve().parents[2]
    wrong = []
    pages = sorted((source / "docs" / "tutorials").glob("*.md"))
    for page in pages:
        text, count, of_page = check(page, source)
        wrong += of_page
        if count < 4:
            wrong.append(f"{page.name}: has lost its commands: {count} are left")
        if os.environ.get("SCALEGEN_UPDATE_GOLDEN"):
            page.write_text(text)
    if len(pages) < 5:
        wrong.append(f"{len(pages)} tutorials are left")
    print("\n".join(wrong), file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
