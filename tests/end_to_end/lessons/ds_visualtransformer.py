"""After LUMI's page: the same with the optimizer's state divided among the ranks. PyTorch does here what DeepSpeed does there; the
options and the file of settings are DeepSpeed's."""
import argparse
import json
import os

import torch
from torch.distributed.optim import ZeroRedundancyOptimizer

from ddp_visualtransformer import train
from leave import leave

parser = argparse.ArgumentParser()
parser.add_argument("--deepspeed", action="store_true")
parser.add_argument("--deepspeed_config", type=argparse.FileType())
settings = json.load(parser.parse_args().deepspeed_config)
assert settings["zero_optimization"]["stage"] == 1

model, optimizer = train(lambda weights: ZeroRedundancyOptimizer(weights, torch.optim.Adam, lr=0.001),
                         settings["train_micro_batch_size_per_gpu"])
kept, all_weights = len(optimizer.optim.state), len(list(model.parameters()))
print(f"rank {os.environ['RANK']} keeps the state of {kept} of {all_weights} weights\n", end="", flush=True)
leave()
