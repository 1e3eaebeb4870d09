"""One rank of the comparison's other side: the same training as scalegen-train's, by Python's DistributedDataParallel.

Same model, optimizer, batches, precision and buckets; the set is drawn in memory, kept as bytes, and normalised batch by
batch as scalegen-train does it. Prints one JSON line from rank 0.
"""
import argparse
import json
import os
import time

import torch
import torch.distributed as dist
import torch.nn.functional as F
from torch import nn
from torch.nn.parallel import DistributedDataParallel

SAMPLES = 60_000


class MnistCnn(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 32, 3)
        self.conv2 = nn.Conv2d(32, 64, 3)
        self.fc1 = nn.Linear(9216, 128)
        self.fc2 = nn.Linear(128, 10)

    def forward(self, x):
        x = F.relu(self.conv1(x))
        x = F.max_pool2d(F.relu(self.conv2(x)), 2)
        x = F.dropout(x, 0.25, self.training)
        x = F.relu(self.fc1(x.flatten(1)))
        x = F.dropout(x, 0.5, self.training)
        return F.log_softmax(self.fc2(x), 1)


def batches(batch, rank, world):
    """Endless batches of this rank's share of each epoch's permutation."""
    generator = torch.Generator().manual_seed(1)
    images = torch.randint(0, 256, (SAMPLES, 1, 28, 28), dtype=torch.uint8, generator=generator)
    labels = torch.randint(0, 10, (SAMPLES,), generator=generator)
    while True:
        mine = torch.randperm(SAMPLES, generator=generator)[rank::world]
        for indices in mine.split(batch):
            x = images.index_select(0, indices).to(torch.float32).mul_(1 / (255 * 0.3081)).sub_(0.1307 / 0.3081)
            yield x, labels.index_select(0, indices)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--batch", type=int, required=True, help="per rank")
    parser.add_argument("--steps", type=int, required=True)
    parser.add_argument("--warm-up", type=int, required=True, help="of the steps, left out of the figures")
    parser.add_argument("--precision", choices=["fp32", "bf16"], default="fp32")
    arguments = parser.parse_args()

    torch.set_num_threads(1)
    torch.manual_seed(1)
    rank, world = int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"])
    dist.init_process_group("gloo")
    model = DistributedDataParallel(MnistCnn(), gradient_as_bucket_view=True)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.001)
    data = batches(arguments.batch, rank, world)
    ends = [time.perf_counter()]
    for _ in range(arguments.steps):
        x, y = next(data)
        optimizer.zero_grad()
        with torch.autocast("cpu", torch.bfloat16, enabled=arguments.precision == "bf16"):
            loss = F.nll_loss(model(x), y)
        loss.backward()
        optimizer.step()
        loss.item()
        ends.append(time.perf_counter())
    if rank == 0:
        seconds = ends[-1] - ends[arguments.warm_up]
        images = (arguments.steps - arguments.warm_up) * arguments.batch * world
        print(json.dumps({"images_per_second": images / seconds, "torch": torch.__version__}), flush=True)
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
