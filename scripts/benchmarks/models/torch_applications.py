"""The networks of `keras_applications`, in torch."""

import torch
from torch import nn

from benchmarks.models.torch_work import CLASSES, Training


def _convolved(before, filters, size=1, stride=1, groups=1, activation=None):
    """A convolution without bias, batch normalization, and an activation."""
    parts = [nn.Conv2d(before, filters, size, stride, size // 2, groups=groups, bias=False), nn.BatchNorm2d(filters)]
    return parts + ([activation(inplace=True)] if activation else [])


def _head(features, classes, dropout=0.0):
    return nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Dropout(dropout), nn.Linear(features, classes))


class Inverted(nn.Module):
    """MobileNetV2's block: wider, a convolution of each channel, narrower."""

    def __init__(self, before, filters, stride, factor):
        super().__init__()
        wide = before * factor
        widen = _convolved(before, wide, activation=nn.ReLU6) if factor > 1 else []
        self.path = nn.Sequential(*widen, *_convolved(wide, wide, 3, stride, groups=wide, activation=nn.ReLU6), *_convolved(wide, filters))
        self.added = stride == 1 and before == filters

    def forward(self, x):
        """The block's output."""
        return x + self.path(x) if self.added else self.path(x)


def mobilenet_v2(data, side, classes):
    """MobileNetV2."""
    parts, before = _convolved(3, 32, 3, 2, activation=nn.ReLU6), 32
    for factor, filters, repeats, stride in (
        (1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2), (6, 96, 3, 1), (6, 160, 3, 2), (6, 320, 1, 1)
    ):  # fmt: skip
        for i in range(repeats):
            parts.append(Inverted(before, filters, 1 if i else stride, factor))
            before = filters
    parts += [*_convolved(before, 1280, activation=nn.ReLU6), _head(1280, classes)]
    return Training(nn.Sequential(*parts), data, CLASSES)


class Bottleneck(nn.Module):
    """ResNet50's block, with the biases that Keras' has."""

    def __init__(self, before, filters, stride, projected):
        super().__init__()
        self.path = nn.Sequential(
            nn.Conv2d(before, filters, 1, stride), nn.BatchNorm2d(filters), nn.ReLU(inplace=True),
            nn.Conv2d(filters, filters, 3, padding=1), nn.BatchNorm2d(filters), nn.ReLU(inplace=True),
            nn.Conv2d(filters, 4 * filters, 1), nn.BatchNorm2d(4 * filters),
        )  # fmt: skip
        shortcut = [nn.Conv2d(before, 4 * filters, 1, stride), nn.BatchNorm2d(4 * filters)] if projected else []
        self.shortcut = nn.Sequential(*shortcut)
        self.last = nn.ReLU(inplace=True)

    def forward(self, x):
        """The block's output."""
        return self.last(self.path(x) + self.shortcut(x))


def resnet50(data, side, classes):
    """ResNet50."""
    parts = [nn.Conv2d(3, 64, 7, 2, 3), nn.BatchNorm2d(64), nn.ReLU(inplace=True), nn.MaxPool2d(3, 2, 1)]
    before = 64
    for filters, repeats, stride in ((64, 3, 1), (128, 4, 2), (256, 6, 2), (512, 3, 2)):
        for i in range(repeats):
            parts.append(Bottleneck(before, filters, 1 if i else stride, projected=not i))
            before = 4 * filters
    return Training(nn.Sequential(*parts, _head(before, classes)), data, CLASSES)


class Squeezed(nn.Module):
    """Channels weighted by what a small network makes of their means."""

    def __init__(self, channels, inner):
        super().__init__()
        self.weigh = nn.Sequential(
            nn.AdaptiveAvgPool2d(1), nn.Conv2d(channels, inner, 1), nn.SiLU(inplace=True), nn.Conv2d(inner, channels, 1), nn.Sigmoid()
        )

    def forward(self, x):
        """The weighted channels."""
        return x * self.weigh(x)


class Efficient(nn.Module):
    """EfficientNet's block; while training, it is left out for some of the examples."""

    def __init__(self, before, filters, size, stride, factor, dropped):
        super().__init__()
        wide = before * factor
        widen = _convolved(before, wide, activation=nn.SiLU) if factor > 1 else []
        self.path = nn.Sequential(
            *widen, *_convolved(wide, wide, size, stride, groups=wide, activation=nn.SiLU),
            Squeezed(wide, max(1, before // 4)), *_convolved(wide, filters),
        )  # fmt: skip
        self.added, self.kept = stride == 1 and before == filters, 1 - dropped

    def forward(self, x):
        """The block's output."""
        out = self.path(x)
        if not self.added:
            return out
        if self.training and self.kept < 1:
            out = out * out.new_empty(len(out), 1, 1, 1).bernoulli_(self.kept).div_(self.kept)
        return x + out


class Scaled(nn.Module):
    """Brings bytes to numbers between 0 and 1, and these to zero mean and unit variance."""

    def __init__(self):
        super().__init__()
        self.register_buffer("mean", torch.zeros(1, 3, 1, 1))
        self.register_buffer("deviation", torch.ones(1, 3, 1, 1))

    def forward(self, x):
        """The scaled images."""
        return (x / 255 - self.mean) / self.deviation


def efficientnet_b0(data, side, classes):
    """EfficientNetB0."""
    table = (
        (3, 1, 16, 1, 1), (3, 2, 24, 6, 2), (5, 2, 40, 6, 2), (3, 3, 80, 6, 2), (5, 3, 112, 6, 1), (5, 4, 192, 6, 2), (3, 1, 320, 6, 1)
    )  # fmt: skip
    blocks = sum(row[1] for row in table)
    parts, before, number = [Scaled(), *_convolved(3, 32, 3, 2, activation=nn.SiLU)], 32, 0
    for size, repeats, filters, factor, stride in table:
        for i in range(repeats):
            parts.append(Efficient(before, filters, size, 1 if i else stride, factor, 0.2 * number / blocks))
            before, number = filters, number + 1
    parts += [*_convolved(before, 1280, activation=nn.SiLU), _head(1280, classes, 0.2)]
    return Training(nn.Sequential(*parts), data, CLASSES)
