"""Convolutional networks, in torch."""

import torch
from torch import nn

from benchmarks.models.torch_work import CLASSES, LOGITS, Training


def cnn(data, side, filters, classes):
    """Three convolutions and two dense layers."""
    left = ((side - 2) // 2 - 2) // 2 - 2
    net = nn.Sequential(
        nn.Conv2d(3, filters, 3), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(filters, 2 * filters, 3), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(2 * filters, 2 * filters, 3), nn.ReLU(), nn.Flatten(),
        nn.Linear(2 * filters * left * left, 2 * filters), nn.ReLU(), nn.Linear(2 * filters, classes),
    )  # fmt: skip
    return Training(net, data, CLASSES)


def _twice(before, filters):
    return nn.Sequential(
        nn.Conv2d(before, filters, 3, padding=1, bias=False), nn.BatchNorm2d(filters), nn.ReLU(),
        nn.Conv2d(filters, filters, 3, padding=1, bias=False), nn.BatchNorm2d(filters), nn.ReLU(),
    )  # fmt: skip


class UNet(nn.Module):
    """A U-Net that classifies every pixel."""

    def __init__(self, filters, depth, classes):
        super().__init__()
        widths = [filters << level for level in range(depth + 1)]
        self.down = nn.ModuleList(_twice(before, width) for before, width in zip([3, *widths], widths))
        self.pool = nn.MaxPool2d(2)
        self.grow = nn.ModuleList(nn.ConvTranspose2d(2 * width, width, 2, stride=2) for width in reversed(widths[:-1]))
        self.up = nn.ModuleList(_twice(2 * width, width) for width in reversed(widths[:-1]))
        self.last = nn.Conv2d(filters, classes, 1)

    def forward(self, x):
        """The logits of every pixel."""
        skipped = []
        for block in self.down[:-1]:
            skipped.append(block(x))
            x = self.pool(skipped[-1])
        x = self.down[-1](x)
        for grow, block in zip(self.grow, self.up):
            x = block(torch.cat([grow(x), skipped.pop()], 1))
        return self.last(x)


def unet(data, side, **sizes):
    """A U-Net that classifies every pixel."""
    return Training(UNet(**sizes), data, LOGITS)
