"""The commands that a page of Markdown shows, in its indented blocks and its fences without a language.

A block with a line '$ COMMAND' is a session: the lines below a command are what it prints. A block of YAML holds no
commands. In any other each line is a command.
"""
import re
from dataclasses import dataclass, field

INDENTATION = "    "
YAML = re.compile(r"(?!error|warning|note|baseline)[a-z_]+:( |$)")


@dataclass
class Block:
    index: int = 0  # of its first line in the page, from 0
    indentation: str = ""
    lines: list = field(default_factory=list)  # without the indentation


@dataclass
class Command:
    index: int = 0  # of its line in the page, from 0
    text: str = ""
    shown: list = field(default_factory=list)  # what the page shows as its output
    indentation: str = ""


def fence(lines, index):
    """The block of the fence that begins at a line, and the index of the line behind it."""
    mark = lines[index].strip()[:3]
    end = index + 1
    while end < len(lines) and not lines[end].strip().startswith(mark):
        end += 1
    return Block(index + 1, "", lines[index + 1:end]), end + 1


def indented(lines, index):
    end = index
    while end < len(lines) and (lines[end].startswith(INDENTATION) or not lines[end]):
        end += 1
    while not lines[end - 1]:
        end -= 1
    return Block(index, INDENTATION, [line[len(INDENTATION):] for line in lines[index:end]]), end


def blocks(lines):
    index = 0
    while index < len(lines):
        line = lines[index]
        if line.strip().startswith("```"):
            block, end = fence(lines, index)
            if line.strip() == "```" and block.lines:
                yield block
        elif line.startswith(INDENTATION) and not (index and lines[index - 1]):  # else a paragraph goes on
            block, end = indented(lines, index)
            yield block
        else:
            end = index + 1
        index = end


def session(block):
    for offset, line in enumerate(block.lines):
        if line.startswith("$ "):
            command = Command(block.index + offset, line[2:], [], block.indentation)
            below = block.lines[offset + 1:]
            following = [n for n, other in enumerate(below) if other.startswith("$ ")]
            command.shown = below[:following[0]] if following else below
            while command.shown and not command.shown[-1]:
                command.shown.pop()
            yield command


def commands_of(block):
    if any(line.startswith("$ ") for line in block.lines):
        return list(session(block))
    if YAML.match(block.lines[0]):
        return []
    return [Command(block.index + offset, line, [], block.indentation) for offset, line in enumerate(block.lines) if line]
