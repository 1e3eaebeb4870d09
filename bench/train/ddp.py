"""One rank of the comparison's other side: the same training as scalegen-train's, by Python's DistributedDataParallel.

Same model, optimizer, batches, precision and buckets; the set is drawn in memory, kept as bytes where the model is, and
normalised batch by batch as scalegen-train does it. On GPUs the optimizer is PyTorch's fused one. Prints one JSON line
from rank 0. One rank alone trains without DDP.
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
}


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
    arguments = parser.parse_args()

    torch.set_num_threads(1)
    torch.manual_seed(1)
    rank, world = int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"])
    on_gpu = arguments.device == "cuda"
    device = torch.device("cuda", rank) if on_gpu else torch.device("cpu")
    if on_gpu:
        torch.cuda.set_device(device)
        torch.backends.cudnn.benchmark = True
        torch.backends.cudnn.allow_tf32 = False  # fp32 is IEEE's in both programs
    model = MODELS[arguments.model][2](dropout=True).to(device)
    if world > 1:
        dist.init_process_group("nccl" if on_gpu else "gloo")
        model = DistributedDataParallel(model, gradient_as_bucket_view=True)
    optimizer = OPTIMIZERS[arguments.optimizer](model.parameters(), fused=on_gpu)
    data = batches(arguments.model, arguments.samples, arguments.batch, rank, world, device)
    ends = [time.perf_counter()]
    for _ in range(arguments.steps):
        x, y = next(data)
        optimizer.zero_grad()
        with torch.autocast(arguments.device, torch.bfloat16, enabled=arguments.precision == "bf16"):
            loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        if not on_gpu:
            loss.item()
        elif len(ends) in (arguments.warm_up, arguments.steps):  # the host runs ahead but here
            torch.cuda.synchronize()
        ends.append(time.perf_counter())
    if rank == 0:
        seconds = ends[-1] - ends[arguments.warm_up]
        images = (arguments.steps - arguments.warm_up) * arguments.batch * world
        print(json.dumps({"images_per_second": images / seconds, "torch": torch.__version__}), flush=True)
    if world > 1:
        dist.destroy_process_group()


if __name__ == "__main__":
    main()
