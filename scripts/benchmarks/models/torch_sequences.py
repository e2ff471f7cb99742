"""Sequences without recurrence, in torch."""

from torch import nn
from torch.nn import functional

from benchmarks.models.torch_work import BINARY, SQUARES, Training


class Causal(nn.Module):
    """Causal convolutions of growing dilation, and a forecast at every step."""

    def __init__(self, features, filters, depth):
        super().__init__()
        widths = [features] + [filters] * depth
        self.convolutions = nn.ModuleList(
            nn.Conv1d(before, filters, 3, dilation=2**i) for i, (before, filters) in enumerate(zip(widths, widths[1:]))
        )
        self.last = nn.Linear(filters, 1)

    def forward(self, x):
        """One number for every step."""
        x = x.transpose(1, 2)
        for i, convolution in enumerate(self.convolutions):
            x = functional.relu(convolution(functional.pad(x, (2 * 2**i, 0))))
        return self.last(x.transpose(1, 2))


class Mean(nn.Module):
    """The mean of the embeddings of a text, classified."""

    def __init__(self, vocabulary, width):
        super().__init__()
        self.embedding = nn.Embedding(vocabulary, width)
        self.last = nn.Sequential(nn.Linear(width, 16), nn.ReLU(), nn.Linear(16, 1))

    def forward(self, tokens):
        """One logit for every text."""
        return self.last(self.embedding(tokens).mean(1))


def conv1d_causal(data, length, **sizes):
    """Causal convolutions of growing dilation, and a forecast at every step."""
    return Training(Causal(**sizes), data, SQUARES)


def embedding(data, length, **sizes):
    """The mean of the embeddings of a text, classified."""
    return Training(Mean(**sizes), data, BINARY)
