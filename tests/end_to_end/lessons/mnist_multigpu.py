"""After the Gujarat workshop's page: digits in one process, which splits its batches over the GPUs that it sees. kernprof brings the
decorator. The optimizer, which participants change in the program there, is an option."""
import argparse

import torch
from torch.optim.lr_scheduler import StepLR
from torch.utils.data import DataLoader

import digits

parser = argparse.ArgumentParser()
parser.add_argument("--batch-size", type=int, default=64)
parser.add_argument("--epochs", type=int, default=14)
parser.add_argument("--optimizer", default="Adadelta")
args = parser.parse_args()


@profile
def train(*words):
    digits.train(*words)


torch.manual_seed(1)
loader = DataLoader(digits.mnist("train"), batch_size=args.batch_size)
test_loader = DataLoader(digits.mnist("t10k"), batch_size=1000)
print(f"Train set size: {len(loader.dataset)}\nTest set size: {len(test_loader.dataset)}")
model = digits.Net()
if torch.cuda.device_count() > 1:
    print(f"Using {torch.cuda.device_count()} GPUs.")
    model = torch.nn.DataParallel(model)
optimizer = getattr(torch.optim, args.optimizer)(model.parameters())
scheduler = StepLR(optimizer, step_size=1, gamma=0.7)
for epoch in range(1, args.epochs + 1):
    train(model, loader, optimizer, epoch)
    digits.test(model, test_loader)
    scheduler.step()
