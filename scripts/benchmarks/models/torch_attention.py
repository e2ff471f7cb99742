"""Transformers, in torch."""

import torch
from torch import nn

from benchmarks.models.torch_work import CLASSES, EACH_STEP, Training


class TokensAndPositions(nn.Module):
    """The sum of the embeddings of tokens and of their positions."""

    def __init__(self, length, vocabulary, width):
        super().__init__()
        self.tokens, self.positions = nn.Embedding(vocabulary, width), nn.Embedding(length, width)

    def forward(self, tokens):
        """Embed `tokens`, integers of shape [batch, length]."""
        return self.tokens(tokens) + self.positions(torch.arange(tokens.shape[-1]))


class Transformer(nn.Module):
    """Torch's own encoder layers, causal or not."""

    def __init__(self, length, vocabulary, width, heads, inner, depth, causal=False):
        super().__init__()
        self.embedding = TokensAndPositions(length, vocabulary, width)
        self.blocks = nn.ModuleList(nn.TransformerEncoderLayer(width, heads, inner, batch_first=True) for _ in range(depth))
        self.causal = causal
        self.register_buffer("mask", nn.Transformer.generate_square_subsequent_mask(length) if causal else None)

    def forward(self, tokens):
        """What the last block makes of each token: [batch, length, width]."""
        x = self.embedding(tokens)
        for block in self.blocks:
            x = block(x, src_mask=self.mask, is_causal=self.causal)
        return x


class Encoder(nn.Module):
    """A transformer encoder that classifies texts."""

    def __init__(self, width, classes, **sizes):
        super().__init__()
        self.blocks = Transformer(width=width, **sizes)
        self.last = nn.Sequential(nn.Dropout(0.1), nn.Linear(width, classes))

    def forward(self, tokens):
        """The logits of every text."""
        return self.last(self.blocks(tokens).mean(1))


def encoder(data, **sizes):
    """A transformer encoder that classifies texts."""
    return Training(Encoder(**sizes), data, CLASSES)


def decoder(data, sampled, vocabulary, width, **sizes):
    """A causal transformer that predicts the next token, and samples."""
    blocks = Transformer(vocabulary=vocabulary, width=width, causal=True, **sizes)
    net = nn.Sequential(blocks, nn.Linear(width, vocabulary))
    start = torch.from_numpy(data.x[: data.batch])

    def sample():
        net.eval()
        tokens = start.clone()
        first = tokens.shape[1] - sampled
        with torch.inference_mode():
            for position in range(first, first + sampled):
                tokens[:, position] = torch.multinomial(net(tokens)[:, position - 1].softmax(-1), 1)[:, 0]
        return tokens.numpy()

    return Training(net, data, EACH_STEP, sample)
