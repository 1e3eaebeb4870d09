"""One rank of the comparison's other side: the same training as scalegen-train's, by Python's DistributedDataParallel.

Same model, optimizer, batches, precision and buckets; the set is drawn in memory, kept as bytes where the model is, and
normalised batch by batch as scalegen-train does it. On GPUs the optimizer is PyTorch's fused one. Prints one JSON line
from rank 0. One rank alone trains without DDP.

As tutorials write it with --tutorial: a DataLoader with four workers that makes floats of one image after the other, in pinned
memory, an optimizer that is not fused, and convolutions in TF32, which is PyTorch's default. Princeton's and Gujarat's, of
mnist_cnn, learn with --optimizer adadelta.
"""
import argparse
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

OPTIMIZERS = {
    "adam": lambda parameters, fused: torch.optim.Adam(parameters, lr=0.001, fused=fused),
    "sgd": lambda parameters, fused: torch.optim.SGD(parameters, lr=0.04, momentum=0.9, weight_decay=5e-4, fused=fused),
    "adadelta": lambda parameters, fused: torch.optim.Adadelta(parameters, lr=1),  # PyTorch has no fused one
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
        for indices in mine.split(batch):
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
    loader = torch.utils.data.DataLoader(data, batch, sampler=sampler, num_workers=4, pin_memory=device.type == "cuda")
    while True:
        for x, y in loader:
            yield x.to(device, non_blocking=True), y.to(device, non_blocking=True)


def kernel_seconds(step, steps=20):
    """What the GPU's kernels of a step take by themselves, one after the other: no step can be shorter."""
    from torch.profiler import ProfilerActivity, profile
    with profile(activities=[ProfilerActivity.CUDA]) as profiler:
        for _ in range(steps):
            step()
        torch.cuda.synchronize()
    return sum(event.self_device_time_total for event in profiler.key_averages()) / 1e6 / steps


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", choices=MODELS, default="mnist_cnn")
    parser.add_argument("--samples", type=int, default=60_000)
    parser.add_argument("--batch", type=int, required=True, help="per rank")
    parser.add_argument("--steps", type=int, required=True)
    parser.add_argument("--warm-up", type=int, required=True, help="of the steps, left out of the figures")
    parser.add_argument("--optimizer", choices=OPTIMIZERS, default="adam")
    parser.add_argument("--precision", choices=["fp32", "bf16"], default="fp32")
    parser.add_argument("--device", choices=["cpu", "cuda"], default="cpu")
    parser.add_argument("--tutorial", action="store_true", help="load the data and learn as tutorials do")
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
        torch.backends.cudnn.allow_tf32 = arguments.tutorial  # else fp32 is IEEE's, as in scalegen-train
    model = MODELS[arguments.model][2](dropout=True).to(device)
    if world > 1:
        dist.init_process_group("nccl" if on_gpu else "gloo")
        model = DistributedDataParallel(model, gradient_as_bucket_view=True)
    optimizer = OPTIMIZERS[arguments.optimizer](model.parameters(), fused=on_gpu and not arguments.tutorial)
    data = (loader_batches if arguments.tutorial else batches)(arguments.model, arguments.samples, arguments.batch, rank, world, device)

    def step():
        x, y = next(data)
        optimizer.zero_grad()
        with torch.autocast(arguments.device, torch.bfloat16, enabled=arguments.precision == "bf16"):
            loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        return loss

    ends = [time.perf_counter()]
    for _ in range(arguments.steps):
        loss = step()
        if not on_gpu:
            loss.item()
        elif len(ends) in (arguments.warm_up, arguments.steps):  # the host runs ahead but here
            torch.cuda.synchronize()
        ends.append(time.perf_counter())
    if rank == 0:
        seconds = ends[-1] - ends[arguments.warm_up]
        images = (arguments.steps - arguments.warm_up) * arguments.batch * world
        figures = {"images_per_second": images / seconds, "torch": torch.__version__}
        if arguments.kernels:
            figures["kernel_seconds"] = kernel_seconds(step)
        print(json.dumps(figures), flush=True)
    if world > 1:
        dist.destroy_process_group()


if __name__ == "__main__":
    main()
