"""What a torch model is timed at: epochs of a plain training loop, and predictions of all examples."""

from collections import namedtuple

import torch
from torch.nn import functional

# The loss of outputs and targets; which predictions are right, None if that is not asked; what `predict` gives of outputs.
Objective = namedtuple("Objective", "loss right output")


def _each(out, y):
    return functional.cross_entropy(out.flatten(0, 1), y.flatten())


CLASSES = Objective(functional.cross_entropy, lambda out, y: out.argmax(1) == y, lambda out: out.softmax(1))
LOGITS = CLASSES._replace(output=lambda out: out)
EACH_STEP = Objective(_each, lambda out, y: out.argmax(-1) == y, lambda out: out)
BINARY = Objective(functional.binary_cross_entropy_with_logits, lambda out, y: (out > 0) == (y > 0.5), torch.sigmoid)
BINARY_LOGITS = BINARY._replace(output=lambda out: out)
SQUARES = Objective(functional.mse_loss, None, lambda out: out)


class Training:
    """A module, its optimizer and its data, the axis of channels moved to where torch has it.

    Arguments:
        net: the module.
        data: `catalog.Data`.
        objective: what it is trained for.
        predict: what is timed instead of predictions of all of x.
    """

    def __init__(self, net, data, objective, predict=None):
        # Where tfshim trains too: on the accelerator if there is one.
        self._device = torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu")
        self.net, self._objective, self._batch = net.to(self._device), objective, data.batch
        self._x = torch.from_numpy(data.x).to(self._device)
        if self._x.ndim == 4:
            self._x = channels_first(self._x)
        self._y = self._x if data.y is None else torch.from_numpy(data.y).to(self._device)
        self._optimizer = torch.optim.Adam(net.parameters(), lr=0.001)
        self.predict = predict or self._predict

    def train(self, watch):
        """Train until the watch has seen enough epochs."""
        self.net.train()
        while True:
            self._epoch()
            if watch.lap():
                return

    def _epoch(self):
        loss_of, right_of, _ = self._objective
        total, right = torch.zeros((), device=self._device), torch.zeros((), dtype=torch.int64, device=self._device)
        for chosen in torch.randperm(len(self._x), device=self._device).split(self._batch):
            x, y = self._x[chosen], self._y[chosen]
            self._optimizer.zero_grad()
            out = self.net(x)
            loss = loss_of(out, y)
            loss.backward()
            self._optimizer.step()
            total += loss.detach()
            if right_of:
                right += right_of(out, y).sum()
        return float(total), int(right)

    def _predict(self):
        self.net.eval()
        with torch.inference_mode():
            return torch.cat([self._objective.output(self.net(x)) for x in self._x.split(self._batch)]).cpu().numpy()

    def parameters(self):
        """How many trained parameters the module has."""
        return count(self.net)


def channels_first(images):
    """A batch of images as torch lays it out."""
    return images.permute(0, 3, 1, 2).contiguous()


def count(net):
    """How many trained parameters a module has."""
    return sum(p.numel() for p in net.parameters() if p.requires_grad)
