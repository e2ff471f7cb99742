"""A generator and a discriminator, trained against each other, in torch."""

import torch
from torch import nn
from torch.nn import functional

from benchmarks.models.torch_work import channels_first, count


def _generator(noise, filters):
    return nn.Sequential(
        nn.Linear(noise, 7 * 7 * 4 * filters, bias=False), nn.BatchNorm1d(7 * 7 * 4 * filters), nn.LeakyReLU(0.3),
        nn.Unflatten(1, (4 * filters, 7, 7)),
        nn.ConvTranspose2d(4 * filters, 2 * filters, 5, padding=2, bias=False), nn.BatchNorm2d(2 * filters), nn.LeakyReLU(0.3),
        nn.ConvTranspose2d(2 * filters, filters, 5, 2, 2, 1, bias=False), nn.BatchNorm2d(filters), nn.LeakyReLU(0.3),
        nn.ConvTranspose2d(filters, 1, 5, 2, 2, 1, bias=False), nn.Tanh(),
    )  # fmt: skip


def _discriminator(filters):
    return nn.Sequential(
        nn.Conv2d(1, filters, 5, 2, 2), nn.LeakyReLU(0.3), nn.Dropout(0.3),
        nn.Conv2d(filters, 2 * filters, 5, 2, 2), nn.LeakyReLU(0.3), nn.Dropout(0.3),
        nn.Flatten(), nn.Linear(2 * filters * 49, 1),
    )  # fmt: skip


def _loss(logits, real):
    wanted = torch.ones_like(logits) if real else torch.zeros_like(logits)
    return functional.binary_cross_entropy_with_logits(logits, wanted)


class Adversaries:
    """Both networks, their optimizers and their data."""

    def __init__(self, data, noise, filters):
        self._noise, self._batch, self._images = noise, data.batch, channels_first(torch.from_numpy(data.x))
        self._generator, self._discriminator = _generator(noise, filters), _discriminator(filters)
        self._optimizers = [torch.optim.Adam(net.parameters(), lr=1e-4) for net in (self._generator, self._discriminator)]

    def _step(self, images):
        made = self._generator(torch.randn(self._batch, self._noise))
        on_real, on_made = self._discriminator(images), self._discriminator(made)
        for optimizer in self._optimizers:
            optimizer.zero_grad()
        _loss(on_made, True).backward(retain_graph=True, inputs=list(self._generator.parameters()))
        (_loss(on_real, True) + _loss(on_made, False)).backward(inputs=list(self._discriminator.parameters()))
        for optimizer in self._optimizers:
            optimizer.step()

    def train(self, watch):
        """Train until the watch has seen enough epochs."""
        self._generator.train()
        while True:
            for chosen in torch.randperm(len(self._images)).split(self._batch):
                self._step(self._images[chosen])
            if watch.lap():
                return

    def predict(self):
        """Generate a batch of images."""
        self._generator.eval()
        with torch.inference_mode():
            return self._generator(torch.randn(self._batch, self._noise)).numpy()

    def parameters(self):
        """How many trained parameters both networks have."""
        return count(self._generator) + count(self._discriminator)


def dcgan(data, **sizes):
    """A DCGAN."""
    return Adversaries(data, **sizes)
