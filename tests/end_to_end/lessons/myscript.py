"""After Princeton's page: digits by DDP, a process a rank. Each rank tests and prints, as there; unlike there it asks how many ranks
there are, and trains on a share of the images."""
import argparse
import os

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.optim.lr_scheduler import StepLR
from torch.utils.data import DataLoader, DistributedSampler

from digits import Net, mnist, test, train
from leave import leave

parser = argparse.ArgumentParser()
parser.add_argument("--batch-size", type=int, default=64)
parser.add_argument("--epochs", type=int, default=14)
args = parser.parse_args()

rank, world_size = int(os.environ["SLURM_PROCID"]), int(os.environ["WORLD_SIZE"])
dist.init_process_group("gloo", rank=rank, world_size=world_size)
print("group initialized?", dist.is_initialized(), flush=True)
torch.manual_seed(1)
images = mnist("train")
loader = DataLoader(images, batch_size=args.batch_size, sampler=DistributedSampler(images))
test_loader = DataLoader(mnist("t10k"), batch_size=1000)
model = DDP(Net())
optimizer = torch.optim.Adadelta(model.parameters(), lr=1.0)
scheduler = StepLR(optimizer, step_size=1, gamma=0.7)
for epoch in range(1, args.epochs + 1):
    loader.sampler.set_epoch(epoch)
    train(model, loader, optimizer, epoch)
    test(model, test_loader)
    scheduler.step()
leave()
