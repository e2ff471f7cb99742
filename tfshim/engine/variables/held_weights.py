"""What a tracking container tells of the layers, modules and variables within it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from tfshim.engine.variables.trackable import Trackable
from tfshim.engine.variables.variable import Variable


def in_order(container: Any) -> list[Any]:
    """The items of a list or tuple; the values of a dictionary in the order of its keys, which is that of Keras' weights and layers."""
    if not isinstance(container, dict):
        return list(container)
    try:
        return [container[key] for key in sorted(container)]
    except TypeError:  # keys that have no order
        return list(container.values())


def variables_held(container: HeldWeights) -> Iterator[Variable]:
    """The variables themselves in a container and in those within it."""
    for x in in_order(container):
        if isinstance(x, Variable):
            yield x
        elif isinstance(x, HeldWeights):
            yield from variables_held(x)


class HeldWeights:
    """The weights and layers in a container that an attribute holds. They come as in Keras: what items have, then variables themselves."""

    _trains = True

    def _of_items(self, which: str) -> list[Variable]:
        items = [x for x in in_order(self) if isinstance(x, Trackable) and not isinstance(x, Variable)]
        return [v for x in items for v in getattr(x, which, ())]

    def _variables_themselves(self, trainable: bool) -> list[Variable]:
        return [x for x in in_order(self) if isinstance(x, Variable) and x.trainable is trainable]

    @property
    def trainable(self) -> bool:
        """Whether what the container holds is trained."""
        return self._trains

    @trainable.setter
    def trainable(self, value: bool) -> None:
        self._trains = value

    @property
    def trainable_weights(self) -> list[Variable]:
        """The variables to be trained."""
        return self._of_items("trainable_variables") + self._variables_themselves(True) if self._trains else []

    @property
    def non_trainable_weights(self) -> list[Variable]:
        """The variables that are not trained."""
        fixed = self._of_items("non_trainable_variables") + self._variables_themselves(False)
        return fixed if self._trains else self._of_items("trainable_variables") + self._variables_themselves(True) + fixed

    @property
    def weights(self) -> list[Variable]:
        """All variables, those to be trained first."""
        return self.trainable_weights + self.non_trainable_weights

    trainable_variables = trainable_weights
    non_trainable_variables = non_trainable_weights
    variables = weights

    @property
    def layers(self) -> list[Any]:
        """The layers in the container and in those within it, each once."""
        return list({id(x): x for x in _layers(in_order(self))}.values())

    @property
    def losses(self) -> list[Any]:
        """The penalties of the layers."""
        return [loss for layer in self.layers for loss in getattr(layer, "losses", ())]

    @property
    def updates(self) -> list[Any]:
        """What the layers ask to be run with each step."""
        return [update for layer in self.layers for update in getattr(layer, "updates", ())]


def _layers(items: Iterable[Any]) -> Iterable[Any]:
    for x in items:
        if isinstance(x, HeldWeights):
            yield from x.layers
        elif hasattr(x, "_is_layer") and not isinstance(x, type):
            yield x
