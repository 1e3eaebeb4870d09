"""Trains a model of scalegen-train's in Python, and compares the loss of each step with that of an event file."""

import argparse
import json
import sys

import torch
from torch import nn
from torch.nn import functional
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.utils.flop_counter import FlopCounterMode

from python_models import MODELS


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", choices=MODELS, required=True)
    parser.add_argument("--samples-file", required=True)
    parser.add_argument("--normalise", type=float, nargs=2, required=True, help="mean and deviation, of all channels")
    parser.add_argument("--samples", type=int, required=True)
    parser.add_argument("--events", required=True)
    parser.add_argument("--tolerance", type=float, default=1e-4, help="of a loss, as a part of it")
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--global-batch", type=int, required=True)
    parser.add_argument("--accumulate", type=int, default=1)
    parser.add_argument("--optimizer", default="sgd")
    parser.add_argument("--learning-rate", type=float, required=True)
    parser.add_argument("--momentum", type=float, default=0)
    parser.add_argument("--nesterov", choices=["yes", "no"], default="no")
    parser.add_argument("--weight-decay", type=float)  # else torch.optim's own
    parser.add_argument("--schedule", choices=["constant", "step", "exponential", "cosine"], default="constant")
    parser.add_argument("--schedule-epochs", type=int, default=1)
    parser.add_argument("--gamma", type=float, default=0.1)
    parser.add_argument("--warmup-steps", type=int, default=0)
    parser.add_argument("--clip-norm", type=float)
    parser.add_argument("--precision", choices=["fp32", "bf16", "fp16"], default="fp32")
    parser.add_argument("--channels-last", choices=["yes", "no"], default="no")
    return parser.parse_args()


def read_samples(options):
    shape = MODELS[options.model][0]
    with open(options.samples_file, "rb") as file:
        data = bytearray(file.read())
    if len(shape) == 1:  # tokens of a text, in rows
        tokens = torch.frombuffer(data, dtype=torch.uint16).long()
        return tokens[:-1].view(-1, *shape), tokens[1:].view(-1, *shape)
    channels, height, width = shape
    values = options.samples * channels * height * width
    images = torch.frombuffer(data, dtype=torch.uint8, count=values).view(-1, channels, height, width)
    labels = torch.frombuffer(data, dtype=torch.int16, offset=values)
    mean, deviation = options.normalise
    return (images.float() / 255 - mean) / deviation, labels.long()


def make_optimizer(options, parameters):
    rate = options.learning_rate
    decay = {} if options.weight_decay is None else {"weight_decay": options.weight_decay}
    if options.optimizer == "sgd":
        return torch.optim.SGD(parameters, lr=rate, momentum=options.momentum, **decay,
                               nesterov=options.nesterov == "yes")
    if options.optimizer == "rmsprop":
        return torch.optim.RMSprop(parameters, lr=rate, momentum=options.momentum, **decay)
    kinds = {"adam": torch.optim.Adam, "adamw": torch.optim.AdamW, "adadelta": torch.optim.Adadelta}
    return kinds[options.optimizer](parameters, lr=rate, **decay)


def make_schedule(options, optimizer):
    """One step an epoch, as tutorials call it."""
    schedulers = torch.optim.lr_scheduler
    return {
        "constant": lambda: schedulers.ConstantLR(optimizer, factor=1),
        "step": lambda: schedulers.StepLR(optimizer, options.schedule_epochs, options.gamma),
        "exponential": lambda: schedulers.ExponentialLR(optimizer, options.gamma),
        "cosine": lambda: schedulers.CosineAnnealingLR(optimizer, options.schedule_epochs),
    }[options.schedule]()


def train(options):
    """Yields the loss of each step."""
    inputs, targets = read_samples(options)
    batch_size = options.global_batch if targets.dim() == 1 else options.global_batch // targets.shape[1]
    torch.manual_seed(1)
    model = MODELS[options.model][2](dropout=False)
    if options.channels_last == "yes":
        model, inputs = model.to(memory_format=torch.channels_last), inputs.to(memory_format=torch.channels_last)
    optimizer = make_optimizer(options, model.parameters())
    schedule = make_schedule(options, optimizer)
    type_of = {"bf16": torch.bfloat16, "fp16": torch.float16}.get(options.precision)
    scaler = torch.amp.GradScaler("cpu", enabled=options.precision == "fp16")
    step = 0
    while True:
        scheduled = optimizer.param_groups[0]["lr"]
        for batch in torch.arange(options.samples).split(batch_size):
            if step == options.steps:
                return
            step += 1
            optimizer.zero_grad()
            loss = 0
            for part in batch.split(batch_size // options.accumulate):
                with torch.autocast("cpu", type_of or torch.bfloat16, enabled=type_of is not None):
                    part_loss = functional.cross_entropy(model(inputs[part]).flatten(0, -2), targets[part].flatten())
                part_loss = part_loss * (len(part) / len(batch))
                scaler.scale(part_loss).backward()
                loss += part_loss.item()
            scaler.unscale_(optimizer)
            if options.clip_norm:
                nn.utils.clip_grad_norm_(model.parameters(), options.clip_norm)
            warmup = min(1, step / options.warmup_steps) if options.warmup_steps else 1
            optimizer.param_groups[0]["lr"] = scheduled * warmup
            scaler.step(optimizer)
            scaler.update()
            yield loss
        optimizer.param_groups[0]["lr"] = scheduled
        schedule.step()


def training_flops(options):
    """Of an image or a token: PyTorch counts those of the pass forward, and the pass back is taken for two of them."""
    inputs, targets = read_samples(options)
    model = MODELS[options.model][2](dropout=False)
    with FlopCounterMode(display=False) as counter, sdpa_kernel(SDPBackend.MATH), torch.no_grad():
        model(inputs[:1])
    return 3 * counter.get_total_flops() // targets[:1].numel()


def main():
    options = arguments()
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
    with open(options.events, encoding="utf-8") as file:
        events = [json.loads(line) for line in file]
    said, counted = events[0]["flops_per_sample"], training_flops(options)
    if said != counted:
        sys.exit(f"{options.model}: scalegen-train says {said} flops a sample, and PyTorch counts {counted}")
    theirs = [event["loss"] for event in events if event["event"] == "step"]
    ours = list(train(options))
    if len(theirs) != len(ours):
        sys.exit(f"{options.model}: {len(theirs)} losses of scalegen-train, {len(ours)} of Python")
    difference = max(abs(a - b) / abs(b) for a, b in zip(theirs, ours))
    print(f"{options.model}: loss {ours[0]:.4f} to {ours[-1]:.4f}, apart by at most {difference:.1e} of it")
    if not difference <= options.tolerance:
        for step, (a, b) in enumerate(zip(theirs, ours), 1):
            print(f"step {step}: scalegen-train {a:.6f}, Python {b:.6f}")
        sys.exit(f"{options.model}: expected at most {options.tolerance:.0e}")


if __name__ == "__main__":
    main()
