"""Trains a model of scalegen-train's in Python, and compares the loss of each step with that of an event file.

The models are built in the order in which their tutorials build them, so that torch.manual_seed gives both programs
the same start. Dropout is left out: no two implementations draw the same units.
"""

import argparse
import json
import math
import sys

import torch
from torch import nn
from torch.nn import functional


class MnistCnn(nn.Module):
    """PyTorch's MNIST example, or Cyclone's, which has nothing between its last two layers."""

    def __init__(self, last_relu):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 32, 3, 1)
        self.conv2 = nn.Conv2d(32, 64, 3, 1)
        self.fc1 = nn.Linear(9216, 128)
        self.fc2 = nn.Linear(128, 10)
        self.last_relu = last_relu

    def forward(self, x):
        x = functional.relu(self.conv1(x))
        x = functional.max_pool2d(functional.relu(self.conv2(x)), 2)
        x = self.fc1(torch.flatten(x, 1))
        return self.fc2(functional.relu(x) if self.last_relu else x)


def convolution_layer(inputs, outputs):
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride=1, padding="same", bias=False), nn.BatchNorm2d(outputs), nn.ReLU())


class ResidualBlock(nn.Module):
    """Two layers beside a way past them, which has a convolution of its own where the width changes."""

    def __init__(self, inputs, outputs, is_scaled):
        super().__init__()
        self.past = nn.Conv2d(inputs, outputs, 1, padding="same") if is_scaled else nn.Identity()
        self.layers = nn.Sequential(convolution_layer(inputs, outputs), convolution_layer(outputs, outputs))

    def forward(self, x):
        return self.layers(x) + self.past(x)


def wide_resnet(width, classes):
    """Olivia's, which is NVIDIA DLI's."""
    return nn.Sequential(
        convolution_layer(3, 16),
        ResidualBlock(16, width, True), ResidualBlock(width, width, False), nn.MaxPool2d(2),
        ResidualBlock(width, 2 * width, True), ResidualBlock(2 * width, 2 * width, False), nn.MaxPool2d(2),
        ResidualBlock(2 * width, 4 * width, True), ResidualBlock(4 * width, 4 * width, False), nn.AvgPool2d(7),
        nn.Flatten(), nn.Linear(4 * width, classes))


class PreActivationBlock(nn.Module):
    """Zagoruyko and Komodakis (2016), without dropout."""

    def __init__(self, inputs, outputs, stride):
        super().__init__()
        self.norm1 = nn.BatchNorm2d(inputs)
        self.conv1 = nn.Conv2d(inputs, outputs, 3, stride=stride, padding=1, bias=False)
        self.norm2 = nn.BatchNorm2d(outputs)
        self.conv2 = nn.Conv2d(outputs, outputs, 3, stride=1, padding=1, bias=False)
        if inputs != outputs:
            self.past = nn.Conv2d(inputs, outputs, 1, stride=stride, bias=False)

    def forward(self, x):
        active = functional.relu(self.norm1(x))
        past = self.past(active) if hasattr(self, "past") else x
        return self.conv2(functional.relu(self.norm2(self.conv1(active)))) + past


def wide_resnet_28_10(classes):
    blocks, inputs = [], 16
    for outputs, stride in ((160, 1), (320, 2), (640, 2)):
        for i in range(4):
            blocks.append(PreActivationBlock(inputs, outputs, stride if i == 0 else 1))
            inputs = outputs
    model = nn.Sequential(
        nn.Conv2d(3, 16, 3, padding=1, bias=False), *blocks, nn.BatchNorm2d(640), nn.ReLU(), nn.AvgPool2d(8),
        nn.Flatten(), nn.Linear(640, classes))
    for module in model.modules():
        if isinstance(module, nn.Conv2d):
            nn.init.kaiming_normal_(module.weight, mode="fan_out", nonlinearity="relu")
    nn.init.zeros_(model[-1].bias)
    return model


class EncoderLayer(nn.Module):
    def __init__(self, hidden, heads, mlp):
        super().__init__()
        self.norm1 = nn.LayerNorm(hidden, eps=1e-6)
        self.attention = nn.MultiheadAttention(hidden, heads, batch_first=True)
        self.norm2 = nn.LayerNorm(hidden, eps=1e-6)
        self.mlp = nn.Sequential(nn.Linear(hidden, mlp), nn.GELU(), nn.Linear(mlp, hidden))
        for linear in (self.mlp[0], self.mlp[2]):
            nn.init.xavier_uniform_(linear.weight)
            nn.init.normal_(linear.bias, std=1e-6)

    def forward(self, x):
        y = self.norm1(x)
        x = x + self.attention(y, y, y, need_weights=False)[0]
        return x + self.mlp(self.norm2(x))


class Vit(nn.Module):
    """torchvision's VisionTransformer."""

    def __init__(self, image, patch, layers, heads, hidden, mlp, classes):
        super().__init__()
        self.patches = nn.Conv2d(3, hidden, patch, stride=patch)
        self.class_token = nn.Parameter(torch.zeros(1, 1, hidden))
        self.positions = nn.Parameter(torch.empty(1, (image // patch) ** 2 + 1, hidden).normal_(std=0.02))
        self.layers = nn.Sequential(*(EncoderLayer(hidden, heads, mlp) for _ in range(layers)))
        self.norm = nn.LayerNorm(hidden, eps=1e-6)
        self.classes = nn.Linear(hidden, classes)
        nn.init.trunc_normal_(self.patches.weight, std=math.sqrt(1 / (3 * patch * patch)))
        for parameter in (self.patches.bias, self.classes.weight, self.classes.bias):
            nn.init.zeros_(parameter)

    def forward(self, x):
        x = self.patches(x).flatten(2).transpose(1, 2)
        x = torch.cat([self.class_token.expand(x.shape[0], -1, -1), x], dim=1) + self.positions
        return self.classes(self.norm(self.layers(x))[:, 0])


MODELS = {
    "mnist_cnn": lambda: MnistCnn(last_relu=True),
    "cyclone_cnn": lambda: MnistCnn(last_relu=False),
    "wide_resnet": lambda: wide_resnet(160, 100),
    "wide_resnet_tiny": lambda: wide_resnet(16, 100),
    "wide_resnet_28_10": lambda: wide_resnet_28_10(100),
    "vit_b16": lambda: Vit(224, 16, 12, 12, 768, 3072, 1000),
    "vit_tiny": lambda: Vit(32, 4, 4, 4, 128, 256, 100),
    "linear": lambda: nn.Sequential(nn.Flatten(), nn.Linear(42, 3)),
}


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", choices=MODELS, required=True)
    parser.add_argument("--samples-file", required=True)
    parser.add_argument("--shape", type=float, nargs=5, required=True, help="as write_synthetic prints it")
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
    parser.add_argument("--weight-decay", type=float, default=0)
    parser.add_argument("--schedule", choices=["constant", "step", "exponential", "cosine"], default="constant")
    parser.add_argument("--schedule-epochs", type=int, default=1)
    parser.add_argument("--gamma", type=float, default=0.1)
    parser.add_argument("--warmup-steps", type=int, default=0)
    parser.add_argument("--clip-norm", type=float)
    parser.add_argument("--precision", choices=["fp32", "bf16", "fp16"], default="fp32")
    parser.add_argument("--channels-last", choices=["yes", "no"], default="no")
    return parser.parse_args()


def read_samples(options):
    channels, height, width = (int(number) for number in options.shape[:3])
    with open(options.samples_file, "rb") as file:
        data = bytearray(file.read())
    values = options.samples * channels * height * width
    images = torch.frombuffer(data, dtype=torch.uint8, count=values).view(-1, channels, height, width)
    labels = torch.frombuffer(data, dtype=torch.int16, offset=values)
    mean, deviation = options.shape[3:]
    return (images.float() / 255 - mean) / deviation, labels.long()


def make_optimizer(options, parameters):
    rate, decay = options.learning_rate, options.weight_decay
    if options.optimizer == "sgd":
        return torch.optim.SGD(parameters, lr=rate, momentum=options.momentum, weight_decay=decay,
                               nesterov=options.nesterov == "yes")
    if options.optimizer == "rmsprop":
        return torch.optim.RMSprop(parameters, lr=rate, momentum=options.momentum, weight_decay=decay)
    kinds = {"adam": torch.optim.Adam, "adamw": torch.optim.AdamW, "adadelta": torch.optim.Adadelta}
    return kinds[options.optimizer](parameters, lr=rate, weight_decay=decay)


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
    images, labels = read_samples(options)
    torch.manual_seed(1)
    model = MODELS[options.model]()
    if options.channels_last == "yes":
        model, images = model.to(memory_format=torch.channels_last), images.to(memory_format=torch.channels_last)
    optimizer = make_optimizer(options, model.parameters())
    schedule = make_schedule(options, optimizer)
    type_of = {"bf16": torch.bfloat16, "fp16": torch.float16}.get(options.precision)
    scaler = torch.amp.GradScaler("cpu", enabled=options.precision == "fp16")
    step = 0
    while True:
        scheduled = optimizer.param_groups[0]["lr"]
        for batch in torch.arange(options.samples).split(options.global_batch):
            if step == options.steps:
                return
            step += 1
            optimizer.zero_grad()
            loss = 0
            for part in batch.split(options.global_batch // options.accumulate):
                with torch.autocast("cpu", type_of or torch.bfloat16, enabled=type_of is not None):
                    part_loss = functional.cross_entropy(model(images[part]), labels[part])
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


def main():
    options = arguments()
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
    with open(options.events, encoding="utf-8") as file:
        events = [json.loads(line) for line in file]
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
