"""One rank of the comparison's other side: the same training as scalegen-train's, by Python's DistributedDataParallel.

Same model, optimizer, batches, precision and buckets; the set is drawn in memory, kept as bytes where the model is, and
normalised batch by batch as scalegen-train does it. An epoch's short last batch is left out. On GPUs the optimizer is PyTorch's
fused one, and cuDNN searches for its kernels. Prints one JSON line from rank 0. One rank alone trains without DDP.

The step has four forms. `eager` and `compiled`, by torch.compile. `graphed`: all of it one CUDA graph, as PyTorch's notes on CUDA
write it. `tutorial`, as tutorials write it: a DataLoader with four workers that makes floats of one image after the other, in
pinned memory, an optimizer that is not fused, `loss.item()` in each step, gradients that are copied into the buckets, and
convolutions in TF32, which is PyTorch's default. Princeton's and Gujarat's, of mnist_cnn, learn with --optimizer adadelta.
"""
import argparse
import contextlib
import json
import os
import sys
import time
from pathlib import Path

import torch
import torch.distributed as dist
import torch.nn.functional as F
from torch.nn.parallel import DistributedDataParallel

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests/workloads"))
from python_models import MODELS

FORMS = ["eager", "compiled", "graphed", "tutorial"]

# `graphed` asks Adam to count its steps on the GPU; SGD counts none.
OPTIMIZERS = {
    "adam": lambda parameters, fused, graphed: torch.optim.Adam(parameters, lr=0.001, fused=fused, capturable=graphed),
    "sgd": lambda parameters, fused, graphed: torch.optim.SGD(parameters, lr=0.04, momentum=0.9, weight_decay=5e-4, fused=fused),
    "adadelta": lambda parameters, fused, graphed: torch.optim.Adadelta(parameters, lr=1, capturable=graphed),  # none is fused
}


# As scalegen-train does: numbers next to zero cost a CPU ten times as much.
torch.set_flush_denormal(True)


def batches(model, samples, batch, rank, world, device):
    """Endless batches of this rank's share of each epoch's permutation."""
    shape, classes, _ = MODELS[model]
    generator = torch.Generator().manual_seed(1)
    images = torch.randint(0, 256, (samples, *shape), dtype=torch.uint8, generator=generator).to(device)
    labels = torch.randint(0, classes, (samples,), generator=generator).to(device)
    while True:
        mine = torch.randperm(samples, generator=generator)[rank::world].to(device)
        for indices in mine[:len(mine) // batch * batch].split(batch):
            x = images.index_select(0, indices).to(torch.float32).mul_(1 / (255 * 0.3081)).sub_(0.1307 / 0.3081)
            yield x, labels.index_select(0, indices)


class Images(torch.utils.data.Dataset):
    """Made floats one by one, as torchvision's ToTensor and Normalize do it."""

    def __init__(self, model, samples):
        shape, classes, _ = MODELS[model]
        generator = torch.Generator().manual_seed(1)
        self.images = torch.randint(0, 256, (samples, *shape), dtype=torch.uint8, generator=generator)
        self.labels = torch.randint(0, classes, (samples,), generator=generator)

    def __len__(self):
        return len(self.labels)

    def __getitem__(self, index):
        return self.images[index].to(torch.float32).div(255).sub_(0.1307).div_(0.3081), self.labels[index]


def loader_batches(model, samples, batch, rank, world, device):
    """Endless batches as a tutorial loads them."""
    data = Images(model, samples)
    sampler = torch.utils.data.DistributedSampler(data, world, rank)
    loader = torch.utils.data.DataLoader(data, batch, sampler=sampler, num_workers=4, pin_memory=device.type == "cuda",
                                         drop_last=True)
    while True:
        for x, y in loader:
            yield x.to(device, non_blocking=True), y.to(device, non_blocking=True)


def recorded(learn, data):
    """The whole step as one CUDA graph, which reads each batch where it read the first."""
    x, y = (part.clone() for part in next(data))
    aside = torch.cuda.Stream()
    aside.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(aside):
        for _ in range(11):  # which DistributedDataParallel wants before a recording
            learn(x, y)
    torch.cuda.current_stream().wait_stream(aside)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        loss = learn(x, y)

    def step():
        for here, new in zip((x, y), next(data)):
            here.copy_(new)
        graph.replay()
        return loss
    return step


def steps_a_second(step, settle, warm_up, window, agree):
    """Of a window of about so many seconds, after a warm-up of at least so many. The first steps, in which kernels are compiled and
    searched for, belong to neither; all ranks take as many steps as rank 0 finds right."""
    def seconds_of(steps):
        begin = time.perf_counter()
        for _ in range(steps):
            step()
        settle()
        return agree(time.perf_counter() - begin)

    seconds_of(3)
    steps, taken = 1, seconds_of(1)
    passed = taken
    while passed < warm_up:
        steps *= 2
        taken = seconds_of(steps)
        passed += taken
    steps = max(1, round(window * steps / taken))
    return steps / seconds_of(steps)


def kernel_seconds(step, steps=20):
    """What the GPU's kernels of a step take by themselves, one after the other: no step can be shorter."""
    from torch.profiler import ProfilerActivity, profile
    with profile(activities=[ProfilerActivity.CUDA]) as profiler:
        for _ in range(steps):
            step()
        torch.cuda.synchronize()
    return sum(event.self_device_time_total for event in profiler.key_averages()) / 1e6 / steps


def make_model(arguments, device, world):
    """The model in its form, and its parameters' optimizer."""
    form, on_gpu = arguments.form, device.type == "cuda"
    model = MODELS[arguments.model][2](dropout=True).to(device)
    # A graph's DistributedDataParallel has to be made aside of the stream that is recorded.
    with torch.cuda.stream(torch.cuda.Stream()) if form == "graphed" else contextlib.nullcontext():
        if world > 1:
            model = DistributedDataParallel(model, gradient_as_bucket_view=form != "tutorial")
    optimizer = OPTIMIZERS[arguments.optimizer](model.parameters(), on_gpu and form != "tutorial", form == "graphed")
    return torch.compile(model) if form == "compiled" else model, optimizer


def make_step(arguments, device, rank, world):
    model, optimizer = make_model(arguments, device, world)
    load = loader_batches if arguments.form == "tutorial" else batches
    data = load(arguments.model, arguments.samples, arguments.batch, rank, world, device)
    waits = arguments.form == "tutorial" or device.type == "cpu"

    def learn(x, y):
        optimizer.zero_grad()
        # PyTorch's notes ask for no cache of casts where a step is recorded.
        with torch.autocast(device.type, torch.bfloat16, enabled=arguments.precision == "bf16",
                            cache_enabled=arguments.form != "graphed"):
            loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        return loss.item() if waits else loss

    return recorded(learn, data) if arguments.form == "graphed" else lambda: learn(*next(data))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", choices=MODELS, default="mnist_cnn")
    parser.add_argument("--samples", type=int, default=60_000)
    parser.add_argument("--batch", type=int, required=True, help="per rank")
    parser.add_argument("--warm-up", type=float, default=2, help="seconds, left out of the figures")
    parser.add_argument("--window", type=float, default=5, help="seconds that are measured")
    parser.add_argument("--steps", type=int, help="take so many, and measure nothing")
    parser.add_argument("--optimizer", choices=OPTIMIZERS, default="adam")
    parser.add_argument("--precision", choices=["fp32", "bf16"], default="fp32")
    parser.add_argument("--device", choices=["cpu", "cuda"], default="cpu")
    parser.add_argument("--form", choices=FORMS, default="eager")
    parser.add_argument("--kernels", action="store_true", help="also measure the kernels of a step, on a GPU")
    arguments = parser.parse_args()

    torch.set_num_threads(1)
    torch.manual_seed(1)
    rank, world = int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"])
    on_gpu = arguments.device == "cuda"
    device = torch.device("cuda", rank) if on_gpu else torch.device("cpu")
    if on_gpu:
        torch.cuda.set_device(device)
        torch.backends.cudnn.benchmark = True
        torch.backends.cudnn.allow_tf32 = arguments.form == "tutorial"  # else fp32 is IEEE's, as in scalegen-train
    if world > 1:
        dist.init_process_group("nccl" if on_gpu else "gloo")

    def agree(seconds):
        if world == 1:
            return seconds
        rank_0s = torch.tensor(seconds, device=device)
        dist.broadcast(rank_0s, 0)
        return rank_0s.item()

    step = make_step(arguments, device, rank, world)
    if arguments.steps:
        for _ in range(arguments.steps):
            step()
    else:
        settle = torch.cuda.synchronize if on_gpu else lambda: None
        rate = steps_a_second(step, settle, arguments.warm_up, arguments.window, agree)
        figures = {"images_per_second": rate * arguments.batch * world, "torch": torch.__version__}
        if arguments.kernels:
            figures["kernel_seconds"] = kernel_seconds(step)
        if rank == 0:
            print(json.dumps(figures), flush=True)
    if world > 1:
        dist.destroy_process_group()


if __name__ == "__main__":
    main()
