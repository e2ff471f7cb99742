"""Recurrent networks, in torch."""

from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence

from benchmarks.models.torch_work import BINARY, BINARY_LOGITS, CLASSES, EACH_STEP, Training


class LSTM(nn.Module):
    """An LSTM over series, and a class for each of them."""

    def __init__(self, features, units, classes):
        super().__init__()
        self.recurrent = nn.LSTM(features, units, batch_first=True)
        # Keras' LSTM has one bias. With the second one fixed at zero torch's is the same model.
        nn.init.zeros_(self.recurrent.bias_hh_l0).requires_grad_(False)
        self.last = nn.Linear(units, classes)

    def forward(self, x):
        """The logits of every series."""
        _, (h, _) = self.recurrent(x)
        return self.last(h[0])


class EveryStep(nn.Module):
    """A GRU that predicts the next token at every step."""

    def __init__(self, vocabulary, width, units):
        super().__init__()
        self.embedding, self.recurrent = nn.Embedding(vocabulary, width), nn.GRU(width, units, batch_first=True)
        self.last = nn.Linear(units, vocabulary)

    def forward(self, tokens):
        """The logits of every step."""
        out, _ = self.recurrent(self.embedding(tokens))
        return self.last(out)


class Masked(nn.Module):
    """A GRU over texts of different lengths."""

    def __init__(self, vocabulary, width, units):
        super().__init__()
        self.embedding, self.recurrent = nn.Embedding(vocabulary, width), nn.GRU(width, units, batch_first=True)
        self.last = nn.Linear(units, 1)

    def forward(self, tokens):
        """One logit for every text."""
        packed = pack_padded_sequence(self.embedding(tokens), (tokens != 0).sum(1), batch_first=True, enforce_sorted=False)
        _, h = self.recurrent(packed)
        return self.last(h[0])


class Bidirectional(nn.Module):
    """A GRU over texts in both directions."""

    def __init__(self, vocabulary, width, units):
        super().__init__()
        self.embedding = nn.Embedding(vocabulary, width)
        self.recurrent = nn.GRU(width, units, batch_first=True, bidirectional=True)
        self.last = nn.Sequential(nn.Linear(2 * units, units), nn.ReLU(), nn.Linear(units, 1))

    def forward(self, tokens):
        """One logit for every text."""
        _, h = self.recurrent(self.embedding(tokens))
        return self.last(h.transpose(0, 1).flatten(1))


def lstm(data, length, **sizes):
    """An LSTM over series, and a class for each of them."""
    return Training(LSTM(**sizes), data, CLASSES)


def gru(data, length, **sizes):
    """A GRU that predicts the next token at every step."""
    return Training(EveryStep(**sizes), data, EACH_STEP)


def gru_masked(data, length, **sizes):
    """A GRU over texts of different lengths."""
    return Training(Masked(**sizes), data, BINARY)


def gru_bidirectional(data, length, **sizes):
    """A GRU over texts in both directions."""
    return Training(Bidirectional(**sizes), data, BINARY_LOGITS)
