"""What bench/train/compare and bench/gpu time: scalegen-train, and Python's training of the same models on the same LibTorch."""
import json
import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent


@dataclass
class Case:
    """A model with its tutorial's batches."""
    batches: list  # samples a rank
    optimizer: list = field(default_factory=lambda: ["--optimizer", "adam"])
    samples: int = 60_000
    tutorials_optimizer: str = ""  # by its name in ddp.py, where it is another


OLIVIAS = ["--optimizer", "sgd", "--learning-rate", "0.04", "--momentum", "0.9", "--weight-decay", "0.0005"]


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return str(s.getsockname()[1])


def run_ranks(command, world, deadline=None):
    """Runs the ranks to their end and returns rank 0's standard output. After the deadline, of time.monotonic(), they are killed."""
    shared = {**os.environ, "OMP_NUM_THREADS": "1", "WORLD_SIZE": str(world), "MASTER_ADDR": "127.0.0.1",
              "MASTER_PORT": free_port(), "PYTHONWARNINGS": "ignore"}
    ranks = [subprocess.Popen(command, env={**shared, "RANK": str(rank), "LOCAL_RANK": str(rank)}, text=True,
                              stdout=subprocess.PIPE if rank == 0 else subprocess.DEVNULL) for rank in range(world)]
    try:
        output = ranks[0].communicate(timeout=deadline and max(1, deadline - time.monotonic()))[0]
    except subprocess.TimeoutExpired:
        for rank in ranks:
            rank.kill()
            rank.wait()
        raise RuntimeError("did not fit") from None
    if any(rank.wait() != 0 for rank in ranks):
        raise RuntimeError(f"failed: {' '.join(map(str, command))}")
    return output


@dataclass
class Setup:
    """What is compared on which machine."""
    train: Path
    python: Path
    device: str
    ranks: int
    cases: dict  # by model
    warm_up: float  # seconds that are left out of the figures
    window: float  # seconds that are measured
    deadline: float = None  # of all runs


def scalegen_command(setup, model, batch, precision, *options):
    case = setup.cases[model]
    return [setup.train, "--model", model, "--data", "synthetic", "--samples", str(case.samples), "--device", setup.device,
            "--per-rank-batch", str(batch), *case.optimizer, "--precision", precision, "--evaluate", "no", "--drop-last", "yes",
            *options]


def python_command(setup, model, batch, precision, *options):
    case = setup.cases[model]
    return [setup.python, HERE / "ddp.py", "--model", model, "--samples", str(case.samples), "--batch", str(batch),
            "--optimizer", case.optimizer[1], "--precision", precision,
            "--device", setup.device, *options]


def measure_scalegen(setup, model, batch, precision, *options):
    """The steps that began after the warm-up: it has the first dozen, after which a graph is recorded."""
    with tempfile.NamedTemporaryFile("r", suffix=".jsonl") as metrics:
        run_ranks([*scalegen_command(setup, model, batch, precision, *options), "--seconds", str(setup.warm_up + setup.window),
                   "--metrics", metrics.name], setup.ranks, setup.deadline)
        steps = [event for event in map(json.loads, metrics) if event["event"] == "step"]
    ends = accumulate(step["seconds"] for step in steps)
    measured = [step for step, end in zip(steps, ends) if step["step"] > 12 and end - step["seconds"] >= setup.warm_up]
    if not measured:
        raise RuntimeError(f"{model} at {batch} took {len(steps)} steps in all: a longer --window would measure some")
    return sum(step["samples"] for step in measured) / sum(step["seconds"] for step in measured)


def run_python(setup, model, batch, precision, *options):
    """What rank 0 printed at its end."""
    output = run_ranks([*python_command(setup, model, batch, precision, *options), "--warm-up", str(setup.warm_up),
                        "--window", str(setup.window)], setup.ranks, setup.deadline)
    return json.loads(output.splitlines()[-1])


def measure_python(setup, model, batch, precision, *options):
    return run_python(setup, model, batch, precision, *options)["images_per_second"]


def measure_tutorial(setup, model, batch, precision):
    """Python as the model's tutorial writes it."""
    case = setup.cases[model]
    optimizer = case.tutorials_optimizer or case.optimizer[1]
    return measure_python(setup, model, batch, precision, "--form", "tutorial", "--optimizer", optimizer)


def seconds_of(command):
    begin = time.perf_counter()
    run_ranks(command, 1)
    return time.perf_counter() - begin


def build():
    """Makes the wheel's environment and the preset cuda where they are not there yet; returns program and interpreter.
    $SCALEGEN_TRAIN names a built program: then this Python is the one, on the LibTorch that the program finds.
    """
    if "SCALEGEN_TRAIN" in os.environ:
        return Path(os.environ["SCALEGEN_TRAIN"]), Path(sys.executable)
    torch_root = subprocess.run([ROOT / "cmake/cuda-wheel"], check=True, text=True, stdout=subprocess.PIPE).stdout.strip()
    environment = {**os.environ, "SCALEGEN_TORCH_WHEEL": torch_root}
    for command in (["cmake", "--preset", "cuda"], ["cmake", "--build", "--preset", "cuda", "--target", "scalegen-train"]):
        subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.DEVNULL)
    return ROOT / "build/cuda/bin/scalegen-train", Path(torch_root).parents[3] / "bin/python"


def spread(values):
    return f"{statistics.median(values):.2f} [{min(values):.2f}..{max(values):.2f}]"


def shuffled(names):
    return random.sample(list(names), len(names))


def in_turns(contestants, rounds):
    """The results of each contestant, round by round."""
    results = {name: [] for name in contestants}
    for _ in range(rounds):
        for name in shuffled(contestants):
            results[name].append(contestants[name]())
    return results


def log_rates(log, model, batch, name, rates):
    """One JSON line of raw figures."""
    print(json.dumps({"time": time.time(), "name": name, "model": model, "batch": batch, "images_per_second": rates}),
          file=log, flush=True)
