# A DDP script as people have it, after the pattern of Princeton's page: it knows nothing of scalegen. Digits are drawn, not read.
import argparse
import os
import time

import torch
import torch.distributed as dist
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, TensorDataset
from torch.utils.data.distributed import DistributedSampler


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 8, 3, stride=2)
        self.fc = nn.Linear(8 * 13 * 13, 10)

    def forward(self, x):
        return F.log_softmax(self.fc(torch.flatten(F.relu(self.conv(x)), 1)), dim=1)


def train(args, model, loader, optimizer, epoch):
    loader.sampler.set_epoch(epoch)
    for images, digits in loader:
        optimizer.zero_grad()
        loss = F.nll_loss(model(images), digits)
        loss.backward()
        optimizer.step()
    return loss


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--batch-size", type=int, default=64)
    parser.add_argument("--epochs", type=int, default=2)
    args = parser.parse_args()

    rank = int(os.environ["RANK"])
    world_size = int(os.environ["WORLD_SIZE"])
    torch.manual_seed(1)
    dist.init_process_group("gloo", rank=rank, world_size=world_size)
    assert dist.get_world_size() == world_size

    images = TensorDataset(torch.rand(512, 1, 28, 28), torch.randint(10, (512,)))
    sampler = DistributedSampler(images, num_replicas=world_size, rank=rank)
    loader = DataLoader(images, batch_size=args.batch_size, sampler=sampler)
    model = DDP(Net())
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)

    begin = time.monotonic()
    for epoch in range(args.epochs):
        loss = train(args, model, loader, optimizer, epoch)
    seconds = time.monotonic() - begin
    if rank == 0:
        print(f"loss {loss.item():.3f}, {len(loader)} batches of {args.batch_size}", flush=True)
        print(f"{args.epochs * len(images) / seconds:.1f} images/s, world size {world_size}", flush=True)
    dist.destroy_process_group()
    os._exit(0)  # threads of PyTorch 2.11 for Gloo now and then abort an interpreter that ends by itself


if __name__ == "__main__":
    main()
