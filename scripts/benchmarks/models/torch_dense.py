"""Models of dense layers, in torch."""

from torch import nn

from benchmarks.models.torch_work import LOGITS, SQUARES, Training


def mlp(data, features, width, depth, classes):
    """Dense layers with batch normalization and dropout."""
    parts, before = [], features
    for _ in range(depth):
        parts += [nn.Linear(before, width), nn.BatchNorm1d(width), nn.ReLU(), nn.Dropout(0.2)]
        before = width
    return Training(nn.Sequential(*parts, nn.Linear(before, classes)), data, LOGITS)


def autoencoder(data, features, width, code):
    """Two dense layers to a code, two back."""
    encoder = nn.Sequential(nn.Linear(features, width), nn.ReLU(), nn.Linear(width, code), nn.ReLU())
    decoder = nn.Sequential(nn.Linear(code, width), nn.ReLU(), nn.Linear(width, features), nn.Sigmoid())
    return Training(nn.Sequential(encoder, decoder), data, SQUARES)
