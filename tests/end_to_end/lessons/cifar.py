"""What the lessons on larger images share: the files of CIFAR-100, and the two networks."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import TensorDataset


def cifar100(part):
    """'train' or 'test'. A record is a coarse label, a fine one, and three planes of 32 x 32."""
    with open(f"data/cifar-100-binary/{part}.bin", "rb") as file:
        records = torch.frombuffer(bytearray(file.read()), dtype=torch.uint8).reshape(-1, 2 + 3 * 32 * 32)
    return TensorDataset(records[:, 2:].reshape(-1, 3, 32, 32) / 255 - 0.5, records[:, 1].long())


class ResidualNetwork(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Conv2d(3, 16, 3, stride=4, padding=1)
        self.inner = nn.Conv2d(16, 16, 3, padding=1)
        self.outer = nn.Conv2d(16, 16, 3, padding=1)
        self.fc = nn.Linear(16 * 8 * 8, 100)

    def forward(self, x):
        x = F.relu(self.stem(x))
        x = F.relu(x + self.outer(F.relu(self.inner(x))))
        return self.fc(torch.flatten(x, 1))


class VisionTransformer(nn.Module):
    def __init__(self):
        super().__init__()
        self.patches = nn.Conv2d(3, 32, 8, stride=8)
        self.position = nn.Parameter(torch.zeros(1, 16, 32))
        self.layer = nn.TransformerEncoderLayer(32, nhead=4, dim_feedforward=64, dropout=0.0, batch_first=True)
        self.head = nn.Linear(32, 100)

    def forward(self, x):
        tokens = torch.flatten(self.patches(x), 2).transpose(1, 2) + self.position
        return self.head(self.layer(tokens).mean(dim=1))
