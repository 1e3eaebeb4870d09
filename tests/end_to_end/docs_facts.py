"""Compares docs with the sources they are about: the messages that docs/troubleshooting.md quotes, and the paths that
it, docs/adding.md, the README and docs/tutorials name. docs/README.md has each page once, in four groups.

A message is the first text in backquotes of an item. Where it has <...> the source has placeholders or variables.
"""
import re
import subprocess
import sys
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
FOLDERS = ["core", "generator", "runner", "analysis", "app", "cli", "templates", "workloads"]
FILLED = r"(?:\{[^{}]*\}|\$\w+|\$\{\w+\})+"


def sources():
    """All text that can be printed: literals over several lines joined, escapes undone."""
    files = [path for folder in FOLDERS for path in sorted((SOURCE / folder).rglob("*")) if path.is_file()]
    text = "\n".join(path.read_text(errors="replace") for path in files)
    text = re.sub(r'"\s*\n\s*"', "", text)
    return text.replace('\\"', '"').replace("{{{}}}", "\x01{}\x02")


def pattern_of(message):
    message = re.sub(r"\{(<[^>]*>)\}", "\x01\\1\x02", message)
    parts = re.split(r"<[^<>]*>", message)
    if parts[0] == "":
        parts = parts[1:]
    if parts[-1] == "":
        parts = parts[:-1]
    return FILLED.join(map(re.escape, parts))


def wrong_messages(page, text):
    messages = re.findall(r"^- `([^`]+)`:", page, re.MULTILINE)
    wrong = [] if len(messages) >= 25 else [f"troubleshooting.md: only {len(messages)} messages are left"]
    return wrong + [f"troubleshooting.md: no source says: {message}" for message in messages
                    if not re.search(pattern_of(message), text)]


def wrong_paths(name, page):
    named = set(re.findall(r"`([\w.-]+/[\w./-]*)`", page))
    wrong = [] if named else [f"{name}: names no path"]
    tracked = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=SOURCE, capture_output=True,
                             text=True, check=False).stdout.split()
    ours = {path.split("/")[0] for path in tracked} or {path.name for path in SOURCE.iterdir()}
    return wrong + [f"{name}: there is no {path}" for path in sorted(named)
                    if path.split("/")[0] in ours and "NAME" not in path and not (SOURCE / path).exists()]


def wrong_map(text):
    docs = SOURCE / "docs"
    links = re.findall(r"\]\(([^)]+)\)", text)
    wrong = [f"docs/README.md: there is no {link}" for link in links if not (docs / link).is_file()]
    pages = [str(path.relative_to(docs)) for path in docs.rglob("*.md") if path != docs / "README.md"]
    wrong += [f"docs/README.md: {page} stands there {links.count(page)} times" for page in sorted(pages) if links.count(page) != 1]
    groups = re.findall(r"^## (.*)$", text, re.MULTILINE)
    return wrong + ([] if groups == ["First steps", "How to", "Reference", "Explanation"] else [f"docs/README.md: {groups}"])


def wrong_readme(text):
    wrong = [] if text.count("\n") < 150 else ["README.md: has 150 lines or more: facts belong into pages"]
    wanted = ["[docs/README.md](docs/README.md)", "\n    ./scalegen sweep mnist.yaml\n", "\n    tests/run\n"]
    return wrong + [f"README.md: lacks {one!r}" for one in wanted if one not in text]


def main():
    text = sources()
    wrong = wrong_messages((SOURCE / "docs" / "troubleshooting.md").read_text(), text)
    if re.search(pattern_of("a message that <nobody> prints"), text):
        wrong.append("the check finds what is not there")
    docs = SOURCE / "docs"
    wrong += wrong_map((docs / "README.md").read_text()) + wrong_readme((SOURCE / "README.md").read_text())
    if not wrong_map("## First steps\n\n[none](none.md)\n") or not wrong_readme(""):
        wrong.append("the check of the map finds nothing")
    for page in [SOURCE / "README.md", docs / "troubleshooting.md", docs / "adding.md", *sorted((docs / "tutorials").glob("*.md"))]:
        wrong += wrong_paths(page.name, page.read_text())
    print("\n".join(wrong), file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
