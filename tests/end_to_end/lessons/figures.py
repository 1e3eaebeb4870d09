"""figures.py DIRECTORY [PATTERN]: a report in JSON on standard input has of each run what it printed last that matches PATTERN; without
one, the time of its command. An efficiency is the ratio to the first rung, which has one rank, per rank. What it
says of accuracy and loss is each epoch's line."""
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


def check_epochs(run, name, epochs, **_):
    text = Path(directory, "runs", run["run"], run["attempt"], "out").read_text()
    printed = {"accuracy": re.findall(r"Validation Accuracy: (.*)", text) or re.findall(r"Accuracy: .*\((\d+)%\)", text),
               "loss": re.findall(r"(?:Average loss|Validation Loss): ([\d.]+)", text)}[name]
    values = [float(value) / (1 if "." in value else 100) for value in printed]
    assert epochs == [{"epoch": n, "value": value} for n, value in enumerate(values, 1)], (run, values)
    return f"{name} {len(values)}"


report = json.load(sys.stdin)
for table in report["tables"]:
    values = []
    for point in table["points"]:
        [run] = point["runs"]
        values.append(figure_of(run))
        assert run["value"] == values[-1], (run, values)
        ratio = values[-1] / values[0] if report["unit"].endswith("/s") else values[0] / values[-1]
        assert math.isclose(point["efficiency"]["centre"], ratio / point["ranks"]), (point, ratio)
        epochs = [check_epochs(run, **figure) for figure in run.get("further_figures", [])]
        print(*table["axes"].values(), point["rung"], *epochs)
