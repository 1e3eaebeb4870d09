"""After LUMI's page: a vision transformer by DDP; torchrun starts its ranks. It takes no options and prints no time."""
import os

import torch
import torch.distributed as dist
import torch.nn.functional as F
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler

from cifar import VisionTransformer, cifar100
from leave import leave


def train(optimizer_of, batch_size=32):
    """The model and its optimizer after three epochs. Rank 0 prints the mean loss of each."""
    dist.init_process_group("gloo")
    torch.manual_seed(1)
    images = cifar100("train")
    loader = DataLoader(images, batch_size=batch_size, sampler=DistributedSampler(images))
    model = DistributedDataParallel(VisionTransformer())
    optimizer = optimizer_of(model.parameters())
    for epoch in range(1, 4):
        loader.sampler.set_epoch(epoch)
        losses = []
        for batch, labels in loader:
            optimizer.zero_grad()
            loss = F.cross_entropy(model(batch), labels)
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
        if int(os.environ["RANK"]) == 0:
            print(f"Epoch {epoch}, Loss: {sum(losses) / len(losses)}")
    return model, optimizer


if __name__ == "__main__":
    train(lambda weights: torch.optim.Adam(weights, lr=0.001))
    leave()
