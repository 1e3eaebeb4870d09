"""figures.py DIRECTORY [PATTERN]: a report in JSON on standard input has of each run what it printed last that matches PATTERN; without
one, the time of its command. An efficiency is the ratio to the first rung, which has one rank, per rank."""
import json
import math
import re
import sys
from pathlib import Path

directory, *pattern = sys.argv[1:]


def figure_of(run):
    attempt = Path(directory, "runs", run["run"], run["attempt"])
    if pattern:
        return float(re.findall(pattern[0], (attempt / "out").read_text())[-1])
    ending = json.loads((attempt / "exit.json").read_text())
    return ending["finished"] - ending["launched"]


report = json.load(sys.stdin)
for table in report["tables"]:
    values = []
    for point in table["points"]:
        [run] = point["runs"]
        values.append(figure_of(run))
        assert run["value"] == values[-1], (run, values)
        ratio = values[-1] / values[0] if report["unit"].endswith("/s") else values[0] / values[-1]
        assert math.isclose(point["efficiency"]["centre"], ratio / point["ranks"]), (point, ratio)
        print(*table["axes"].values(), point["rung"])
