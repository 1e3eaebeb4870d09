"""What the lessons on MNIST share: its files, which the pages read by torchvision, a small network, and an epoch of training and
testing, which print what Princeton's and the Gujarat workshop's programs print."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import TensorDataset


def bytes_of(name):
    with open(f"data/{name}", "rb") as file:
        return torch.frombuffer(bytearray(file.read()), dtype=torch.uint8)


def mnist(part):
    """'train' or 't10k', where torchvision puts them."""
    images = bytes_of(f"MNIST/raw/{part}-images-idx3-ubyte")[16:].reshape(-1, 1, 28, 28)
    return TensorDataset(images / 255 - 0.1307, bytes_of(f"MNIST/raw/{part}-labels-idx1-ubyte")[8:].long())


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 8, 3, stride=2)
        self.fc = nn.Linear(8 * 13 * 13, 10)

    def forward(self, x):
        return F.log_softmax(self.fc(torch.flatten(F.relu(self.conv(x)), 1)), dim=1)


def train(model, loader, optimizer, epoch, says=True):
    model.train()
    for batch, (images, labels) in enumerate(loader):
        optimizer.zero_grad()
        loss = F.nll_loss(model(images), labels)
        loss.backward()
        optimizer.step()
        if says and batch % 10 == 0:
            share = f"{batch * len(images)}/{len(loader.dataset)} ({100 * batch / len(loader):.0f}%)"
            print(f"Train Epoch: {epoch} [{share}]\tLoss: {loss.item():.6f}")


def test(model, loader):
    model.eval()
    loss, right, count = 0, 0, len(loader.dataset)
    with torch.no_grad():
        for images, labels in loader:
            output = model(images)
            loss += F.nll_loss(output, labels, reduction="sum").item()
            right += (output.argmax(dim=1) == labels).sum().item()
    print(f"\nTest set: Average loss: {loss / count:.4f}, Accuracy: {right}/{count} ({100 * right / count:.0f}%)\n")
