"""After Olivia's page: a residual network on CIFAR-100 by DDP; torchrun starts its ranks. Each epoch prints its throughput, and so
does the summary."""
import argparse
import os
import time

import torch
import torch.distributed as dist
import torch.nn.functional as F
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, DistributedSampler

from cifar import ResidualNetwork, cifar100
from leave import leave

parser = argparse.ArgumentParser()
parser.add_argument("--batch-size", type=int, default=512)
parser.add_argument("--epochs", type=int, default=5)
parser.add_argument("--base-lr", type=float, default=0.01)
parser.add_argument("--target-accuracy", type=float, default=0.85)
parser.add_argument("--patience", type=int, default=2)
args = parser.parse_args()
rank, world_size = int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"])


def say(text):
    if rank == 0:
        print(text)


def train():
    """Seconds until all ranks are through."""
    begin = time.time()
    model.train()
    for images, labels in loader:
        optimizer.zero_grad()
        F.cross_entropy(model(images), labels).backward()
        optimizer.step()
    dist.barrier()
    return time.time() - begin


def test():
    """Accuracy and loss, averaged over the ranks."""
    model.eval()
    images, labels = cifar100("test").tensors
    with torch.no_grad():
        output = model(images)
    values = torch.stack([(output.argmax(dim=1) == labels).float().mean(), F.cross_entropy(output, labels)])
    dist.all_reduce(values)
    return (values / world_size).tolist()


dist.init_process_group("gloo")
say(f"Training started with {world_size} processes across {world_size // int(os.environ['LOCAL_WORLD_SIZE'])} nodes.")
torch.manual_seed(1)
sampler = DistributedSampler(cifar100("train"))
loader = DataLoader(sampler.dataset, batch_size=args.batch_size // world_size, sampler=sampler)
model = DDP(ResidualNetwork())
optimizer = torch.optim.SGD(model.parameters(), lr=args.base_lr, momentum=0.9, weight_decay=5e-4)
accuracies, seconds = [], 0
for epoch in range(1, args.epochs + 1):
    sampler.set_epoch(epoch)
    taken = train()
    seconds += taken
    accuracy, loss = test()
    accuracies.append(accuracy)
    say(f"Epoch {epoch}/{args.epochs} completed in {taken:.3f} seconds")
    say(f"Validation Loss: {loss:.4f}, Validation Accuracy: {accuracy:.4f}")
    say(f"Epoch Throughput: {len(loader) * args.batch_size / taken:.3f} images/second")
    if len(accuracies) >= args.patience and min(accuracies[-args.patience:]) >= args.target_accuracy:
        say(f"Target accuracy reached. Early stopping after epoch {epoch}.")
        break
say(f"\nTraining Summary:\nTotal training time: {seconds:.3f} seconds")
say(f"Throughput: {len(accuracies) * len(loader) * args.batch_size / seconds:.3f} images/second")
say(f"Total GPUs used: {world_size}\nTraining completed successfully.")
leave()
