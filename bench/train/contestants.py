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
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent


@dataclass
class Case:
    """A model with its tutorial's batches, and how many steps of each are measured."""
    steps: dict  # by samples a rank
    optimizer: list = field(default_factory=lambda: ["--optimizer", "adam"])
    samples: int = 60_000
    tutorials_optimizer: str = ""  # by its name in ddp.py, where it is another


OLIVIAS = ["--optimizer", "sgd", "--learning-rate", "0.04", "--momentum", "0.9", "--weight-decay", "0.0005"]


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return str(s.getsockname()[1])


def run_ranks(command, world=2):
    """Runs the ranks to their end and returns rank 0's standard output."""
    shared = {**os.environ, "OMP_NUM_THREADS": "1", "WORLD_SIZE": str(world), "MASTER_ADDR": "127.0.0.1",
              "MASTER_PORT": free_port(), "PYTHONWARNINGS": "ignore"}
    ranks = [subprocess.Popen(command, env={**shared, "RANK": str(rank), "LOCAL_RANK": str(rank)}, text=True,
                              stdout=subprocess.PIPE if rank == 0 else subprocess.DEVNULL) for rank in range(world)]
    output = ranks[0].communicate()[0]
    if any(rank.wait() != 0 for rank in ranks):
        sys.exit(f"compare: failed: {' '.join(map(str, command))}")
    return output


@dataclass
class Setup:
    """What is compared on which machine."""
    train: Path
    python: Path
    device: str
    ranks: int
    cases: dict  # by model
    warm_up: int  # steps that are left out of the figures

    def steps(self, model, batch):
        return self.warm_up + self.cases[model].steps.get(batch, 20)


def scalegen_command(setup, model, batch, precision, *options):
    case = setup.cases[model]
    return [setup.train, "--model", model, "--data", "synthetic", "--samples", str(case.samples), "--device", setup.device,
            "--per-rank-batch", str(batch), *case.optimizer, "--precision", precision, "--evaluate", "no", *options]


def python_command(setup, model, batch, precision, *options):
    case = setup.cases[model]
    return [setup.python, HERE / "ddp.py", "--model", model, "--samples", str(case.samples), "--batch", str(batch),
            "--optimizer", case.optimizer[1], "--precision", precision,
            "--device", setup.device, *options]


def measure_scalegen(setup, model, batch, precision, *options):
    steps = setup.steps(model, batch)
    with tempfile.NamedTemporaryFile("r", suffix=".jsonl") as metrics:
        run_ranks([*scalegen_command(setup, model, batch, precision, *options), "--steps", str(steps), "--metrics", metrics.name],
                  setup.ranks)
        events = [json.loads(line) for line in metrics]
    measured = [event for event in events if event["event"] == "step" and event["step"] > setup.warm_up]
    return sum(step["samples"] for step in measured) / sum(step["seconds"] for step in measured)


def run_python(setup, model, batch, precision, *options):
    """What rank 0 printed at its end."""
    output = run_ranks([*python_command(setup, model, batch, precision, *options), "--steps", str(setup.steps(model, batch)),
                        "--warm-up", str(setup.warm_up)], setup.ranks)
    return json.loads(output.splitlines()[-1])


def measure_python(setup, model, batch, precision, *options):
    return run_python(setup, model, batch, precision, *options)["images_per_second"]


def measure_tutorial(setup, model, batch, precision):
    """Python as the model's tutorial writes it."""
    case = setup.cases[model]
    optimizer = case.tutorials_optimizer or case.optimizer[1]
    return measure_python(setup, model, batch, precision, "--tutorial", "--optimizer", optimizer)


def seconds_of(command):
    begin = time.perf_counter()
    run_ranks(command, world=1)
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


def in_turns(contestants, rounds):
    """The results of each contestant, round by round."""
    results = {name: [] for name in contestants}
    for _ in range(rounds):
        for name in random.sample(list(contestants), len(contestants)):
            results[name].append(contestants[name]())
    return results


def log_rates(log, model, batch, name, rates):
    """One JSON line of raw figures."""
    print(json.dumps({"time": time.time(), "name": name, "model": model, "batch": batch, "images_per_second": rates}),
          file=log, flush=True)
