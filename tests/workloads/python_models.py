"""The models of scalegen-train in Python, in the order in which their tutorials build them, so that torch.manual_seed
gives both programs the same start. Dropout can be left out: no two implementations drop the same units.
"""

import math

import torch
from torch import nn
from torch.nn import functional


class MnistCnn(nn.Module):
    """PyTorch's MNIST example, or Cyclone's, which has no dropout and nothing between its last two layers."""

    def __init__(self, is_cyclones, dropout):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 32, 3, 1)
        self.conv2 = nn.Conv2d(32, 64, 3, 1)
        self.fc1 = nn.Linear(9216, 128)
        self.fc2 = nn.Linear(128, 10)
        self.is_cyclones = is_cyclones
        self.drops = dropout and not is_cyclones

    def forward(self, x):
        x = functional.relu(self.conv1(x))
        x = functional.max_pool2d(functional.relu(self.conv2(x)), 2)
        x = functional.dropout(x, 0.25, self.training and self.drops)
        x = self.fc1(torch.flatten(x, 1))
        if self.is_cyclones:
            return self.fc2(x)
        return self.fc2(functional.dropout(functional.relu(x), 0.5, self.training and self.drops))


def convolution_layer(inputs, outputs):
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride=1, padding="same", bias=False), nn.BatchNorm2d(outputs), nn.ReLU())


class ResidualBlock(nn.Module):
    """Two layers beside a way past them, which has a convolution of its own where the width changes."""

    def __init__(self, inputs, outputs, is_scaled, dropout):
        super().__init__()
        self.past = nn.Conv2d(inputs, outputs, 1, padding="same") if is_scaled else nn.Identity()
        self.layers = nn.Sequential(convolution_layer(inputs, outputs), nn.Dropout(0.01 if dropout else 0),
                                    convolution_layer(outputs, outputs))

    def forward(self, x):
        return self.layers(x) + self.past(x)


def wide_resnet(width, classes, dropout):
    """Olivia's, which is NVIDIA DLI's."""

    def stage(inputs, outputs):
        return ResidualBlock(inputs, outputs, True, dropout), ResidualBlock(outputs, outputs, False, dropout)

    return nn.Sequential(
        convolution_layer(3, 16), *stage(16, width), nn.MaxPool2d(2), *stage(width, 2 * width), nn.MaxPool2d(2),
        *stage(2 * width, 4 * width), nn.AvgPool2d(7), nn.Flatten(), nn.Linear(4 * width, classes))


class EncoderLayer(nn.Module):
    def __init__(self, hidden, heads, mlp, epsilon=1e-6, gelu="none"):
        super().__init__()
        self.norm1 = nn.LayerNorm(hidden, eps=epsilon)
        self.attention = nn.MultiheadAttention(hidden, heads, batch_first=True)
        self.norm2 = nn.LayerNorm(hidden, eps=epsilon)
        self.mlp = nn.Sequential(nn.Linear(hidden, mlp), nn.GELU(gelu), nn.Linear(mlp, hidden))
        for linear in (self.mlp[0], self.mlp[2]):
            nn.init.xavier_uniform_(linear.weight)
            nn.init.normal_(linear.bias, std=1e-6)

    def forward(self, x, mask=None):
        y = self.norm1(x)
        x = x + self.attention(y, y, y, need_weights=False, attn_mask=mask, is_causal=mask is not None)[0]
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


class Gpt(nn.Module):
    """GPT-2, with biases and norms as OpenAI's, and the start that its paper describes."""

    def __init__(self, context, vocabulary, layers, heads, hidden):
        super().__init__()
        self.tokens = nn.Parameter(torch.empty(vocabulary, hidden))
        self.positions = nn.Parameter(torch.empty(context, hidden))
        self.layers = nn.ModuleList(EncoderLayer(hidden, heads, 4 * hidden, 1e-5, "tanh") for _ in range(layers))
        self.norm = nn.LayerNorm(hidden)
        narrower = 0.02 / math.sqrt(2 * layers)
        nn.init.normal_(self.tokens, std=0.02)
        nn.init.normal_(self.positions, std=0.02)
        for layer in self.layers:
            linears = (layer.attention.out_proj, narrower), (layer.mlp[0], 0.02), (layer.mlp[2], narrower)
            nn.init.normal_(layer.attention.in_proj_weight, std=0.02)
            for linear, deviation in linears:
                nn.init.normal_(linear.weight, std=deviation)
                nn.init.zeros_(linear.bias)
        self.register_buffer("mask", nn.Transformer.generate_square_subsequent_mask(context))

    def forward(self, tokens):
        count = tokens.shape[1]
        x = functional.embedding(tokens, self.tokens) + self.positions[:count]
        for layer in self.layers:
            x = layer(x, self.mask[:count, :count])
        return functional.linear(self.norm(x), self.tokens)


# By name: the shape of an image or the length of a row of tokens, the classes, and what makes the model, with dropout or without.
MODELS = {
    "mnist_cnn": ((1, 28, 28), 10, lambda dropout: MnistCnn(False, dropout)),
    "cyclone_cnn": ((1, 28, 28), 10, lambda dropout: MnistCnn(True, dropout)),
    "wide_resnet": ((3, 32, 32), 100, lambda dropout: wide_resnet(160, 100, dropout)),
    "wide_resnet_tiny": ((3, 32, 32), 100, lambda dropout: wide_resnet(16, 100, dropout)),
    "vit_b16": ((3, 224, 224), 1000, lambda dropout: Vit(224, 16, 12, 12, 768, 3072, 1000)),
    "vit_tiny": ((3, 32, 32), 100, lambda dropout: Vit(32, 4, 4, 4, 128, 256, 100)),
    "gpt2_small": ((1024,), 50257, lambda dropout: Gpt(1024, 50257, 12, 12, 768)),
    "gpt_tiny": ((128,), 256, lambda dropout: Gpt(128, 256, 4, 4, 128)),
    "linear": ((1, 1, 42), 3, lambda dropout: nn.Sequential(nn.Flatten(), nn.Linear(42, 3), nn.ReLU())),
}
