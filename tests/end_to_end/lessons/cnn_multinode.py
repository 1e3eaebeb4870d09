"""After Cyclone's page: digits by DDP, a process a rank, which srun starts. It prints the time of its training."""
import argparse
import os
import time

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler

from digits import Net, mnist, train
from leave import leave

parser = argparse.ArgumentParser()
parser.add_argument("--batch_size", type=int, default=16)
parser.add_argument("--epochs", type=int, default=5)
parser.add_argument("--lr", type=float, default=0.001)
args = parser.parse_args()

world_size, node = int(os.environ["WORLD_SIZE"]), int(os.environ["NODE_RANK"])
rank, local_rank = int(os.environ["SLURM_PROCID"]), int(os.environ["SLURM_LOCALID"])
dist.init_process_group("gloo", init_method="env://", world_size=world_size, rank=rank)
print(f"Node {node}: rank {rank}, local rank {local_rank}\n", end="", flush=True)  # one write, also below torchrun
torch.manual_seed(1)
images = mnist("train")
sampler = DistributedSampler(images, num_replicas=world_size, rank=rank)
loader = DataLoader(images, batch_size=args.batch_size, drop_last=True, sampler=sampler)
model = DistributedDataParallel(Net())
optimizer = torch.optim.Adam(model.parameters(), lr=args.lr)

begin = time.time()
for epoch in range(1, args.epochs + 1):
    train(model, loader, optimizer, epoch, says=rank == 0)
    dist.barrier()
if rank == 0:
    print(f"Training time = {time.time() - begin}")
leave()
